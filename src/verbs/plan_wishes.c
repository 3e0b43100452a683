#include "plan_wishes.h"

#include "base/json.h"
#include "os/stream.h"
#include "plan/plan.h"

static bool wish_from_line(struct text line, struct plan_wish *wish) {
    struct text part, name;
    *wish = (struct plan_wish){0};
    while (text_next_part(&line, '\t', &part)) {
        if (!text_next_part(&part, '=', &name))
            return false;
        struct {
            const char *name;
            struct text *place;
        } places[] = {{"driver", &wish->driver}, {"os", &wish->system},       {"arch", &wish->architecture},
                      {"python", &wish->python}, {"torch", &wish->torch},     {"cuda", &wish->cuda},
                      {"glibc", &wish->libc},    {"manager", &wish->manager}, {"requires", &wish->requires_python},
                      {"mirror", &wish->mirror}, {"as-of", &wish->as_of}};
        for (size_t at = 0; at < sizeof places / sizeof *places; at++)
            if (text_is(name, places[at].name))
                *places[at].place = part;
        if (text_is(name, "gpu") && wish->gpu_count < PLAN_MOST_CARDS)
            wish->gpus[wish->gpu_count++] = part;
        if (text_is(name, "with") && wish->with_count < PLAN_MOST_WITH)
            wish->with[wish->with_count++] = part;
        wish->python_soft = wish->python_soft || text_is(name, "soft");
        wish->build = wish->build || text_is(name, "build");
    }
    return true;
}

static struct value answer_for(struct run *run, struct arena *arena, struct text line) {
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    struct plan_wish wish;
    struct error error = {.message = "a line holds name=value, parted by tabs"};
    struct value value = value_map();
    if (wish_from_line(line, &wish)) {
        struct plan_request request = {
            .arena = arena, .knowledge = run->knowledge, .language = run->language, .shell = SHELL_POSIX, .wish = wish};
        if (plan_make(&request, plan, &error))
            return plan_to_value(plan);
    }
    value_set(arena, &value, "status", value_string("usage"));
    value_set(arena, &value, "error", value_text(text_copy(arena, text_of(error.message))));
    return value;
}

int plan_answer_lines(struct run *run) {
    enum { MOST_BYTES = 16 << 20 };
    struct text all, line;
    struct error error;
    struct buffer out = buffer_new(run->arena);
    if (!input_read_all(run->arena, run->options.plan.wishes, MOST_BYTES, &all, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    while (text_next_line(&all, &line)) {
        struct arena *scratch = arena_new();
        struct value value = answer_for(run, scratch, line);
        json_write(&out, &value, JSON_ONE_LINE);
        buffer_add_byte(&out, '\n');
        arena_free(scratch);
    }
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}
