/* What plumb knowledge torch says of the wheels on PyPI: their size, and what they bring and ask for. */
#include "knowledge_page.h"

static int64_t number(struct node row, const char *column) {
    int64_t value = 0;
    return text_to_integer(row_text(row, column), &value) ? value : 0;
}

/* "2.9 GB"; small ones in megabytes. */
static struct text size_text(struct run *run, int64_t bytes) {
    enum { TENTH_OF_GB = 100000000, MB = 1000000 };
    if (bytes < 10LL * TENTH_OF_GB)
        return text_format(run->arena, "%lld MB", (long long)((bytes + MB / 2) / MB));
    int64_t tenths = (bytes + TENTH_OF_GB / 2) / TENTH_OF_GB;
    return text_format(run->arena, "%lld.%lld GB", (long long)(tenths / 10), (long long)(tenths % 10));
}

static void add_size(struct page *page, struct node row, const char *label) {
    int64_t wheel = number(row, "wheel_bytes"), needs = number(row, "needs_bytes");
    struct slot slots[] = {
        {"download", size_text(page->run, wheel + needs)},
        {"disk", size_text(page->run, number(row, "unpacked_bytes") + number(row, "needs_unpacked"))},
        {"needs", size_text(page->run, needs)}};
    if (wheel)
        page_say(page, label, needs ? "lookup.wheels.size_with" : "lookup.wheels.size", slots, 3);
}

static void add_part(struct page *page, struct buffer *out, struct node row, const char *column, const char *id) {
    struct slot slots[] = {{"value", row_text(row, column)}};
    if (!slots[0].value.size)
        return;
    buffer_add_string(out, out->size ? " · " : "");
    buffer_add(out, run_say(page->run, id, slots, 1));
}

static void add_parts(struct page *page, struct node row) {
    struct buffer out = buffer_new(page->run->arena);
    struct text abi = row_text(row, "cxx11_abi");
    add_part(page, &out, row, "nccl", "lookup.wheels.nccl");
    add_part(page, &out, row, "triton", "lookup.wheels.triton");
    add_part(page, &out, row, "glibc", "lookup.wheels.glibc");
    if (abi.size)
        add_part(page, &out, row, "cxx11_abi", text_is(abi, "0") ? "lookup.wheels.abi_old" : "lookup.wheels.abi_new");
    if (out.size)
        page_line(page, "lookup.wheels.parts", buffer_text(&out));
}

/* PyTorch's own channel carries what is not newer than its last release. */
static void add_conda(struct page *page, struct text torch) {
    struct node row = page_row(page->run, "channels", "channel", TEXT("pytorch"));
    struct text last = row_text(row, "last_torch");
    struct slot slots[] = {{"last", last}};
    bool carried = !last.size || !is_older(last, torch);
    if (!node_present(row))
        return;
    page_set(page, "pytorch_channel", value_boolean(carried));
    if (carried)
        return;
    page_say(page, "lookup.wheels.conda", "lookup.wheels.conda_ended", slots, 1);
    page_cite(page, row_text(row, "source"));
}

void page_wheels(struct page *page, struct text torch) {
    struct value list = value_list();
    size_t from = 0;
    for (struct node row;
         node_present(row = table_find(page->run->knowledge, "torch_wheels", "torch", torch, &from));) {
        bool linux = text_is(row_text(row, "platform"), "linux");
        if (linux || text_is(row_text(row, "platform"), "windows"))
            add_size(page, row, linux ? "lookup.wheels.size_linux" : "lookup.wheels.size_windows");
        if (linux)
            add_parts(page, row);
        page_cite(page, row_text(row, "source"));
        value_append(page->run->arena, &list, node_to_value(page->run->arena, row));
    }
    page_set(page, "wheels", list);
    add_conda(page, torch);
}
