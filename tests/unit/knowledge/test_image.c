#include "knowledge/image.h"

#include "knowledge/match.h"
#include "knowledge/say.h"
#include "knowledge_test.h"

static void entries_are_found_by_id(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct node cause = knowledge_cause(knowledge, TEXT("hw.none"));
    assert_true(node_present(cause));
    assert_text(node_text(node_get(cause, "link")), "graphics_card");
    assert_text(node_text(node_get(node_get(cause, "title"), "zh")), "没有显卡");
    assert_text(node_text(node_at(node_get(cause, "explains"), 0)), "driver.absent");
    struct node remedies = node_get(cause, "remedies");
    assert_int_equal(node_count(remedies), 2);
    assert_text(node_text(node_at(node_get(node_at(remedies, 1), "run"), 3)), "nvidia-driver-{driver:version}");
    assert_false(node_present(node_get(node_at(remedies, 0), "run")));
    assert_false(node_present(knowledge_cause(knowledge, TEXT("hw.non"))));
    assert_false(node_present(knowledge_cause(knowledge, TEXT(""))));

    struct node symptom = knowledge_symptom(knowledge, TEXT("driver.too_old"));
    assert_int_equal(node_integer(node_get(node_get(symptom, "speaks"), "driver.old"), 0), 25);
    assert_int_equal(node_integer(node_get(node_get(symptom, "speaks"), "driver.absent"), 0), -10);
    assert_int_equal(node_integer(node_get(node_get(symptom, "speaks"), "hw.none"), 7), 7);
    assert_false(node_present(node_get(symptom, "not")));
    assert_text(node_text(node_get(node_get(knowledge_root(knowledge), "about"), "date")), "2026-11-30");
    struct node source = node_get(node_get(knowledge_root(knowledge), "sources"), "vendor");
    assert_text(node_text(node_get(source, "title")), "Vendor");
}

static void members_come_by_name(void **state) {
    struct node causes = node_get(knowledge_root(sample_knowledge(*state)), "causes");
    assert_int_equal(node_count(causes), 3);
    assert_text(node_name_at(causes, 0), "driver.absent");
    assert_text(node_name_at(causes, 1), "driver.old");
    assert_text(node_name_at(causes, 2), "hw.none");
    assert_text(node_text(node_get(node_at(causes, 2), "link")), "graphics_card");
    assert_text(node_name_at(causes, 3), "");
    assert_false(node_present(node_at(causes, 3)));
}

static void causes_keep_the_order_of_the_taxonomy(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    assert_int_equal(knowledge_cause_order(knowledge, TEXT("hw.none")), 0);
    assert_int_equal(knowledge_cause_order(knowledge, TEXT("driver.old")), 1);
    assert_int_equal(knowledge_cause_order(knowledge, TEXT("driver.absent")), 2);
    assert_true(knowledge_cause_order(knowledge, TEXT("driver")) == SIZE_MAX);
}

static void a_wrong_type_reads_as_nothing(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct node missing = {0}, cause = knowledge_cause(knowledge, TEXT("hw.none"));
    struct node link = node_get(cause, "link"), list = node_get(cause, "sources");
    assert_false(node_present(missing));
    assert_int_equal(node_count(missing), 0);
    assert_int_equal(node_count(link), 0);
    assert_false(node_present(node_get(missing, "a")));
    assert_false(node_present(node_get(link, "a")));
    assert_false(node_present(node_get(list, "vendor")));
    assert_false(node_present(node_at(link, 0)));
    assert_text(node_text(missing), "");
    assert_text(node_text(cause), "");
    assert_text(node_name_at(list, 0), "");
    assert_int_equal(node_integer(link, 5), 5);
    assert_int_equal(node_integer(cause, 5), 5);
    assert_text(row_text(list, "a"), "");
}

static void rows_are_sorted_and_found(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct node rows = knowledge_table(knowledge, "gpus");
    assert_int_equal(node_count(rows), 3);
    assert_text(row_text(node_at(rows, 0), "device_id"), "1eb8");
    assert_text(row_text(node_at(rows, 0), "memory_mib"), "");
    assert_false(node_present(node_get(node_at(rows, 2), "name")));

    size_t from = 0;
    assert_text(row_text(table_find(knowledge, "gpus", "name", TEXT("RTX 4090"), &from), "capability"), "8.9");
    assert_int_equal(from, 2);
    assert_false(node_present(table_find(knowledge, "gpus", "name", TEXT("RTX 4090"), &from)));
    assert_int_equal(from, 2);

    from = 0;
    assert_text(row_text(table_find(knowledge, "cuda", "sm_min", TEXT("sm_50"), &from), "cuda"), "12.1");
    assert_text(row_text(table_find(knowledge, "cuda", "sm_min", TEXT("sm_50"), &from), "cuda"), "12.10");
    assert_false(node_present(table_find(knowledge, "cuda", "sm_min", TEXT("sm_50"), &from)));

    from = 0;
    assert_false(node_present(table_find(knowledge, "gpus", "capability", TEXT(""), &from)));
    assert_false(node_present(table_find(knowledge, "gpus", "colour", TEXT("8.9"), &from)));
    assert_false(node_present(table_find(knowledge, "cpus", "capability", TEXT("8.9"), &from)));
    assert_false(node_present(table_find(knowledge, "gpus", "capability", TEXT("nowhere at all"), &from)));
    from = SIZE_MAX;
    assert_false(node_present(table_find(knowledge, "gpus", "capability", TEXT("8.9"), &from)));
}

static size_t read_everything_below(struct node node) {
    size_t bytes = node_text(node).size;
    for (size_t i = 0; i < node_count(node); i++) {
        bytes += node_name_at(node, i).size;
        bytes += read_everything_below(node_at(node, i));
    }
    return bytes;
}

static void read_everything(struct arena *arena, const struct knowledge *knowledge) {
    static const char *const lines[] = {"driver on your system is too old (found version 11)",
                                        "No CUDA-capable device 没有显卡", "this is harmless",
                                        "\x01\xff driver on your"};
    assert_true(read_everything_below(knowledge_root(knowledge)) < SIZE_MAX);
    struct matcher *matcher = matcher_new(arena, knowledge);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct symptom_hit *hits;
        struct text line = text_of(lines[i]);
        for (size_t k = matcher_line(matcher, arena, line, &hits); k-- > 0;)
            read_everything_below(hits[k].symptom);
        struct symptom_line found = {.at = 0};
        for (size_t at = 0; matcher_next(matcher, arena, line, at, &found); at = found.at + found.line.size)
            assert_true(found.at + found.line.size <= line.size);
    }
    matcher_free(matcher);
    size_t from = 0;
    table_find(knowledge, "gpus", "name", TEXT("T4"), &from);
    say(arena, knowledge, LANGUAGE_CHINESE, "card.ok", NULL, 0);
}

/* In a block of its own, of the exact size, so that a sanitizer sees one byte too far. Returns whether it was opened.
 */
static bool try_image(struct text image) {
    struct arena *arena = arena_new();
    char *block = malloc(image.size ? image.size : 1);
    memcpy(block, image.at, image.size);
    const struct knowledge *knowledge = NULL;
    struct error error = {""};
    bool good = knowledge_open(arena, block, image.size, &knowledge, &error);
    if (good)
        read_everything(arena, knowledge);
    else
        assert_true(error.message[0] != '\0' && knowledge == NULL);
    free(block);
    arena_free(arena);
    return good;
}

static void a_part_of_an_image_is_refused(void **state) {
    struct sample_files files = sample_files();
    struct text image = compiled(*state, &files);
    assert_true(try_image(image));
    for (size_t size = 0; size < image.size; size++)
        assert_false(try_image(text_until(image, size)));
    struct text longer = text_join(*state, image, TEXT("12345678"));
    assert_false(try_image(longer));
}

static void an_image_at_an_odd_address_is_refused(void **state) {
    struct sample_files files = sample_files();
    struct text image = compiled(*state, &files);
    char *block = arena_alloc(*state, image.size + 4);
    memcpy(block + 4, image.at, image.size);
    const struct knowledge *knowledge = NULL;
    assert_false(knowledge_open(*state, block + 4, image.size, &knowledge, NULL));
}

/* Whatever a hostile image says, it is refused or safe to read. */
static void changed_images_are_refused_or_harmless(void **state) {
    struct sample_files files = sample_files();
    struct text image = compiled(*state, &files);
    char *changed = arena_alloc(*state, image.size);
    uint64_t seed = 20261130;
    size_t harmless = 0;
    for (size_t round = 0; round < 20000; round++) {
        memcpy(changed, image.at, image.size);
        for (uint64_t left = noise(&seed) % 3 + 1; left > 0; left--) {
            if (noise(&seed) % 2) {
                changed[noise(&seed) % image.size] ^= (char)(1u << noise(&seed) % 8);
                continue;
            }
            uint32_t number = (uint32_t)noise(&seed) >> noise(&seed) % 32;
            memcpy(changed + noise(&seed) % (image.size / 4) * 4, &number, sizeof number);
        }
        harmless += try_image((struct text){changed, image.size});
    }
    assert_true(harmless > 0);
}

/* Every number of the image, one after the other, by the values that are most likely to slip through. */
static void every_number_is_checked(void **state) {
    struct sample_files files = sample_files();
    struct text image = compiled(*state, &files);
    char *changed = arena_alloc(*state, image.size);
    for (size_t at = 0; at + 4 <= image.size; at += 4) {
        uint32_t was;
        memcpy(&was, image.at + at, sizeof was);
        const uint32_t values[] = {0, was + 1, was - 1, was * 2, 0x7fffffff, 0x80000000, 0xffffffff};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            memcpy(changed, image.at, image.size);
            memcpy(changed + at, &values[i], sizeof was);
            try_image((struct text){changed, image.size});
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(entries_are_found_by_id),
        TEST(members_come_by_name),
        TEST(causes_keep_the_order_of_the_taxonomy),
        TEST(a_wrong_type_reads_as_nothing),
        TEST(rows_are_sorted_and_found),
        TEST(a_part_of_an_image_is_refused),
        TEST(an_image_at_an_odd_address_is_refused),
        TEST(changed_images_are_refused_or_harmless),
        TEST(every_number_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
