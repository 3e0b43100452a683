#include "sources/following.h"

#include "reading_test.h"

/* What was learnt, a line for each fact. */
struct log {
    struct buffer lines;
    size_t count;
};

static void on_fact(void *context, const struct fact *fact) {
    struct log *log = context;
    if (fact->attribute == ATTRIBUTE_SYMPTOM_COUNT)
        return; /* how many more there will be nobody knows yet */
    buffer_format(&log->lines, "%s " TEXT_FORMAT " %s %lld ", kind_row(fact->kind)->name, TEXT_ARGUMENTS(fact->key),
                  attribute_row(fact->attribute)->name, (long long)fact->origin.line);
    json_write(&log->lines, &fact->value, JSON_ONE_LINE);
    buffer_add_byte(&log->lines, '\n');
    log->count++;
}

static int by_bytes(const void *left, const void *right) {
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

static struct text sorted(struct arena *arena, struct text lines) {
    struct text *all = NULL, line;
    size_t count = 0, capacity = 0;
    while (text_next_line(&lines, &line)) {
        all = arena_grow(arena, all, count, &capacity, sizeof *all);
        all[count++] = line;
    }
    if (count)
        qsort(all, count, sizeof *all, by_bytes);
    return text_join_all(arena, all, count, TEXT("\n"));
}

static struct text followed(struct arena *arena, struct text text, size_t least, size_t most, uint64_t seed) {
    struct log log = {.lines = buffer_new(arena)};
    struct following *following = following_new(arena, small_knowledge(arena), on_fact, &log);
    while (text.size) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        struct text piece = text_until(text, least + (seed >> 33) % (most - least + 1));
        following_take(following, piece);
        text = text_from(text, piece.size);
    }
    following_end(following);
    return sorted(arena, buffer_text(&log.lines));
}

static struct text read_whole(struct arena *arena, struct text text) {
    struct log log = {.lines = buffer_new(arena)};
    struct pieces pieces = {text, 4099, false};
    struct reading reading = new_reading(arena, &pieces);
    const struct fact *facts;
    reading_run(&reading, NULL);
    size_t count = fact_all(reading.facts, &facts);
    for (size_t i = 0; i < count; i++)
        on_fact(&log, &facts[i]);
    return sorted(arena, buffer_text(&log.lines));
}

#define STORY                                                                                                          \
    "start\nPyTorch version: 2.3.1+cu121\nGPU 0: NVIDIA GeForce RTX 2080\n> [rank1]: CUDA out of memory. Tried to "    \
    "allocate 20.5 GiB\nTraceback (most recent call last):\n  File \"/usr/lib/python3.10/x.py\", line 3, in f\n"       \
    "ValueError: no\nit is harmless\nCUDA out of memory\nlast line, without an end"

static void however_it_comes_the_same_is_learnt(void **state) {
    struct text text = TEXT(STORY), whole = read_whole(*state, text);
    assert_true(whole.size > 100);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_spans(followed(*state, text, 1, 40, seed), whole, __FILE__, __LINE__);
        assert_spans(followed(*state, text, 1, 4000, seed), whole, __FILE__, __LINE__);
    }
    assert_spans(followed(*state, text, 1, 1, 7), whole, __FILE__, __LINE__);
}

static void lines_are_numbered_from_the_beginning(void **state) {
    enum { LINES = 40000 };
    struct buffer text = buffer_new(*state);
    for (int line = 1; line < LINES; line++)
        buffer_format(&text, "step %d loss 0.5 and nothing to see\n", line);
    buffer_add_string(&text, "CUDA out of memory\n");
    struct text lines = followed(*state, buffer_text(&text), 1, 100000, 3);
    assert_true(text_contains(lines, "00040000:mem.oom line 40000 40000"));
    assert_true(text_contains(lines, "00040000:mem.oom id 40000 \"mem.oom\""));
}

static void a_line_without_end_is_read_in_pieces(void **state) {
    struct buffer text = buffer_new(*state);
    buffer_add_repeated(&text, 'x', 3 << 20);
    buffer_add_string(&text, "\nCUDA out of memory\n");
    assert_true(text_contains(followed(*state, buffer_text(&text), 1, 70000, 5), "00000002:mem.oom id 2"));
}

static void a_message_is_learnt_once(void **state) {
    struct log log = {.lines = buffer_new(*state)};
    struct following *following = following_new(*state, small_knowledge(*state), on_fact, &log);
    assert_true(following_take(following, TEXT("CUDA out of memory\n")) > 0);
    assert_int_equal(following_take(following, TEXT("CUDA out of memory\nCUDA out of")), 0);
    assert_int_equal(following_take(following, TEXT(" memory\n")), 0);
    assert_int_equal(following_end(following), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(however_it_comes_the_same_is_learnt),
        TEST(lines_are_numbered_from_the_beginning),
        TEST(a_line_without_end_is_read_in_pieces),
        TEST(a_message_is_learnt_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
