#include "knowledge/compile.h"

#include <stdio.h>

#include "knowledge_test.h"

struct change {
    const char *path, *from, *to; /* `from` NULL: the whole file */
    const char *fault;            /* how the one fault begins */
};

static void apply(struct arena *arena, struct sample_files *files, const struct change *change) {
    if (!change->from) {
        put_file(files, change->path, text_of(change->to));
        return;
    }
    for (size_t i = 0; i < files->count; i++) {
        if (!text_is(files->files[i].path, change->path))
            continue;
        struct text content = files->files[i].content;
        size_t at = text_find(content, text_of(change->from));
        assert_true(at != TEXT_NOWHERE);
        struct text changed = text_join(arena, text_until(content, at), text_of(change->to));
        files->files[i].content = text_join(arena, changed, text_from(content, at + strlen(change->from)));
    }
}

static void expect(struct arena *arena, const struct change *changes, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        struct sample_files files = sample_files();
        apply(arena, &files, &changes[i]);
        struct text image = TEXT("untouched");
        struct knowledge_faults faults = {0};
        bool good = knowledge_compile(arena, files.files, files.count, &image, &faults);
        if (good || faults.count != 1 || !text_starts(faults.lines[0], changes[i].fault)) {
            for (size_t k = 0; k < faults.count; k++)
                print_error("got      " TEXT_FORMAT "\n", TEXT_ARGUMENTS(faults.lines[k]));
            print_error("expected %s\n", changes[i].fault);
            wrong++;
        }
        assert_text(image, "untouched");
    }
    assert_int_equal(wrong, 0);
}

#define EXPECT(changes) expect(*state, changes, sizeof(changes) / sizeof *(changes))

static void files_that_belong_nowhere_are_faults(void **state) {
    static const struct change changes[] = {
        {"README.md", NULL, "hello", "README.md: belongs to nothing"},
        {"causes/readme.md", NULL, "hello", "causes/readme.md: belongs to nothing"},
        {"causes/deep/a.yaml", NULL, "hello", "causes/deep/a.yaml: belongs to nothing"},
        {"causes/.yaml", NULL, "hello", "causes/.yaml: belongs to nothing"},
        {"tables/a.yaml", NULL, "hello", "tables/a.yaml: belongs to nothing"},
        {"taxonomy2.yaml", NULL, "hello", "taxonomy2.yaml: belongs to nothing"},
        {"judges/a.yaml", NULL, "hello", "judges/a.yaml: belongs to nothing"},
        {"causes/empty.yaml", NULL, "# nothing\n", "causes/empty.yaml: the file has to be one map, 'causes:'"},
        {"causes/other.yaml", NULL, "symptoms: {a: {b: c}}\n",
         "causes/other.yaml:1: the file has to be one map, 'causes:'"},
        {"texts/two.yaml", NULL, "texts: {a: {en: a, zh: b}}\nmore: {}\n",
         "texts/two.yaml:1: the file has to be one map"},
        {"texts/bad.yaml", NULL, "texts:\n  a: [\n", "texts/bad.yaml:3: "},
        {"texts/anchor.yaml", NULL, "texts:\n  a: &x {en: a, zh: b}\n", "texts/anchor.yaml:2: anchors"},
        {"texts/twice.yaml", NULL, "texts:\n  a: {en: a, zh: b}\n  a: {en: a, zh: b}\n",
         "texts/twice.yaml:3: the key 'a'"},
        {"texts/id.yaml", NULL, "texts:\n  A b: {en: a, zh: b}\n", "texts/id.yaml:2: A b: an id is lower-case"},
    };
    EXPECT(changes);
}

static void entries_follow_their_schema(void **state) {
    static const struct change changes[] = {
        {"causes/all.yaml", "link: graphics_card", "link: card",
         "causes/all.yaml:3: hw.none: 'link' has to be one of: graphics_card,"},
        {"causes/all.yaml", "    link: graphics_card\n", "", "causes/all.yaml:3: hw.none: lacks 'link'"},
        {"causes/all.yaml",
         "prove:", "proof:", "causes/all.yaml:13: hw.none: has an unknown key 'proof'; known are link, title,"},
        {"causes/all.yaml", "{en: No card, zh: 没有显卡}", "No card",
         "causes/all.yaml:4: hw.none: 'title' has to be {en:"},
        {"causes/all.yaml", "{en: No card, zh: 没有显卡}", "{en: No card}",
         "causes/all.yaml:4: hw.none: 'title' has to be {en:"},
        {"causes/all.yaml", "{en: No card,", "{en: No card.,",
         "causes/all.yaml:4: hw.none: 'title' ends with a full stop"},
        {"causes/all.yaml", "zh: 没有显卡}", "zh: 没有显卡。}",
         "causes/all.yaml:4: hw.none: 'title' ends with a full stop"},
        {"causes/all.yaml", "{en: No card,", "{en: 123456789012345678901234567890123456789012345678901234567890,",
         "causes/all.yaml:4: hw.none: 'title' has 60 characters"},
        {"causes/all.yaml", "There is none.", "'There is {name}.'",
         "causes/all.yaml:5: hw.none: 'say' has a slot {name} in en"},
        {"causes/all.yaml", "explains: [driver.absent]", "explains: driver.absent",
         "causes/all.yaml:6: hw.none: 'explains' has to be a list of texts"},
        {"causes/all.yaml", "explains: [driver.absent]", "explains: [driver.gone]",
         "causes/all.yaml:6: hw.none: 'explains' names the cause 'driver.gone'"},
        {"causes/all.yaml", "{driver:version}", "{driver}",
         "causes/all.yaml:9: hw.none: 'run' has a slot {driver} without a type"},
        {"causes/all.yaml", "{driver:version}", "{driver:text}",
         "causes/all.yaml:9: hw.none: 'run' has a slot {driver} without a type"},
        {"causes/all.yaml", "system: linux", "system: mac", "causes/all.yaml:10: hw.none: 'system' has to be one of"},
        {"causes/all.yaml", "root: yes", "root: true", "causes/all.yaml:11: hw.none: 'root' has to be one of: yes, no"},
        {"causes/all.yaml", "owner: dpkg", "owner: apt", "causes/all.yaml:12: hw.none: 'owner' has to be one of"},
        {"causes/all.yaml", "note: {en: Plug it in, zh: 插上}", "root: no",
         "causes/all.yaml:8: hw.none: a remedy says neither"},
        {"causes/all.yaml", "prove: [plumb, verify]", "prove: plumb verify",
         "causes/all.yaml:13: hw.none: 'prove' has to be a list of arguments"},
        {"causes/all.yaml", "{run: [lspci], say: {en: Is it there?, zh: 有吗？}}", "{run: [lspci]}",
         "causes/all.yaml:14: hw.none: 'ask' lacks 'say'"},
        {"causes/all.yaml", "sources: [vendor]", "sources: [nobody]",
         "causes/all.yaml:15: hw.none: 'sources' names the source 'nobody'"},
        {"causes/all.yaml", "sources: [vendor]", "sources: []",
         "causes/all.yaml:15: hw.none: 'sources' has to be a list"},
        {"sources/all.yaml", "read: 2026-11-30", "read: 2026-13-30",
         "sources/all.yaml:6: board: 'read' has to be a day"},
        {"sources/all.yaml", "url: https://example.org/board", "url: the board",
         "sources/all.yaml:5: board: 'url' has to be an address"},
        {"sources/all.yaml", "title: Board", "title: ''", "sources/all.yaml:4: board: 'title' has to be a text"},
        {"texts/all.yaml", "zh: '{name} × {count}", "zh: '{name}",
         "texts/all.yaml:2: card.ok: lacks the slot {count} in zh"},
        {"texts/all.yaml", "en: Good", "en: 'Good {name}'", "texts/all.yaml:3: plain: lacks the slot {name} in zh"},
        {"texts/all.yaml", ", zh: 好", "", "texts/all.yaml:3: plain: lacks 'zh'"},
    };
    EXPECT(changes);
}

static void ids_are_given_once_and_exist(void **state) {
    static const struct change changes[] = {
        {"causes/more.yaml", NULL,
         "causes:\n  hw.none: {link: gpu_run, title: {en: a, zh: b}, say: {en: a, zh: b}, sources: [vendor]}\n",
         "causes/more.yaml:2: hw.none: this cause is already at causes/all.yaml:3"},
        {"sources/more.yaml", NULL, "sources:\n  board: {title: a, url: 'https://a', read: 2026-01-31}\n",
         "sources/more.yaml:2: board: this source is already at sources/all.yaml:4"},
        {"causes/more.yaml", NULL,
         "causes:\n  hw.new: {link: gpu_run, title: {en: a, zh: b}, say: {en: a, zh: b}, sources: [vendor]}\n",
         "causes/more.yaml:2: hw.new: is no cause of taxonomy.yaml"},
        {"taxonomy.yaml", "driver:\n", "driver:\n  new: What is new.\n",
         "taxonomy.yaml:4: driver.new: no file in causes/ has an entry"},
        {"taxonomy.yaml", "hw:\n", "flat: text\nhw:\n", "taxonomy.yaml:1: 'flat' has to be a map of causes"},
        {"causes/all.yaml", "    sources: [vendor, board]\n",
         "    explains: [hw.none, driver.old]\n    sources: [vendor, board]\n",
         "causes/all.yaml:17: driver.old: 'explains' goes round in a ring, driver.old -> driver.old; take one"},
        {"causes/all.yaml", "    say: {en: It is absent., zh: 没有。}\n",
         "    say: {en: It is absent., zh: 没有。}\n    explains: [hw.none]\n",
         "causes/all.yaml:23: driver.absent: 'explains' goes round in a ring, driver.absent -> hw.none -> "
         "driver.absent; take one"},
        {"causes/all.yaml", "    say: {en: It is absent., zh: 没有。}\n",
         "    say: {en: It is absent., zh: 没有。}\n    narrower_than: [driver.old]\n",
         "causes/all.yaml:23: driver.absent: 'narrower_than' goes round in a ring, driver.absent -> driver.old -> "
         "driver.absent"},
    };
    EXPECT(changes);
}

static void symptoms_are_tried_out(void **state) {
    static const struct change changes[] = {
        {"symptoms/all.yaml", "driver.old: 25", "driver.older: 25",
         "symptoms/all.yaml:5: driver.too_old: 'speaks' names the cause 'driver.older'"},
        {"symptoms/all.yaml", "driver.old: 25", "driver.old: 61",
         "symptoms/all.yaml:5: driver.too_old: 'speaks' gives 'driver.old' a weight"},
        {"symptoms/all.yaml", "driver.old: 25", "driver.old: much",
         "symptoms/all.yaml:5: driver.too_old: 'speaks' gives 'driver.old' a weight"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n",
         "    speaks: {hw.none: 8}\n    beside: {driver.too_older: {hw.none: 9}}\n",
         "symptoms/all.yaml:14: card.none: 'beside' names the symptom or group 'driver.too_older'"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n",
         "    speaks: {hw.none: 8}\n    beside: {driver.too_old: {hw.non: 9}}\n",
         "symptoms/all.yaml:14: card.none: 'beside' names the cause 'hw.non'"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n",
         "    speaks: {hw.none: 8}\n    beside: {driver.too_old: 9}\n",
         "symptoms/all.yaml:14: card.none: 'beside' has to be a map"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n", "", "symptoms/all.yaml:12: card.none: speaks for no cause"},
        {"symptoms/all.yaml", "severity: noise", "severity: noise\n    speaks: {hw.none: 8}",
         "symptoms/all.yaml:18: quiet: is noise and speaks for causes"},
        {"symptoms/all.yaml", "severity: warning", "severity: note",
         "symptoms/all.yaml:14: card.none: 'severity' has to be one of"},
        {"symptoms/all.yaml", ", 没有显卡]", ", 没有显卡, 字]",
         "symptoms/all.yaml:12: card.none: the literal '字' has to be at least 6"},
        {"symptoms/all.yaml", "No CUDA-capable device,", "No CUDA-capable device, 'gpu', ",
         "symptoms/all.yaml:12: card.none: the literal 'gpu' has to be at least 6 bytes"},
        {"symptoms/all.yaml", "No CUDA-capable device,", "No CUDA-capable device, NO CUDA-capable DEVICE,",
         "symptoms/all.yaml:12: card.none: the literal 'no cuda-capable device' is there twice"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n", "    word: [no]\n    speaks: {hw.none: 8}\n",
         "symptoms/all.yaml:13: card.none: the word 'no' has to be at least 3"},
        {"symptoms/all.yaml", "    speaks: {hw.none: 8}\n", "    word: [two words]\n    speaks: {hw.none: 8}\n",
         "symptoms/all.yaml:13: card.none: the word 'two words' has to be at least 3 small letters"},
        {"symptoms/all.yaml", "[I say this is harmless]", "[I say that is harmless]",
         "symptoms/all.yaml:20: quiet: sample 1 holds none of the literals and words"},
        {"symptoms/all.yaml", "[I say this is harmless]", "\"I say this is harmless\"",
         "symptoms/all.yaml:20: quiet: 'sample' has to be a list"},
        {"symptoms/all.yaml", "[I say this is harmless]", "[\"I say this is harmless\\n\"]",
         "symptoms/all.yaml:20: quiet: sample 1 is more than one line"},
        {"symptoms/all.yaml", "found version 11040", "found version unknown",
         "symptoms/all.yaml:8: driver.too_old: sample 1 does not match the pattern"},
        {"symptoms/all.yaml", "too old \\(found", "too old (found",
         "symptoms/all.yaml:4: driver.too_old: 'pattern': pattern, offset"},
        {"symptoms/all.yaml", "too old \\(found", "too old (?=x)\\(found",
         "symptoms/all.yaml:4: driver.too_old: 'pattern': pattern, offset"},
        {"symptoms/all.yaml", "too old for that", "too old (found version 9)",
         "symptoms/all.yaml:9: driver.too_old: line 1 under 'not' matches"},
        {"symptoms/more.yaml", NULL,
         "symptoms:\n  other:\n    literal: [no cuda-capable DEVICE]\n    severity: error\n    speaks: {hw.none: 3}\n"
         "    sample: [no cuda-capable device]\n    sources: [board]\n",
         "symptoms/more.yaml:3: other: the literal 'no cuda-capable device' with this pattern is already that of "
         "card.none"},
        {"symptoms/all.yaml", "'no cuda-capable device is detected'", "'no cuda-capable device, this is harmless'",
         "symptoms/all.yaml:15: card.none: a sample is taken for the noise quiet"},
    };
    EXPECT(changes);
}

static void tables_are_checked(void **state) {
    static const struct change changes[] = {
        {"tables/gpus.tsv", "2684", "268",
         "tables/gpus.tsv:3: '268' in the column 'device_id' is not four hexadecimal digits"},
        {"tables/gpus.tsv", "8.9", "8.90",
         "tables/gpus.tsv:3: '8.90' in the column 'capability' is not a compute capability"},
        {"tables/gpus.tsv", "24576", "24 GB",
         "tables/gpus.tsv:3: '24 GB' in the column 'memory_mib' is not a whole number"},
        {"tables/gpus.tsv", "24576\tvendor", "24576\tnobody",
         "tables/gpus.tsv:3: 'nobody' in the column 'source' is not the id"},
        {"tables/gpus.tsv", "24576\tvendor", "24576\t-", "tables/gpus.tsv:3: the row has no source"},
        {"tables/gpus.tsv", "24576\tvendor", "24576", "tables/gpus.tsv:3: 4 cells where there are 5 columns"},
        {"tables/gpus.tsv", "24576\tvendor", "24576\tvendor\t", "tables/gpus.tsv:3: 6 cells where there are 5 columns"},
        {"tables/gpus.tsv", "1eb8", "2684", "tables/gpus.tsv:5: this row has the key of line 3"},
        {"tables/gpus.tsv", "1eb8", "-", "tables/gpus.tsv:5: the row has no key"},
        {"tables/gpus.tsv", "device_id*", "device_id", "tables/gpus.tsv:2: no column is marked as key"},
        {"tables/gpus.tsv", "device_id*", "*", "tables/gpus.tsv:2: a column without a name"},
        {"tables/gpus.tsv", "\tsource", "\tsources", "tables/gpus.tsv:2: there is no column 'source'"},
        {"tables/gpus.tsv", "memory_mib", "name", "tables/gpus.tsv:2: the column 'name' is there twice"},
        {"tables/gpus.tsv", "RTX", "\xff", "tables/gpus.tsv: is not UTF-8"},
        {"tables/other.tsv", NULL, "a*\tsource\n", "tables/other.tsv: has no rows"},
        {"tables/other.tsv", NULL, "", "tables/other.tsv: has no rows"},
        {"tables/other.tsv", NULL, "a*\tcause\tsource\nx\thw.gone\tvendor\n",
         "tables/other.tsv:2: 'hw.gone' in the column 'cause' is not the id"},
        {"tables/cuda.tsv", "525.60.13", "535.0",
         "tables/cuda.tsv:2: minimum_linux 535.0 is above driver_linux 530.30.02"},
        {"tables/cuda.tsv", "sm_50\tsm_90", "sm_100\tsm_90", "tables/cuda.tsv:2: sm_min 100 is above sm_max 90"},
        {"tables/cuda.tsv", "sm_50", "5.0", "tables/cuda.tsv:2: '5.0' in the column 'sm_min' is not an architecture"},
        {"tables/cuda.tsv", NULL,
         "cuda*\tdate\tsource\n1.1\t2026-11\tvendor\n1.2\t2026-11-30\tvendor\n1.3\t2026-13\tvendor\n",
         "tables/cuda.tsv:4: '2026-13' in the column 'date' is not a day or a month"},
        {"tables/cuda.tsv", "530.30.02", "new",
         "tables/cuda.tsv:2: 'new' in the column 'driver_linux' is not a version"},
    };
    EXPECT(changes);
}

static void all_faults_are_collected_and_sorted(void **state) {
    struct sample_files files = sample_files();
    put_file(&files, "zzz", TEXT(""));
    put_file(&files, "tables/gpus.tsv", TEXT("a*\tsource\nx\tn\ny\tm\n"));
    put_file(&files, "sources/all.yaml", TEXT("sources: {vendor: {title: 1, url: http://a, read: 2026-01-01}}\n"));
    struct text image = {0};
    struct knowledge_faults faults = {0};
    assert_false(knowledge_compile(*state, files.files, files.count, &image, &faults));
    assert_int_equal(faults.count, 7);
    assert_true(text_starts(faults.lines[0], "causes/all.yaml:21: driver.old: 'sources' names the source 'board'"));
    assert_true(text_starts(faults.lines[3], "symptoms/all.yaml:21: quiet"));
    assert_true(text_starts(faults.lines[4], "tables/gpus.tsv:2: 'n'"));
    assert_true(text_starts(faults.lines[6], "zzz: belongs"));
}

static void no_taxonomy_is_one_fault_more(void **state) {
    struct text image = {0};
    struct knowledge_faults faults = {0};
    assert_false(knowledge_compile(*state, NULL, 0, &image, &faults));
    assert_int_equal(faults.count, 1);
    assert_true(text_starts(faults.lines[0], "taxonomy.yaml: is missing or empty"));
}

static void the_order_of_the_files_does_not_matter(void **state) {
    struct sample_files files = sample_files(), turned = files;
    for (size_t i = 0; i < files.count; i++)
        turned.files[i] = files.files[files.count - 1 - i];
    struct text image = compiled(*state, &files), other = compiled(*state, &turned);
    assert_true(text_equal(image, other));
    assert_int_equal(image.size % 8, 0);
}

static void the_c_source_holds_the_image(void **state) {
    struct sample_files files = sample_files();
    struct text image = compiled(*state, &files);
    struct buffer buffer = buffer_new(*state);
    knowledge_write_c(&buffer, image);
    struct text rest = buffer_text(&buffer), line;
    char *copy = arena_alloc(*state, image.size + 64);
    size_t size = 0;
    while (text_next_line(&rest, &line)) {
        struct text word;
        while (text_starts(line, "0x") && text_next_part(&line, ',', &word)) {
            line = text_trim(line);
            uint64_t number = strtoull(word.at, NULL, 16);
            memcpy(copy + size, &number, sizeof number);
            size += sizeof number;
        }
    }
    assert_true(text_equal((struct text){copy, size}, image));
    char definition[80];
    snprintf(definition, sizeof definition, "const size_t knowledge_image_size = %zu;\n", image.size);
    assert_true(text_ends(buffer_text(&buffer), definition));
    assert_true(text_starts(buffer_text(&buffer),
                            "/* Made by plumb knowledge compile. */\n#include <stddef.h>\n#include <stdint.h>\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(files_that_belong_nowhere_are_faults),
        TEST(entries_follow_their_schema),
        TEST(ids_are_given_once_and_exist),
        TEST(symptoms_are_tried_out),
        TEST(tables_are_checked),
        TEST(all_faults_are_collected_and_sorted),
        TEST(no_taxonomy_is_one_fault_more),
        TEST(the_order_of_the_files_does_not_matter),
        TEST(the_c_source_holds_the_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
