/* What the tests of this room share: a folder per test, and machines. */
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "os/ask.h"
#include "os/capture.h"
#include "unit_test.h"

#define assert_text(got, expected) assert_spans((got), text_of(expected), __FILE__, __LINE__)

static inline struct text json_of(struct arena *arena, struct value value) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, &value, JSON_ONE_LINE);
    return buffer_text(&buffer);
}

/* --- machines --- */

#define LINUX_CAPTURE "plumb-capture/1\n{\"machine\": {\"system\": \"linux\"}}\n"
#define WINDOWS_CAPTURE "plumb-capture/1\n{\"machine\": {\"system\": \"windows\"}}\n"

static inline struct machine *replayed(struct arena *arena, const char *capture) {
    struct machine *machine = NULL;
    struct error error = {{0}};
    if (!machine_replay(arena, text_of(capture), TEXT("test"), &machine, &error))
        fail_msg("%s", error.message);
    return machine;
}

/* --- folders --- */

static inline struct text new_folder(struct arena *arena) {
    struct text path = text_copy(arena, TEXT("/tmp/plumb-os-XXXXXX"));
    assert_non_null(mkdtemp((char *)path.at));
    return path;
}

static inline void remove_folder(struct text path) {
    char command[512];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s'; rm -rf '%s'", path.at, path.at);
    assert_int_equal(system(command), 0);
}

static inline struct text below(struct arena *arena, struct text folder, const char *name) {
    return text_format(arena, TEXT_FORMAT "/%s", TEXT_ARGUMENTS(folder), name);
}

static inline void write_text(struct text path, struct text content) {
    FILE *file = fopen(path.at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content.at, 1, content.size, file), content.size);
    assert_int_equal(fclose(file), 0);
}

/* --- processes --- */

/* Is this a process of the group that has not ended? One that has may wait long for init to notice. */
static inline bool runs_in_group(const char *process, long group) {
    char path[300], line[512] = "";
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    char *behind_name = strrchr(line, ')'), *end;
    if (!read || behind_name == NULL || behind_name[2] == 'Z' || behind_name[2] == 'X')
        return false;
    strtol(behind_name + 3, &end, 10); /* its parent */
    return strtol(end, NULL, 10) == group;
}

/* Is nobody left in a group of processes, within a second? */
static inline bool group_is_gone(long group) {
    for (int i = 0; i < 100; i++, usleep(10000)) {
        DIR *processes = opendir("/proc");
        assert_non_null(processes);
        bool gone = true;
        for (const struct dirent *entry; gone && (entry = readdir(processes)) != NULL;)
            gone = entry->d_name[0] < '0' || entry->d_name[0] > '9' || !runs_in_group(entry->d_name, group);
        closedir(processes);
        if (gone)
            return true;
    }
    return false;
}
