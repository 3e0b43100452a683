#include "script.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A line's first and second word, and what follows. */
struct line {
    char *word, *name, *rest;
};

static struct line lines[128];
static size_t line_count;

/* Cuts the next word off. */
static char *take_word(char **text) {
    char *word = *text + strspn(*text, " \t");
    *text = word + strcspn(word, " \t");
    if (**text)
        *(*text)++ = '\0';
    return word;
}

static void read_line(char *text) {
    struct line line = {.word = take_word(&text)};
    if (line.word[0] == '\0' || line.word[0] == '#' || line_count == sizeof lines / sizeof *lines)
        return;
    line.name = take_word(&text);
    line.rest = text + strspn(text, " \t");
    lines[line_count++] = line;
}

/* Once, when something is first asked. A test that forgot the file must not pass. */
static void read_script(void) {
    static char content[16384];
    static bool done;
    if (done)
        return;
    const char *path = getenv("PLUMB_FAKE_DRIVER");
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file) {
        fprintf(stderr, "fake driver: PLUMB_FAKE_DRIVER names no file\n");
        abort();
    }
    size_t size = fread(content, 1, sizeof content - 1, file);
    fclose(file);
    content[size] = '\0';
    for (char *rest = content, *text; (text = strsep(&rest, "\n"));)
        read_line(text);
    done = true;
}

/* Does a name in the file mean this function? */
static bool means(const char *name, const char *function) {
    size_t size = strlen(name);
    if (size && name[size - 1] == '*')
        return strncmp(name, function, size - 1) == 0;
    return strncmp(name, function, size) == 0 && (!function[size] || strncmp(function + size, "_v", 2) == 0);
}

static const struct line *find_line(const char *word, const char *function) {
    read_script();
    for (size_t at = 0; at < line_count; at++)
        if (strcmp(lines[at].word, word) == 0 && (!function || means(lines[at].name, function)))
            return &lines[at];
    return NULL;
}

const char *script_value(const char *word) {
    const struct line *line = find_line(word, NULL);
    return line ? line->name : NULL;
}

bool script_says(const char *word, const char *function) {
    return find_line(word, function) != NULL;
}

unsigned script_gpu_count(void) {
    struct gpu gpu;
    unsigned count = 0;
    while (script_gpu(count, &gpu))
        count++;
    return count;
}

bool script_gpu(unsigned index, struct gpu *gpu) {
    read_script();
    for (size_t at = 0; at < line_count; at++) {
        if (strcmp(lines[at].word, "gpu") != 0 || index-- != 0)
            continue;
        return sscanf(lines[at].name, "%x:%x:%x", &gpu->domain, &gpu->bus, &gpu->device) == 3 &&
               sscanf(lines[at].rest, "\"%95[^\"]\" %d.%d %llu", gpu->name, &gpu->major, &gpu->minor, &gpu->mib) == 4;
    }
    return false;
}

/* Without a line end: what a library prints may run into anything. */
static void print(const char *quoted) {
    size_t size = strlen(quoted);
    printf("%.*s", size > 2 ? (int)size - 2 : 0, quoted + 1);
    fflush(stdout);
}

static void wait_for(long milliseconds) {
    struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

bool script_enter(const char *function, int *code) {
    const struct line *line;
    if ((line = find_line("print", function)))
        print(line->rest);
    if ((line = find_line("slow", function)))
        wait_for(strtol(line->rest, NULL, 10));
    if (script_says("crash", function))
        raise(SIGSEGV);
    while (script_says("hang", function))
        pause();
    for (size_t at = 0; at < line_count; at++) {
        if (!means(lines[at].word, function))
            continue;
        *code = (int)strtol(lines[at].name, NULL, 10);
        return true;
    }
    return false;
}

bool script_give(const char *function, const char *text, char *buffer, size_t size) {
    if (script_says("fill", function)) {
        memset(buffer, 'x', size);
        return true;
    }
    if (strlen(text) >= size)
        return false;
    memcpy(buffer, text, strlen(text) + 1);
    return true;
}
