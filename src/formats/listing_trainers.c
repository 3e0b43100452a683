/* Banners with which programs that train say what they run on. */
#include "listing_reader.h"

#include "scan.h"

static struct text up_to(struct text text, const char *mark) {
    return text_until(text, text_find(text, text_of(mark)));
}

/* Unsloth: "   \\   /|    NVIDIA GeForce RTX 4090. Num GPUs = 1. Max memory: 23.621 GB. Platform: Linux.", earlier
 * "GPU:
 * ..." and "Platform = Linux."; below it "O^O/ \_/ \    Torch: 2.5.1+cu124. CUDA: 8.9. CUDA Toolkit: 12.4.", where the
 * first is the card's capability and the second torch.version.cuda. */
static bool read_unsloth(struct listing_reader *reader, struct text line) {
    struct text rest = line, version, word;
    int64_t count = 1;
    if (scan_to(&rest, "O^O/") && (scan_to(&rest, "Torch: ") || scan_to(&rest, "Pytorch: "))) {
        if (scan_dotted(&rest, &version))
            listing_state_torch(reader, version, STATED_DIRECTLY);
        if ((scan_to(&rest, "CUDA Toolkit: ") || scan_to(&rest, "CUDA Toolkit = ")) && scan_dotted(&rest, &version))
            listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
        return true;
    }
    rest = line;
    if (!scan_to(&rest, "/|  ") || !text_contains(rest, ". Max memory: "))
        return false;
    scan_blanks(&rest);
    scan_literal(&rest, "GPU: ");
    struct text name = up_to(rest, ". "), behind = rest;
    if (scan_to(&behind, ". Num GPUs = "))
        scan_integer(&behind, &count);
    for (int64_t i = 0; i < count && i < 64; i++)
        listing_add_card(reader, CARDS_IN_BANNER, i, name);
    if ((scan_to(&rest, "Platform: ") || scan_to(&rest, "Platform = ")) && text_next_word(&rest, &word))
        listing_state_text(reader, "os", text_until(word, text_find_byte(word, '.')), STATED_BY_LIST);
    return true;
}

/* "CUDA-version: 10200 (10200), cuDNN: 7.6.5, CUDNN_HALF=1, GPU count: 1", and for each card
 * "0 : compute_capability = 500, cudnn_half = 1, GPU: GeForce MX130". */
static bool read_darknet(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), version;
    int64_t index;
    if (scan_literal(&rest, "CUDA-version: ")) {
        if (scan_to(&rest, "cuDNN: ") && scan_dotted(&rest, &version))
            listing_state_text(reader, "cudnn", version, STATED_DIRECTLY);
        return true;
    }
    return scan_integer(&rest, &index) && scan_literal(&rest, " : compute_capability = ") && scan_to(&rest, "GPU: ") &&
           listing_add_card(reader, CARDS_IN_BANNER, index, rest);
}

bool listing_read_trainer(struct listing_reader *reader, struct text line) {
    return read_unsloth(reader, line) || read_darknet(reader, line);
}
