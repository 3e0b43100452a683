/* What people paste, made plain: bytes of any of the usual encodings become lines of UTF-8 as the program printed them.
 *
 * UTF-8, UTF-16 (with or without a byte order mark) and GBK are told apart; other bytes become U+FFFD. From each line
 * are removed: ANSI escape sequences, all but the last state of a carriage-return progress bar, quote marks ("> "), a
 * time stamp, a rank or container prefix ("[rank0]: ", "worker-0: ", "0: "), the frame of a box-drawn traceback, HTML
 * tags of an issue. Indentation is kept. The line number is that of the pasted text, from 1; a line that <br> or a bare
 * carriage return divides gives several with one number. What a console or a mail program broke is told by
 * paste_wrapping_of() and put together by who reads. */
#pragma once

#include "base/value.h"

struct paste_line {
    struct text text;  /* plain */
    struct text whole; /* the same with its prefix, as wide as it was */
    int64_t number;
    /* From its prefix. */
    int64_t rank;        /* -1 without */
    int64_t pid;         /* -1 without */
    int64_t time;        /* of its stamp, in milliseconds of no particular zone; PASTE_NO_TIME without */
    struct text process; /* "RayWorkerWrapper pid=123, ip=10.0.0.2"; empty without */
};

enum { PASTE_NO_TIME = -1 };

/* May two stamps be put in order? One with a date and one without may not. */
bool paste_comparable(int64_t left, int64_t right);

/* The whole text as UTF-8; the same bytes when it was plain already. */
struct text paste_decode(struct arena *arena, struct text bytes);

/* The same in two steps, for a text that comes in blocks: the encoding is told from the first one. A block of UTF-16
 * must hold whole units, another one whole lines. */
enum paste_encoding { PASTE_UTF8, PASTE_UTF16_LITTLE, PASTE_UTF16_BIG, PASTE_GBK };
enum paste_encoding paste_detect(struct text beginning);
struct text paste_decode_as(struct arena *arena, struct text bytes, enum paste_encoding encoding);

/* Takes the next line off `rest` (decoded). False at the end. Set `rest` and leave the others 0. */
struct paste_reader {
    struct text rest;
    int64_t number;
    bool divided; /* `rest` begins within line `number` */
};
bool paste_next(struct arena *arena, struct paste_reader *reader, struct paste_line *line);

/* How a text's lines are broken: at the last column of a console (`edge`, 0 when at none), or by a mail program, which
 * broke where a word would have stood behind column `mail` (0 when none did). Told from its beginning. */
struct paste_wrapping {
    size_t edge, mail;
};
struct paste_wrapping paste_wrapping_of(struct text decoded);
/* Does `next` go on with a line that a console broke? */
bool paste_goes_on(const struct paste_wrapping *wrapping, const struct paste_line *line, const struct paste_line *next);
/* May `next` go on with a line that a mail program broke at a blank? */
bool paste_may_go_on(const struct paste_wrapping *wrapping, const struct paste_line *line,
                     const struct paste_line *next);
/* Does the line ask something of Python, by a program, a command or at a prompt? */
bool paste_asks_python(struct text line);
/* Is `line` asked of Python, at its prompt or by a command, and `next` short enough for the answer? */
bool paste_is_answered(const struct paste_line *line, const struct paste_line *next);
