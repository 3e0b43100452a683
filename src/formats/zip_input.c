/* The archive as it comes by, and what is said when it is at fault. */
#include "zip_stream.h"

#include <string.h>

bool zip_need(struct zip_stream *zip, size_t size) {
    while (zip->end - zip->at < size && !zip->source_ended) {
        if (zip->at > 0) {
            memmove(zip->buffer, zip->buffer + zip->at, zip->end - zip->at);
            zip->end -= zip->at;
            zip->at = 0;
        }
        int64_t got = zip->source.read(zip->source.context, zip->buffer + zip->end, ZIP_BUFFER - zip->end);
        if (got <= 0)
            zip->source_ended = true; /* whoever reads the source knows whether it failed */
        else
            zip->end += (size_t)got;
    }
    return zip->end - zip->at >= size;
}

struct text zip_available(struct zip_stream *zip) {
    zip_need(zip, 1);
    return (struct text){(const char *)zip->buffer + zip->at, zip->end - zip->at};
}

void zip_take(struct zip_stream *zip, size_t size) {
    zip->at += size;
    zip->taken += size;
}

const unsigned char *zip_at(const struct zip_stream *zip) {
    return zip->buffer + zip->at;
}

static bool fault(const struct zip_stream *zip, struct error *error, const char *what, const char *advice) {
    unsigned long long at = zip->taken;
    struct text name = text_until(zip->header.name, 200);
    if (zip->open)
        return error_set(error, "at byte %llu, in " TEXT_FORMAT ": %s%s", at, TEXT_ARGUMENTS(name), what, advice);
    return error_set(error, "at byte %llu: %s%s", at, what, advice);
}

bool zip_damaged(const struct zip_stream *zip, struct error *error, const char *what) {
    return fault(zip, error, what, "; the archive is damaged: fetch it again");
}

bool zip_refused(const struct zip_stream *zip, struct error *error, const char *what) {
    return fault(zip, error, what, "");
}

bool zip_cut_off(const struct zip_stream *zip, struct error *error) {
    return fault(zip, error, "the archive ends here", ", before it is complete: fetch it again");
}

uint16_t zip_u16(const unsigned char *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t zip_u32(const unsigned char *at) {
    return (uint32_t)zip_u16(at) | (uint32_t)zip_u16(at + 2) << 16;
}

uint64_t zip_u64(const unsigned char *at) {
    return (uint64_t)zip_u32(at) | (uint64_t)zip_u32(at + 4) << 32;
}
