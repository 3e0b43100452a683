/* What judging a copied command shares: where its torch may come from, and which build that is. */
#pragma once

#include "command_line.h"
#include "room.h"

enum { MOST_FAULTS = 24 };

struct judging_command {
    struct plan *plan;
    struct command_line command;
    struct plan_fault *faults;
    struct plan_check *check;
    struct text spec;    /* the public part of what is asked of torch; empty for any */
    struct text flavour; /* the local part, the backend or the only index; empty when open */
    struct text index_flavour, backend;
    bool pypi;      /* may torch come from PyPI? */
    bool elsewhere; /* and from PyTorch's index or page? */
};

void check_fault(struct judging_command *judging, bool is_error, const char *id, const struct slot *slots,
                 size_t count);
void check_packages(struct judging_command *judging, struct node row); /* that stand beside torch in the command */
struct text check_version(struct text spec);                           /* "2.3.1+cu121" of "==2.3.1+cu121" */
struct text check_public(struct text spec);                            /* "==2.3.1" of it */
struct text check_flavour_of_url(struct text url); /* "cu121" of ".../whl/cu121"; empty for other addresses */
/* Which of PyPI and PyTorch's indexes, pages and backends the command looks at. */
void check_read_indexes(struct judging_command *judging);
/* The build that would be installed; missing when there is none where the command looks. */
struct node check_build(const struct judging_command *judging, bool with_wheel);
struct text
check_flavours_there(const struct judging_command *judging); /* of the wanted versions on the platform, by blanks */
bool check_newer_than_known(const struct judging_command *judging);
