/* Which cards a person's name for a card means: rows of the table `gpus`.
 *
 * A name may be what a program prints ("NVIDIA GeForce RTX 3090 Ti", "A100-SXM4-40GB", "GeForce RTX 208..."), what
 * people type
 * ("3090ti", "rtx 4090 laptop", "4060M"), a PCI id ("10de:2684", "2684", a line of lspci, "PCI\VEN_10DE&DEV_2684"), a
 * chip
 * ("AD102") or a capability ("sm_89", "8.9"). Names of cards are compared word by word: the number decides which card
 * it is, "Ti", "SUPER", "D" and "Laptop" tell cards of one number apart, and memory or socket that a name does not
 * mention leave several rows. */
#pragma once

#include "knowledge/image.h"

enum product_way { PRODUCT_BY_NAME, PRODUCT_BY_ID, PRODUCT_BY_CHIP, PRODUCT_BY_CAPABILITY };

struct products {
    enum product_way way;
    struct node *rows; /* in the arena, by device id */
    size_t count;
    struct text capability; /* of all of them; empty when they disagree. Borrowed from the image or from the name */
};

/* False when nothing is known under such a name. By capability there may be no row, when only `architectures` knows it.
 */
bool product_find(struct arena *arena, const struct knowledge *knowledge, struct text name, struct products *products);

/* Jetson modules, whose GPU is no PCI device, by name: rows of `gpu_specs`, without an id and a chip. For looking up
 * only: which torch they can have is a matter of JetPack. */
bool product_find_module(struct arena *arena, const struct knowledge *knowledge, struct text name,
                         struct products *products);

/* What these cards have: rows of `gpu_specs`, in the arena. An id that several variants share has several; of these,
 * the ones that are most like `name` where the cards were found by it. */
struct node *product_specifications(struct arena *arena, const struct knowledge *knowledge,
                                    const struct products *products, struct text name, size_t *count);

/* The compute capability of the cards of that name, when they agree. What stands for a card in a listing is never an id
 * or a capability, so only names count. False when none is like it or they disagree. */
bool product_capability(const struct knowledge *knowledge, struct text name, struct text *capability);
/* The PCI vendor: "10de", "1002", "8086"; empty for a name that does not tell. */
struct text product_vendor(const struct knowledge *knowledge, struct text name);
