/* What the name of a field means. Internal to listing_field.c. */
#pragma once

#include "base/text.h"

enum meaning {
    MEANS_TORCH,
    MEANS_TORCH_CUDA,
    MEANS_TORCH_HIP,
    MEANS_PYTHON,
    MEANS_OS,
    MEANS_PLATFORM, /* names the system less well than MEANS_OS */
    MEANS_PYTHON_PLATFORM,
    MEANS_CARD,
    MEANS_DEVICE,     /* a card, or just "cuda" */
    MEANS_CARD_MODEL, /* a model may be a number alone */
    MEANS_AVAILABLE,
    MEANS_DRIVER,
    MEANS_DRIVER_BARE, /* whose driver is told by its version */
    MEANS_DRIVER_CUDA,
    MEANS_PADDLE, /* what follows is its environment */
    MEANS_CUDA,   /* whose is told by where it stands */
    MEANS_TOOLKIT,
    MEANS_CUDNN,
    MEANS_CUDA_AND_CUDNN,
    MEANS_NUMPY,
    MEANS_TORCHVISION,
    MEANS_TORCHAUDIO,
    MEANS_LIBC,
    MEANS_NOTHING,
};

/* `key` in its normal form, see listing_split.h. */
enum meaning listing_meaning(struct text key);
/* `key` as it is written, by its words. */
enum meaning listing_meaning_of_words(struct text key);
