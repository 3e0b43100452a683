#include "reading_test.h"

static struct reading read_text(struct arena *arena, struct text text) {
    struct pieces pieces = {text, 4099, false};
    struct reading reading = new_reading(arena, &pieces);
    struct error error;
    assert_true(reading_run(&reading, &error));
    reading.context = NULL;
    return reading;
}

static struct entity only(const struct reading *reading, const char *subject, enum entity_kind kind) {
    struct entity *entities;
    assert_int_equal(fact_entities(reading->facts, reading->arena, text_of(subject), kind, &entities), 1);
    return entities[0];
}

static void a_symptom_keeps_its_first_line_and_counts_the_others(void **state) {
    struct reading reading = read_text(
        *state, TEXT("start\n> [rank1]: CUDA out of memory. Tried to allocate 20.5 GiB\nx\nCUDA out of memory\n"));
    struct entity symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_text(symptom.key, "00000002:mem.oom");
    assert_text(fact_text(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_ID), "mem.oom");
    assert_text(fact_text(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_TEXT),
                "CUDA out of memory. Tried to allocate 20.5 GiB");
    assert_int_equal(fact_integer(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_LINE, 0), 2);
    assert_int_equal(fact_integer(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_COUNT, 0), 2);
    const struct fact *captures = fact_find(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_CAPTURES);
    assert_text(value_get_text(&captures->value, "size"), "20.5");
    assert_text(captures->origin.place, "log.txt");
    assert_int_equal(captures->origin.line, 2);
    assert_int_equal(reading.lines, 4);
    assert_true(reading.whole);
}

static void a_broken_line_is_put_together(void **state) {
    struct text text = TEXT("before\nRuntimeError: xxxxxxxxxlong enough to reach the edge of a console, CUDA out of m\n"
                            "emory. Tried to allocate 20.5 GiB\nPyTorch version: 2.0.1\n");
    struct reading reading = read_text(*state, text);
    struct entity symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_text(symptom.key, "00000002:mem.oom");
    assert_true(text_ends(fact_text(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_TEXT),
                          "out of memory. Tried to allocate 20.5 GiB"));
    text = TEXT("RuntimeError: the card has no room left for what was asked for, CUDA out\nof memory. Tried to "
                "allocate 20.5 GiB\n");
    reading = read_text(*state, text);
    symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_text(symptom.key, "00000001:mem.oom");
}

static void an_exception_names_the_python_of_its_frames(void **state) {
    struct reading reading = read_text(
        *state,
        TEXT(
            "Traceback (most recent call last):\n  File \"C:\\Python310\\lib\\x.py\", line 3, in f\nValueError: no\n"));
    struct entity exception = only(&reading, "text", KIND_EXCEPTION);
    assert_text(fact_text(reading.facts, &exception, ATTRIBUTE_EXCEPTION_TYPE), "ValueError");
    assert_text(fact_text(reading.facts, &exception, ATTRIBUTE_EXCEPTION_MESSAGE), "no");
    assert_text(fact_text(reading.facts, &exception, ATTRIBUTE_EXCEPTION_PYTHON), "3.10");
    assert_true(fact_is_true(reading.facts, &exception, ATTRIBUTE_EXCEPTION_FIRST));
}

static struct text listing_of(struct arena *arena, struct text text) {
    struct reading reading = read_text(arena, text);
    struct value listing = reading_listing(reading.facts, arena);
    struct buffer shown = buffer_new(arena);
    json_write(&shown, &listing, JSON_ONE_LINE);
    return buffer_text(&shown);
}

static void a_listing_becomes_facts_and_a_map(void **state) {
    struct text text = TEXT(
        "PyTorch version: 2.0.1+cpu\nOS: Ubuntu 22.04\nPython version: 3.10.12\nIs CUDA available: False\n"
        "GPU models and configuration: GPU 0: GeForce RTX 208...\nNvidia driver version: No CUDA\n[pip3] numpy==1.26\n"
        "Python platform: Linux-5.15.90.1-microsoft-standard-WSL2-x86_64-with-glibc2.35\n");
    assert_text(listing_of(*state, text),
                "{\"torch\": \"2.0.1+cpu\", \"torch_cuda\": null, \"python\": \"3.10.12\", \"os\": \"Ubuntu 22.04\", "
                "\"driver\": "
                "null, \"is_available\": false, \"numpy\": \"1.26\", \"gpus\": [\"GeForce RTX 208...\"]}");
    struct reading reading = read_text(*state, text);
    struct entity gpu = only(&reading, "listing:1", KIND_GPU),
                  package = {TEXT("listing:1"), KIND_PACKAGE, TEXT("listing|torch")};
    struct entity machine = only(&reading, "listing:1", KIND_MACHINE),
                  environment = only(&reading, "listing:1", KIND_ENVIRONMENT);
    assert_text(gpu.key, "#0");
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_VENDOR), "10de");
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_CAPABILITY), "7.5");
    assert_true(fact_absent(reading.facts, &package, ATTRIBUTE_PACKAGE_CUDA));
    assert_true(fact_is_true(reading.facts, &environment, ATTRIBUTE_ENVIRONMENT_JUDGED));
    assert_text(fact_text(reading.facts, &machine, ATTRIBUTE_MACHINE_SYSTEM), "linux");
    assert_int_equal(fact_integer(reading.facts, &machine, ATTRIBUTE_MACHINE_WSL, 0), 2);
    assert_text(fact_text(reading.facts, &machine, ATTRIBUTE_MACHINE_KERNEL), "5.15.90.1-microsoft-standard-WSL2");
}

static void the_bus_and_the_kernel_become_facts(void **state) {
    struct reading reading = read_text(
        *state, TEXT("01:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD104GL [RTX 4000 SFF] [10de:27b2]\n"
                     "\tKernel driver in use: vfio-pci\n"
                     "nvidia_uvm           1515520  0\n Server Version: 24.0.7\n Runtimes: runc\n"));
    struct entity gpu = only(&reading, "listing:1", KIND_GPU), module = only(&reading, "listing:1", KIND_MODULE),
                  engine = only(&reading, "listing:1", KIND_ENGINE);
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_VENDOR), "10de");
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_DEVICE), "27b2");
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_CAPABILITY), "8.9"); /* by its number */
    assert_text(fact_text(reading.facts, &gpu, ATTRIBUTE_GPU_DRIVER), "vfio-pci");
    assert_text(module.key, "nvidia_uvm");
    assert_true(fact_is_true(reading.facts, &module, ATTRIBUTE_MODULE_LOADED));
    assert_text(fact_text(reading.facts, &engine, ATTRIBUTE_ENGINE_VERSION), "24.0.7");
}

static void a_text_without_a_listing_states_nothing(void **state) {
    assert_text(listing_of(*state, TEXT("")), "{}");
    assert_text(listing_of(*state, TEXT("PyTorch version: N/A\n")), "{\"torch\": null}");
    assert_text(listing_of(*state, TEXT("PyTorch version: N/A\ntorch==2.0.1\n")), "{\"torch\": \"2.0.1\"}");
    assert_text(listing_of(*state, TEXT("ValueError: x\nloss 0.3\n")), "{}");
    assert_text(listing_of(*state, TEXT("GPU models and configuration: No CUDA\nNvidia driver version: No CUDA\n")),
                "{\"driver\": null, \"gpus\": null}");
}

/* `before` lines of noise, a message, and as much noise behind it. */
static struct text long_log(struct arena *arena, size_t before, struct text message) {
    struct buffer log = buffer_new(arena);
    for (size_t i = 0; i < 2 * before; i++) {
        if (i == before)
            buffer_add(&log, message);
        buffer_format(&log, "epoch %zu loss 0.1234 lr 1.0e-04\n", i);
    }
    return buffer_text(&log);
}

static void a_long_log_keeps_its_line_numbers(void **state) {
    enum { BEFORE = 400000 };
    struct reading reading = read_text(*state, long_log(*state, BEFORE, TEXT("torch: 2.0.1\nCUDA out of memory\n")));
    struct entity symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_int_equal(fact_integer(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_LINE, 0), BEFORE + 2);
    assert_int_equal(reading.lines, 2 * BEFORE + 2);
    assert_false(reading.whole);
    struct value listing = reading_listing(reading.facts, *state);
    assert_text(value_get_text(&listing, "torch"), "2.0.1"); /* it stands near the message */
}

static void a_line_without_end_is_read_in_parts(void **state) {
    struct buffer line = buffer_new(*state);
    buffer_add_repeated(&line, 'x', 3 << 20);
    buffer_add(&line, TEXT("\nCUDA out of memory\n"));
    struct reading reading = read_text(*state, buffer_text(&line));
    struct entity symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_int_equal(fact_integer(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_LINE, 0), 2);
}

static void wide_characters_survive_the_cut_of_a_block(void **state) {
    struct text log = long_log(*state, 20000, TEXT("CUDA out of memory\n"));
    struct buffer wide = buffer_new(*state);
    buffer_add(&wide, TEXT("\xFF\xFE"));
    for (size_t i = 0; i < log.size; i++) {
        buffer_add_byte(&wide, log.at[i]);
        buffer_add_byte(&wide, '\0');
    }
    struct reading reading = read_text(*state, buffer_text(&wide));
    struct entity symptom = only(&reading, "text", KIND_SYMPTOM);
    assert_int_equal(fact_integer(reading.facts, &symptom, ATTRIBUTE_SYMPTOM_LINE, 0), 20001);
    assert_int_equal(reading.lines, 40001);
}

static void what_was_read_before_a_failure_counts(void **state) {
    struct pieces pieces = {TEXT("CUDA out of memory\n"), 7, true};
    struct reading reading = new_reading(*state, &pieces);
    struct error error = {""};
    assert_false(reading_run(&reading, &error));
    assert_true(strstr(error.message, "reading failed") != NULL);
    only(&reading, "text", KIND_SYMPTOM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_symptom_keeps_its_first_line_and_counts_the_others),
        TEST(a_broken_line_is_put_together),
        TEST(an_exception_names_the_python_of_its_frames),
        TEST(a_listing_becomes_facts_and_a_map),
        TEST(the_bus_and_the_kernel_become_facts),
        TEST(a_text_without_a_listing_states_nothing),
        TEST(a_long_log_keeps_its_line_numbers),
        TEST(a_line_without_end_is_read_in_parts),
        TEST(wide_characters_survive_the_cut_of_a_block),
        TEST(what_was_read_before_a_failure_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
