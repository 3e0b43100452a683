/* What the readers of listings share. Each of them is shown a line and says whether it was one of its own; the first
 * that does takes it. They state what they read; nothing is printed, nothing fails. Internal to listing.c. */
#pragma once

#include "base/buffer.h"
#include "formats/listing.h"

/* How a thing came to be stated. Of two statements of one name the stronger one comes first. */
enum strength {
    STATED_BY_PATH,    /* a path that is named for it */
    STATED_IN_PASSING, /* part of another name, of a path, of a message */
    STATED_BY_LIST,    /* by metadata of packages, or by a program that had to look it up */
    STATED_DIRECTLY,   /* by the thing itself: the torch that was imported, the driver that answered */
};

/* Where cards are enumerated. One enumeration counts: the strongest, then the first. */
enum card_origin {
    CARDS_IN_PASSING, /* a message names a card */
    CARDS_LOGGED,     /* a log line for each card */
    CARDS_ON_BUS,     /* lspci */
    CARDS_IN_FIELD,   /* "GPU 0: ...", "GPU: ..." */
    CARDS_IN_BANNER,  /* "CUDA:0 (...)" */
    CARDS_BY_SMI,
};

struct statement {
    const char *name;
    struct value value;
    int64_t line;
    enum strength strength;
    size_t block;
    unsigned char by; /* which reader stated it */
};

struct card {
    struct text name;
    struct text device, driver; /* PCI device number and kernel driver, where lspci states them; else empty */
    int64_t line;
};

struct cards {
    enum card_origin origin;
    struct card *items;
    size_t count, capacity;
    int64_t last_index, last_line;
    size_t block;
};

enum { MOST_BLOCKS = 32 }; /* of one text */

/* Columns of nvidia-smi --query-gpu. */
enum query_column { QUERY_OTHER, QUERY_NAME, QUERY_DRIVER, QUERY_INDEX };
enum { MOST_COLUMNS = 32 };

/* Lines that differ only in their numbers; how often they stated nothing. */
struct listing_shape {
    uint64_t hash;
    unsigned idle;
};
enum { MOST_SHAPES = 64 };

enum { MOST_EXPECTED = 16, LONGEST_PACKAGE_NAME = 80, LONGEST_PAIRS_LABEL = 24 };

struct listing_reader {
    struct arena *arena;   /* for what is remembered */
    struct arena *scratch; /* for a line's own needs */
    int64_t line;          /* the one that is read */
    unsigned char by;      /* the reader that is shown it */
    size_t block;          /* the listing it stands in */
    unsigned heads;        /* of the programs whose listings the block holds */
    struct statement *statements;
    size_t count, capacity;
    struct cards *enumerations;
    size_t enumeration_count, enumeration_capacity;

    struct listing_shape shapes[MOST_SHAPES]; /* by their hash */

    /* Lines that mean something only behind another one. */
    int64_t torch_line;    /* last field that stated torch's version */
    int64_t paddle_line;   /* "Paddle version:", the head of its listing */
    int64_t driver_line;   /* last field that stated the driver's */
    int64_t cudnn_line;    /* "cuDNN version: Probably one of the following:" */
    int64_t mismatch_line; /* "The detected CUDA version (11.8) mismatches ..." */
    int64_t found_line;    /* "Found device 0 with properties" */
    int64_t found_index;
    int64_t bus_line;     /* the last card that lspci listed */
    bool bus_open;        /* has no other device been listed since? */
    int64_t adapter_line; /* the last card that Windows named */
    bool adapter_is_ours;
    int64_t engine_line;  /* "Server Version:" of docker info */
    int64_t device_line;  /* "Device Minor:" of nvidia-container-cli */
    int64_t columns_line; /* the last one of a table of --query-gpu */
    unsigned char columns[MOST_COLUMNS];
    size_t column_count;
    int64_t shown_line; /* "Name: torch" of `pip show` */
    char shown_name[LONGEST_PACKAGE_NAME];
    size_t shown_size;
    int64_t heading_line; /* "### Operating system", "OS:", "torch" */
    int heading_meaning;
    enum heading { HEADING_MARKED, HEADING_FIELD, HEADING_BARE } heading;
    int64_t base_line;    /* "active environment : base" of conda info */
    int64_t display_line; /* lshw's "*-display" */
    struct text display_name;
    int64_t board_line;   /* a Jetson's "L4T: 36.4.3" */
    int64_t removal_line; /* "Uninstalled 2 packages in 80ms": uv */
    int64_t python_line;  /* "----------Python Info----------" */
    int64_t wish_line;    /* "Requirements:" */
    int64_t pairs_line;   /* "Platform: arch=AMD64 ..." */
    char pairs_label[LONGEST_PAIRS_LABEL];
    size_t pairs_size;
    bool cuda_section; /* "* CUDA:" */
    bool card_list;    /* "- GPU:", then one card in each line */
    enum package_table { NO_TABLE, PIP_TABLE, CONDA_TABLE } table;

    /* Expressions whose output the next lines show. */
    unsigned char expected[MOST_EXPECTED];
    size_t expected_count;
    int64_t expected_line;
    int64_t asked_line; /* the last one that asked */
};

/* Everything is copied. A statement that was made before is not repeated. */
void listing_state(struct listing_reader *reader, const char *name, struct value value, enum strength strength);
void listing_state_text(struct listing_reader *reader, const char *name, struct text text, enum strength strength);
void listing_state_none(struct listing_reader *reader, const char *name, enum strength strength);

/* torch's version, and what its local part tells about the build: "+cu121", "+cpu", "+rocm6.0". */
void listing_state_torch(struct listing_reader *reader, struct text version, enum strength strength);
/* A distribution; `build` is conda's ("py3.8_cuda11.3_cudnn8.2.0_0"), or empty. */
void listing_state_package(struct listing_reader *reader, struct text name, struct text version, struct text build);

/* `index` is the card's own, or -1. Returns false for what is no name of a card. */
bool listing_add_card(struct listing_reader *reader, enum card_origin origin, int64_t index, struct text name);
/* The card that was added last; only after listing_add_card() said true. */
struct card *listing_last_card(struct listing_reader *reader);
/* The enumeration that counts for a subject; NULL without any. */
const struct cards *listing_best_cards(const struct listing_reader *reader, const size_t *subjects, size_t subject);

/* NULL for a line that is too short to be a log's. */
struct listing_shape *listing_shape_of(struct listing_reader *reader, struct text line);
bool listing_is_repeat(const struct listing_shape *shape);
void listing_note_shape(struct listing_shape *shape, bool stated);

/* Does another block begin with this line? */
void listing_begin(struct listing_reader *reader, struct text line);
/* The subject of each block, from 0; `subjects` has room for MOST_BLOCKS. Returns how many there are. */
size_t listing_subjects(const struct listing_reader *reader, size_t *subjects);

/* "121" is 12.1, "92" 9.2, "11040" 11.4: how CUDA writes its version without a dot. */
bool listing_cuda_of_tag(struct arena *arena, struct text digits, struct text *version);
bool listing_cuda_of_number(struct arena *arena, struct text digits, struct text *version);

bool listing_read_session(struct listing_reader *reader, struct text line);
bool listing_read_smi(struct listing_reader *reader, struct text line);
bool listing_read_process(struct listing_reader *reader, struct text line);
bool listing_read_system(struct listing_reader *reader, struct text line);
bool listing_read_windows(struct listing_reader *reader, struct text line);
/* `ldconfig -p`, `ldd`: "library:<name>" with the path. */
bool listing_read_loader(struct listing_reader *reader, struct text line);
bool listing_read_query(struct listing_reader *reader, struct text line);
bool listing_read_package(struct listing_reader *reader, struct text line);
bool listing_read_banner(struct listing_reader *reader, struct text line);
bool listing_read_log(struct listing_reader *reader, struct text line);
bool listing_read_trainer(struct listing_reader *reader, struct text line);
bool listing_read_field(struct listing_reader *reader, struct text line);
/* Notes a heading of what is wished for, not there: "Requirements:". */
void listing_note_wishes(struct listing_reader *reader, struct text line);
bool listing_wishes(const struct listing_reader *reader);
bool listing_read_pairs(struct listing_reader *reader, struct text line);
bool listing_read_terse(struct listing_reader *reader, struct text line);
