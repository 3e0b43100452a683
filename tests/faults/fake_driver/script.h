/* The file that says what the fake driver does; README.md has its syntax. Shared by both libraries. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct gpu {
    unsigned domain, bus, device;
    char name[96];
    int major, minor;
    unsigned long long mib;
};

/* The word after `word`, "driver" or "cuda"; NULL without such a line. */
const char *script_value(const char *word);
bool script_gpu(unsigned index, struct gpu *gpu);
unsigned script_gpu_count(void);

/* Is there a line `word function`? */
bool script_says(const char *word, const char *function);
/* To be called first by every function: prints, waits, crashes or hangs as told. True when the file gives `*code`,
 * which is to be returned. */
bool script_enter(const char *function, int *code);
/* Hands a text to the caller's buffer; false when it is too small. */
bool script_give(const char *function, const char *text, char *buffer, size_t size);

/* Exports fake_NAME as NAME unless the file says that it is missing. The loader asks find_NAME when the program looks
 * the name up, and a NULL from it looks to the program as if the library had no such function. */
#define EXPORT(name)                                                                                                   \
    static __attribute__((used)) __typeof__(&fake_##name) find_##name(void) {                                          \
        return script_says("missing", #name) ? NULL : fake_##name;                                                     \
    }                                                                                                                  \
    extern __typeof__(fake_##name) name __attribute__((ifunc("find_" #name), visibility("default")))
