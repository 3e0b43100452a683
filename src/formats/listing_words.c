/* What a name of a field means by its words, where no program is known for it: "my GPU", "PyTorch build CUDA version",
 * "OS Platform and Distribution". A word that is not known makes the whole unknown. */
#include "listing_keys.h"

#include "scan.h"

enum word {
    WORD_NOTHING = 0, /* says nothing by itself */
    WORD_TORCH = 1 << 0,
    WORD_CUDA = 1 << 1,
    WORD_CUDNN = 1 << 2,
    WORD_PYTHON = 1 << 3,
    WORD_DRIVER = 1 << 4,
    WORD_TOOLKIT = 1 << 5,
    WORD_CARD = 1 << 6,
    WORD_NAME = 1 << 7,
    WORD_MEMORY = 1 << 8,
    WORD_AVAILABLE = 1 << 9,
    WORD_SYSTEM = 1 << 10,
    WORD_NUMPY = 1 << 11,
    WORD_VISION = 1 << 12,
    WORD_AUDIO = 1 << 13,
    WORD_HIP = 1 << 14,
    WORD_MAKE = 1 << 15,
    WORD_DEVICE = 1 << 16,
    WORD_NUMBER = 1 << 17,
};

static const struct {
    const char *word;
    unsigned means;
} words[] = {
    {"torch", WORD_TORCH},
    {"pytorch", WORD_TORCH},
    {"cuda", WORD_CUDA},
    {"cudnn", WORD_CUDNN},
    {"python", WORD_PYTHON},
    {"python3", WORD_PYTHON},
    {"driver", WORD_DRIVER},
    {"drivers", WORD_DRIVER},
    {"toolkit", WORD_TOOLKIT},
    {"nvcc", WORD_TOOLKIT},
    {"sdk", WORD_TOOLKIT},
    {"runtime", WORD_TOOLKIT},
    {"gpu", WORD_CARD},
    {"gpus", WORD_CARD},
    {"graphics", WORD_CARD},
    {"card", WORD_CARD},
    {"cards", WORD_CARD},
    {"device", WORD_DEVICE},
    {"video", WORD_CARD},
    {"name", WORD_NAME},
    {"names", WORD_NAME},
    {"model", WORD_NAME},
    {"models", WORD_NAME},
    {"memory", WORD_MEMORY},
    {"vram", WORD_MEMORY},
    {"available", WORD_AVAILABLE},
    {"availability", WORD_AVAILABLE},
    {"active", WORD_AVAILABLE},
    {"enabled", WORD_AVAILABLE},
    {"support", WORD_AVAILABLE},
    {"working", WORD_AVAILABLE},
    {"os", WORD_SYSTEM},
    {"operating", WORD_SYSTEM},
    {"distribution", WORD_SYSTEM},
    {"distro", WORD_SYSTEM},
    {"numpy", WORD_NUMPY},
    {"torchvision", WORD_VISION},
    {"torchaudio", WORD_AUDIO},
    {"hip", WORD_HIP},
    {"rocm", WORD_HIP},
    {"nvidia", WORD_MAKE},
    {"version", WORD_NOTHING},
    {"versions", WORD_NOTHING},
    {"ver", WORD_NOTHING},
    {"build", WORD_NOTHING},
    {"built", WORD_NOTHING},
    {"compiled", WORD_NOTHING},
    {"used", WORD_NOTHING},
    {"using", WORD_NOTHING},
    {"with", WORD_NOTHING},
    {"by", WORD_NOTHING},
    {"of", WORD_NOTHING},
    {"for", WORD_NOTHING},
    {"in", WORD_NOTHING},
    {"and", WORD_NOTHING},
    {"my", WORD_NOTHING},
    {"your", WORD_NOTHING},
    {"the", WORD_NOTHING},
    {"is", WORD_NOTHING},
    {"current", WORD_NOTHING},
    {"installed", WORD_NOTHING},
    {"has", WORD_NOTHING},
    {"system", WORD_NOTHING},
    {"local", WORD_NOTHING},
    {"physical", WORD_NOTHING},
    {"detected", WORD_NOTHING},
    {"configuration", WORD_NOTHING},
    {"platform", WORD_NOTHING},
    {"type", WORD_NOTHING},
    {"host", WORD_NOTHING},
    {"hardware", WORD_DEVICE},
    {"what", WORD_NOTHING},
    {"which", WORD_NOTHING},
    {"are", WORD_NOTHING},
    {"you", WORD_NOTHING},
    {"running", WORD_NOTHING},
    {"on", WORD_NOTHING},
    {"do", WORD_NOTHING},
    {"use", WORD_NOTHING},
};

static const struct {
    unsigned words;
    enum meaning meaning;
} meanings[] = {
    {WORD_TORCH, MEANS_TORCH},
    {WORD_TORCH | WORD_CUDA, MEANS_TORCH_CUDA},
    {WORD_TORCH | WORD_CUDA | WORD_TOOLKIT, MEANS_TORCH_CUDA},
    {WORD_TORCH | WORD_HIP, MEANS_TORCH_HIP},
    {WORD_TORCH | WORD_CUDNN, MEANS_CUDNN},
    {WORD_CUDNN, MEANS_CUDNN},
    {WORD_CUDA | WORD_CUDNN, MEANS_CUDA_AND_CUDNN},
    {WORD_CUDA, MEANS_CUDA},
    {WORD_CUDA | WORD_TOOLKIT, MEANS_TOOLKIT},
    {WORD_CUDA | WORD_DRIVER, MEANS_DRIVER_CUDA},
    {WORD_TOOLKIT, MEANS_TOOLKIT},
    {WORD_PYTHON, MEANS_PYTHON},
    {WORD_DRIVER, MEANS_DRIVER},
    {WORD_CARD | WORD_DRIVER, MEANS_DRIVER},
    {WORD_CARD, MEANS_CARD},
    {WORD_CARD | WORD_NAME, MEANS_CARD_MODEL},
    {WORD_CARD | WORD_NAME | WORD_MEMORY, MEANS_CARD},
    {WORD_CARD | WORD_NAME | WORD_AVAILABLE, MEANS_CARD},
    {WORD_CARD | WORD_NAME | WORD_CUDA, MEANS_CARD},
    {WORD_CARD | WORD_TORCH, MEANS_CARD},
    {WORD_CARD | WORD_CUDA, MEANS_DEVICE},
    {WORD_DEVICE, MEANS_DEVICE},
    {WORD_DEVICE | WORD_CUDA, MEANS_DEVICE},
    {WORD_DEVICE | WORD_TORCH, MEANS_DEVICE},
    {WORD_DEVICE | WORD_CARD, MEANS_CARD},
    {WORD_DEVICE | WORD_NAME, MEANS_CARD},
    {WORD_DEVICE | WORD_NAME | WORD_CUDA, MEANS_CARD},
    {WORD_DEVICE | WORD_NAME | WORD_CARD, MEANS_CARD},
    {WORD_CARD | WORD_AVAILABLE, MEANS_AVAILABLE},
    {WORD_CUDA | WORD_AVAILABLE, MEANS_AVAILABLE},
    {WORD_CARD | WORD_TORCH | WORD_AVAILABLE, MEANS_AVAILABLE},
    {WORD_CUDA | WORD_TORCH | WORD_AVAILABLE, MEANS_AVAILABLE},
    {WORD_SYSTEM, MEANS_OS},
    {WORD_NUMPY, MEANS_NUMPY},
    {WORD_VISION, MEANS_TORCHVISION},
    {WORD_AUDIO, MEANS_TORCHAUDIO},
};

static bool add_word(struct text word, unsigned *means) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_equal_folded(word, text_of(words[i].word))) {
            *means |= words[i].means;
            return true;
        }
    *means |= WORD_NUMBER; /* of one card among others */
    return scan_digits(&word, 1, 2) && !word.size;
}

enum meaning listing_meaning_of_words(struct text key) {
    unsigned means = 0;
    if (text_starts(key, "build.")) /* what xFormers was built with */
        return MEANS_NOTHING;
    while (key.size) {
        if (key.at[0] == '(') /* "OS (e.g., Linux)" */
            key = text_from(key, text_find_byte(key, ')'));
        size_t size = 0;
        while (size < key.size && (scan_is_name(key.at[size]) && key.at[size] != '_'))
            size++;
        if (size && !add_word(text_until(key, size), &means))
            return MEANS_NOTHING;
        if (!size && ((unsigned char)key.at[0] >= 0x80 || key.at[0] == '#'))
            return MEANS_NOTHING;
        key = text_from(key, size ? size : 1);
    }
    means &= ~(unsigned)WORD_MAKE;
    if (means & (WORD_CARD | WORD_DEVICE))
        means &= ~(unsigned)WORD_NUMBER;
    for (size_t i = 0; means && i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].words == means)
            return meanings[i].meaning;
    return MEANS_NOTHING;
}
