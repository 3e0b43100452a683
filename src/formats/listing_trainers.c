/* Banners with which programs that train say what they run on. */
#include "listing_reader.h"

#include "scan.h"

static struct text up_to(struct text text, const char *mark) {
    return text_until(text, text_find(text, text_of(mark)));
}

/* Beside its drawing: "\\   /|    GPU: NVIDIA A100-SXM4-40GB. Max memory: 39.564 GB. Platform = Linux.", later
 * "\\   /|    Tesla T4. Num GPUs = 1. Max memory: 14.741 GB. Platform: Linux.", and below it
 * "O^O/ \_/ \    Pytorch: 2.5.0+cu121. CUDA = 8.0. CUDA Toolkit = 12.1." Its CUDA is the card's capability. */
static bool read_unsloth(struct listing_reader *reader, struct text line) {
    struct text rest = line, version;
    if (text_contains(line, ". Max memory: ") && scan_to(&rest, "/|")) {
        scan_blanks(&rest);
        scan_literal(&rest, "GPU: ");
        return listing_add_card(reader, CARDS_IN_BANNER, -1, up_to(up_to(rest, ". Max memory: "), ". Num GPUs"));
    }
    if (!text_contains(line, ". CUDA Toolkit") || (!scan_to(&rest, "Pytorch: ") && !scan_to(&rest, "Torch: ")))
        return false;
    struct text stated = up_to(rest, ". CUDA");
    if (!scan_dotted(&stated, &version))
        return false;
    listing_state_torch(reader, version, STATED_DIRECTLY);
    if (scan_to(&rest, "CUDA Toolkit")) {
        while (scan_one_of(&rest, ":= "))
            ;
        if (scan_dotted(&rest, &version))
            listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
    }
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
