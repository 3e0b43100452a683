/* Does this release of the driver, in this flavour, drive the cards? The table of architectures says so; a card of its
 * own may have been dropped earlier or added later, which is not asked here. */
#include "findings/judge.h"

#include "base/version.h"
#include "judge_common.h"

/* Windows numbers the later releases of a branch on: 474 and 475 are of branch 470. */
enum { NUMBERS_OF_A_BRANCH = 10 };

static struct node architecture_of(const struct judging *judging, struct text capability) {
    size_t from = 0;
    return table_find(judging->knowledge, "architectures", "capability", capability, &from);
}

static bool number_of(struct text text, unsigned *number) {
    struct version version;
    if (!text.size || !version_parse(text, &version))
        return false;
    *number = version.release[0];
    return true;
}

struct misfit {
    const char *cause, *seen; /* both NULL: it fits, or nobody knows */
};

static struct misfit misfit_of(struct node row, struct text driver, struct text flavour) {
    struct text module = row_text(row, "module");
    unsigned branch, first, last;
    if (!number_of(driver, &branch))
        return (struct misfit){0};
    if (number_of(row_text(row, "last_driver"), &last) && branch >= last + NUMBERS_OF_A_BRANCH)
        return (struct misfit){"driver.gpu_unsupported_by_release", "seen.release_dropped_card"};
    if (number_of(row_text(row, "first_driver"), &first) && branch < first)
        return (struct misfit){"driver.gpu_unsupported_by_release", "seen.release_before_card"};
    if (text_is(module, "open") && text_is(flavour, "proprietary"))
        return (struct misfit){"driver.open_module_required", "seen.module_must_be_open"};
    if (text_is(module, "proprietary") && text_is(flavour, "open"))
        return (struct misfit){"driver.open_module_required", "seen.module_must_be_proprietary"};
    return (struct misfit){0};
}

/* The driver was asked, and refuses. */
static bool it_fails(const struct judging *judging) {
    struct entity init = {judging->subject, KIND_CALL, TEXT("cuInit()")};
    return fact_integer(judging->facts, &init, ATTRIBUTE_CALL_CODE, 0) != 0;
}

/* The first card that this driver does not drive, where it drives no other one either. */
static void judge_release(struct judging *judging) {
    struct entity *cards, misfit_card, module = {judging->subject, KIND_MODULE, TEXT("nvidia")};
    const struct fact *fact = NULL;
    struct text driver = common_driver_version(judging, &fact),
                flavour = fact_text(judging->facts, &module, ATTRIBUTE_MODULE_FLAVOUR);
    struct misfit first = {0};
    struct node first_row = {0};
    size_t count = common_nvidia_cards(judging, &cards);
    if (!driver.size || common_driver_works(judging) || common_torch_works(judging))
        return;
    for (size_t at = 0; at < count; at++) {
        struct node row = architecture_of(judging, fact_text(judging->facts, &cards[at], ATTRIBUTE_GPU_CAPABILITY));
        struct misfit misfit = misfit_of(row, driver, flavour);
        if (!misfit.cause)
            return;
        if (!first.cause) {
            first = misfit;
            first_row = row;
            misfit_card = cards[at];
        }
    }
    if (!first.cause)
        return;
    const struct slot slots[] = {{"card", common_card_name(judging, &misfit_card)},
                                 {"name", row_text(first_row, "name")},
                                 {"first", row_text(first_row, "first_driver")},
                                 {"last", row_text(first_row, "last_driver")},
                                 {"driver", driver}};
    judge_evidence(judging, first.cause, it_fails(judging) ? WEIGHT_STRONG : WEIGHT_LIKELY, SEVERITY_ERROR, fact,
                   first.seen, slots, 5);
    judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_BROKEN, first.seen, slots, 5);
}

const struct judge judge_of_release = {"release", judge_release, false};
