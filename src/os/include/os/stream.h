/* Bytes in and out of this process: terminal, pipes, and files the user named. */
#pragma once

#include "base/error.h"
#include "base/text.h"

enum stream { STREAM_INPUT = 0, STREAM_OUTPUT = 1, STREAM_ERROR = 2 };

bool stream_is_terminal(enum stream stream);
unsigned stream_columns(enum stream stream); /* 0 when it is no terminal or does not say */
/* Writes all. False when it could not; a reader that went away (EPIPE) also gives false, without a message. */
bool stream_write(enum stream stream, struct text text, struct error *error);
bool stream_write_descriptor(int descriptor, struct text text, struct error *error);

/* A file the user named ("-" is standard input), for reading from the start. A directory or a device is refused. */
struct input;
bool input_open(struct arena *arena, struct text path, struct input **input, struct error *error);
/* Fills up to `size` bytes; returns how many, 0 at the end, negative when reading failed (then `error` says why). */
int64_t input_read(struct input *input, void *out, size_t size, struct error *error);
void input_close(struct input *input);
/* The whole of it, at most `limit` bytes; more is an error that names the limit. */
bool input_read_all(struct arena *arena, struct text path, size_t limit, struct text *content, struct error *error);

/* Writes a file the user named, by a temporary beside it and a rename, so that it is whole or not there. */
bool output_write(struct arena *arena, struct text path, struct text content, struct error *error);
