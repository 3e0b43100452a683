/* What the tests of this room share: the worker against a described driver, in a process of its own, since a library is
 * loaded once and may take its process with it. */
#pragma once

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/json.h"
#include "gpu/worker.h"
#include "os/process.h"
#include "unit_test.h"

/* --- the worker's side --- */

static const char *const all_calls[] = {
    "cuInit", /* too early */
    "load_nvml",
    "nvmlSystemGetNVMLVersion",
    "load_libcuda",
    "cuDriverGetVersion",
    "cuDeviceGetCount", /* too early */
    "nvmlDeviceGetCount",
    "nvmlInit",
    "nvmlSystemGetDriverVersion",
    "nvmlSystemGetCudaDriverVersion",
    "nvmlDeviceGetCount",
    "nvmlDeviceDescribe 0",
    "nvmlDeviceDescribe 1",
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceDescribe 0",
    "cuDeviceDescribe 1",
    "load_nvml", /* again */
};

static inline struct answer ask(struct gpu_worker *worker, struct arena *arena, const char *words) {
    struct text rest = text_of(words), name = {0}, argument = {0};
    text_next_word(&rest, &name);
    size_t count = text_next_word(&rest, &argument) ? 1 : 0;
    struct question question = {.kind = QUESTION_CALL, .name = name, .arguments = &argument, .argument_count = count};
    return gpu_worker_call(worker, arena, &question);
}

/* Each answer as a line "call: json". */
static inline void work(struct arena *arena, int output) {
    struct gpu_worker *worker = gpu_worker_new(arena);
    for (size_t at = 0; at < sizeof all_calls / sizeof *all_calls; at++) {
        struct buffer line = buffer_new(arena);
        struct answer answer = ask(worker, arena, all_calls[at]);
        buffer_format(&line, "%s: ", all_calls[at]);
        json_write(&line, &answer.value, JSON_ONE_LINE);
        buffer_add_byte(&line, '\n');
        struct text text = buffer_text(&line);
        if (answer.state != ANSWER_KNOWN || write(output, text.at, text.size) != (ssize_t)text.size)
            _exit(1);
    }
}

/* --- the test's side --- */

struct outcome {
    struct text answers; /* with an LF in front, so that a whole line can be searched */
    int status;          /* as waitpid() gives it */
};

/* Reads until the worker closes its end, or says nothing for a while. */
static inline struct text read_answers(struct arena *arena, int descriptor) {
    enum { PATIENCE_MS = 1000 };
    struct buffer answers = buffer_new(arena);
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    char block[4096];
    buffer_add_byte(&answers, '\n');
    while (poll(&end, 1, PATIENCE_MS) > 0) {
        ssize_t got = read(descriptor, block, sizeof block);
        if (got <= 0)
            break;
        buffer_add(&answers, (struct text){block, (size_t)got});
    }
    return buffer_text(&answers);
}

/* The worker's standard output is the pipe, as for plumb's own. */
static inline struct outcome under(struct arena *arena, const char *driver) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* cmocka's would go on with the next test */
        setenv("PLUMB_FAKE_DRIVER", text_format(arena, "%s/%s.driver", FAKE_DRIVER_FILES, driver).at, 1);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        work(arena, process_set_output_aside());
        exit(0); /* as a program does: what a library still holds is written now */
    }
    close(ends[1]);
    struct outcome outcome = {.answers = read_answers(arena, ends[0])};
    close(ends[0]);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &outcome.status, 0), child);
    return outcome;
}

static inline void expect(struct arena *arena, struct outcome outcome, const char *call, const char *json) {
    struct text line = text_format(arena, "\n%s: %s\n", call, json);
    if (text_contains(outcome.answers, line.at))
        return;
    print_error("missing:%sgot:" TEXT_FORMAT "\n", line.at, TEXT_ARGUMENTS(outcome.answers));
    fail();
}
