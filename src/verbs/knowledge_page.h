/* One screen of `plumb knowledge`, and the same as JSON: what each of its subjects fills.
 *
 * Texts are ids below `lookup.` of knowledge/texts; labels of lines are texts too. Whatever comes from the command line
 * is scrubbed by the page. Rows carry their sources; page_cite() collects them, page_end() prints and names them. */
#pragma once

#include "run.h"

struct page {
    struct run *run;
    struct buffer out;  /* the text */
    struct value json;  /* a map */
    struct value cited; /* ids of sources, in the order of citing */
};

struct page page_new(struct run *run, const char *about, struct text asked);
void page_set(struct page *page, const char *name, struct value value);
/* The first line, and an empty one. */
void page_title(struct page *page, struct text title);
/* "  label   text", wrapped; the text says `id` with these slots. */
void page_say(struct page *page, const char *label, const char *id, const struct slot *slots, size_t count);
void page_line(struct page *page, const char *label, struct text text);
/* The same, never broken: commands, and lines of a list. */
void page_whole(struct page *page, const char *label, struct text text);
void page_cite(struct page *page, struct text ids); /* by blanks */
void page_cite_list(struct page *page, struct node ids);
int page_end(struct page *page);

struct value node_to_value(struct arena *arena, struct node node);
/* What is not on record: one line, and wrong usage. */
int page_unknown(struct run *run, const char *about, struct text asked);

/* What the subjects look up. Versions are compared as such; what is no version is not older. */
bool is_older(struct text one, struct text other);
struct text page_newest(const struct run *run, const char *table, const char *column);
struct node page_row(const struct run *run, const char *table, const char *column,
                     struct text key); /* the first; or missing */
struct text page_or_unknown(struct run *run, struct text text);
/* The table ends somewhere; what comes later is newer, not wrong. Ends the page. */
int page_newer(struct page *page, const char *id, struct text asked, struct text newest);

/* The wheels on PyPI of a release of torch, on the page about it. */
void page_wheels(struct page *page, struct text torch);
/* Builds whose cuDNN has no code for the oldest cards that they themselves have code for. */
void page_cudnn_gaps(struct page *page, struct text torch);

/* The subjects. `words` is what stands behind the subject's name. */
int knowledge_gpu(struct run *run, const struct text *words, size_t count);
int knowledge_cuda(struct run *run, const struct text *words, size_t count);
int knowledge_driver(struct run *run, const struct text *words, size_t count);
int knowledge_torch(struct run *run, const struct text *words, size_t count);
int knowledge_python(struct run *run, const struct text *words, size_t count);
int knowledge_mirror(struct run *run, const struct text *words, size_t count);
int knowledge_library(struct run *run, const struct text *words, size_t count);
int knowledge_package(struct run *run, const struct text *words, size_t count);
/* Of torch's own companions; false when it is none. */
bool knowledge_companion(struct run *run, struct text asked, struct text name, struct text wish, int *status);
int knowledge_xid(struct run *run, const struct text *words, size_t count);
int knowledge_sxid(struct run *run, const struct text *words, size_t count);
int knowledge_error(struct run *run, const struct text *words, size_t count);
int knowledge_cause_page(struct run *run, const struct text *words, size_t count);
int knowledge_myth(struct run *run, const struct text *words, size_t count);
int knowledge_compile_folder(struct run *run, const struct text *words, size_t count);
int knowledge_check_folder(struct run *run, const struct text *words, size_t count);
