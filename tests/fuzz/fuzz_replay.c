/* A capture from anywhere is refused, or answers questions. */
#include "fuzz.h"
#include "os/ask.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const paths[] = {"/etc/os-release", "/proc/driver/nvidia/version", "/usr/bin/python3",
                                        "C:\\x\\y.dll"};
    struct arena *arena = arena_new();
    struct machine *machine;
    struct error error;
    if (machine_replay(arena, fuzz_text(arena, data, size), TEXT("-"), &machine, &error)) {
        for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
            struct text path = text_of(paths[i]);
            bool missing;
            ask_text(machine, arena, path);
            ask_list(machine, arena, path);
            ask_stat(machine, arena, path);
            path_resolve(machine, arena, path, &missing);
        }
        ask_variable(machine, arena, "PATH");
        ask_simple(machine, arena, QUESTION_SYSTEM);
        ask_simple(machine, arena, QUESTION_USER);
    }
    arena_free(arena);
    return 0;
}
