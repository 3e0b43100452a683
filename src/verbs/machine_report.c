#include "machine_report.h"

#include "dropins.h"
#include "os/machine.h"

/* "C:\Users\sam\train.py": a text that states no system may still show it, in the frames of its tracebacks. */
static bool has_windows_frames(struct run *run, struct collected *collected) {
    struct entity *exceptions;
    size_t count = fact_entities(collected->facts, run->arena, TEXT("text"), KIND_EXCEPTION, &exceptions);
    for (size_t at = 0; at < count; at++) {
        struct text frame = fact_text(collected->facts, &exceptions[at], ATTRIBUTE_EXCEPTION_FRAME);
        if (text_starts(frame, "/"))
            return false;
        if (frame.size > 2 && frame.at[1] == ':' && (frame.at[2] == '\\' || frame.at[2] == '/'))
            return true;
    }
    return false;
}

/* Commands are quoted for the shell of the machine they are meant for. */
static enum shell shell_of(struct run *run, struct collected *collected) {
    struct entity machine = {TEXT("machine"), KIND_MACHINE, TEXT("")},
                  session = {TEXT("machine"), KIND_SESSION, TEXT("")};
    struct entity listing = {TEXT("listing:1"), KIND_MACHINE, TEXT("")};
    struct text system = fact_text(collected->facts, &machine, ATTRIBUTE_MACHINE_SYSTEM);
    system = system.size ? system : fact_text(collected->facts, &listing, ATTRIBUTE_MACHINE_SYSTEM);
    if (!text_is(system, "windows") && (system.size || !has_windows_frames(run, collected)))
        return SHELL_POSIX;
    return text_is(fact_text(collected->facts, &session, ATTRIBUTE_SESSION_SHELL), "cmd") ? SHELL_CMD
                                                                                          : SHELL_POWERSHELL;
}

static void note_place(struct run *run, struct collected *collected, struct text place) {
    const struct slot slots[] = {{"place", place}};
    value_append(run->arena, &collected->notes, value_text(run_say(run, "note.replayed", slots, 1)));
}

/* "plumb explain -v log.txt": what was asked, in full. Nothing where it is in full already, or where the text is gone.
 */
static struct text details_of(struct run *run, const char *verb, struct text subject) {
    struct text command = {0};
    bool is_text = text_is(text_of(verb), "explain");
    const struct text words[] = {TEXT("plumb"), text_of(verb), TEXT("-v"), subject};
    if (!run->options.verbose && !(is_text && text_is(subject, "-")))
        quote_command(run->arena, SHELL_POSIX, words, is_text ? 4 : 3, &command, NULL);
    return command;
}

static struct value verb_names(struct run *run) {
    struct value names = value_list();
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (!verb->hidden)
            value_append(run->arena, &names, value_string(verb->name));
    return names;
}

struct report_model make_report(struct run *run, const char *verb, struct text subject, struct collected *collected,
                                bool is_text) {
    struct text place = collected->replayed        ? subject
                        : run->options.replay.size ? run->options.replay
                                                   : run->options.sysroot;
    if (place.size)
        note_place(run, collected, place);
    dropins_note(run, &collected->notes);
    struct findings_request request = {
        .facts = collected->facts,
        .knowledge = run->knowledge,
        .language = run->language,
        .shell = shell_of(run, collected),
        .version = PLUMB_VERSION_TEXT,
        .verb = text_of(verb),
        .subject_name = subject,
        .replayed = place.size > 0,
        .with_facts = run->options.verbose && run->options.format == FORMAT_JSON,
        .with_why = run->options.why,
        .is_text = is_text,
        .more = details_of(run, verb, subject),
        .verbs = verb_names(run),
        .missing = collected->missing,
        .notes = collected->notes,
    };
    return findings_make(run->arena, &request);
}
