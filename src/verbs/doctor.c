/* plumb doctor: walks both branches of a machine and names the first broken link. */
#include "machine_report.h"

static void add_note(struct run *run, struct collected *collected, const char *id) {
    value_append(run->arena, &collected->notes, value_text(run_say(run, id, NULL, 0)));
}

/* A sleeping card is only woken when that is all that is left to know: when the files show nothing broken. */
static bool wake_when_needed(struct run *run, struct collected *collected, struct report_model *model,
                             struct error *error) {
    if (!collected->asleep)
        return true;
    if (model->status == STATUS_BROKEN) {
        add_note(run, collected, "note.asleep");
    } else {
        run->options.wake = true;
        if (!collect_machine(run, collected, error))
            return false;
        add_note(run, collected, "note.woke");
    }
    *model = make_report(run, "doctor", TEXT("machine"), collected, false);
    return true;
}

int verb_doctor(struct run *run) {
    struct collected collected;
    struct error error;
    if (run->options.schema) {
        struct value schema = report_schema(run->arena);
        return run_print_json(run, &schema);
    }
    if (!collect_machine(run, &collected, &error))
        return run_fail(run, collected.refused ? EXIT_USAGE : EXIT_INTERNAL, "%s", error.message);
    struct report_model model = make_report(run, "doctor", TEXT("machine"), &collected, false);
    if (!wake_when_needed(run, &collected, &model, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    return run_report(run, &model);
}
