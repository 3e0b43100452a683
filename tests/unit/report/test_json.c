#include "base/json.h"

#include "report_test.h"

static struct text printed(struct arena *arena, const struct report_model *model) {
    struct buffer out = buffer_new(arena);
    report_json(&out, arena, model);
    return buffer_text(&out);
}

static struct value parsed(struct arena *arena, const struct report_model *model) {
    struct value value;
    struct error error = {""};
    if (!json_parse(arena, printed(arena, model), "report", &value, &error))
        fail_msg("%s", error.message);
    return value;
}

static const char envelope[] =
    "{\n"
    "  \"schema\": \"plumb.report/1\",\n"
    "  \"plumb\": \"0.1.0\",\n"
    "  \"knowledge\": \"2026-11-30\",\n"
    "  \"verb\": \"doctor\",\n"
    "  \"subject\": \"machine\",\n"
    "  \"replayed\": false,\n"
    "  \"status\": \"broken\",\n"
    "  \"judged\": {\n"
    "    \"python\": \"./.venv/bin/python\"\n"
    "  },\n"
    "  \"chain\": [\n"
    "    {\n"
    "      \"link\": \"graphics_card\",\n"
    "      \"state\": \"ok\",\n"
    "      \"text\": \"2 x RTX 4090 (sm_89), PCIe 4.0 x16\"\n"
    "    }\n"
    "  ],\n"
    "  \"findings\": [\n"
    "    {\n"
    "      \"cause\": \"driver.libcuda_stub_or_stale\",\n"
    "      \"link\": \"driver_library\",\n"
    "      \"severity\": \"error\",\n"
    "      \"certainty\": \"certain\",\n"
    "      \"weight\": 60,\n"
    "      \"title\": \"PyTorch cannot use the GPU\",\n"
    "      \"summary\": \"Programs load a libcuda left by an older driver. Card, driver and "
    "PyTorch are fine: reinstall none of them.\",\n"
    "      \"evidence\": [\n"
    "        {\n"
    "          \"text\": \"" LIBRARIES "libcuda.so.1 -> "
    "/usr/lib/nvidia-470/libcuda.so.470.82 (no package owns it); beside it the right one, "
    "libcuda.so.535.104.05\",\n"
    "          \"source\": \"driver_library\",\n"
    "          \"place\": \"" LIBRARIES "libcuda.so.1\",\n"
    "          \"line\": null,\n"
    "          \"weight\": 60\n"
    "        }\n"
    "      ],\n"
    "      \"explains\": [\n"
    "        \"driver.library_kernel_mismatch\",\n"
    "        \"framework.init_error\"\n"
    "      ],\n"
    "      \"remedies\": [\n"
    "        {\n"
    "          \"command\": \"sudo ln -sfn libcuda.so.535.104.05 " LIBRARIES "libcuda.so.1 && sudo ldconfig\",\n"
    "          \"arguments\": [\n"
    "            \"sudo\",\n"
    "            \"ln\",\n"
    "            \"-sfn\",\n"
    "            \"libcuda.so.535.104.05\",\n"
    "            \"" LIBRARIES "libcuda.so.1\"\n"
    "          ],\n"
    "          \"root\": true,\n"
    "          \"note\": null\n"
    "        },\n"
    "        {\n"
    "          \"command\": \"LD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05 python train.py\",\n"
    "          \"arguments\": [\n"
    "            \"env\",\n"
    "            \"LD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05\",\n"
    "            \"python\",\n"
    "            \"train.py\"\n"
    "          ],\n"
    "          \"root\": false,\n"
    "          \"note\": null\n"
    "        }\n"
    "      ],\n"
    "      \"prove\": \"plumb verify\",\n"
    "      \"ask\": null,\n"
    "      \"rivals\": []\n"
    "    }\n"
    "  ],\n"
    "  \"ask\": null,\n"
    "  \"missing\": [],\n"
    "  \"notes\": []\n"
    "}\n";

static void the_envelope_is_as_documented(void **state) {
    struct report_model model = broken_model;
    model.link_count = 1;
    model.judged = value_map();
    value_set(*state, &model.judged, "python", value_string("./.venv/bin/python"));
    assert_text(printed(*state, &model), envelope);
}

static void every_link_is_there(void **state) {
    struct value report = parsed(*state, &broken_model);
    assert_int_equal(value_count(value_get(&report, "chain")), COUNT(broken_chain));
    assert_null(value_get(&report, "listing"));
    assert_null(value_get(&report, "facts"));
}

static void what_a_verb_adds_is_there(void **state) {
    struct report_model model = {
        .replayed = true, .status = STATUS_UNKNOWN, .listing = value_map(), .facts = value_map()};
    value_set(*state, &model.listing, "environments", value_list());
    value_set(*state, &model.facts, "machine", value_map());
    struct value report = parsed(*state, &model);
    assert_true(value_get_boolean(&report, "replayed", false));
    assert_true(text_is(value_get_text(&report, "status"), "unknown"));
    assert_int_equal(value_count(value_get(&report, "listing")), 1);
    assert_int_equal(value_count(value_get(&report, "facts")), 1);
}

static void nothing_at_all_is_still_whole(void **state) {
    const struct report_model nothing = {.status = STATUS_OK};
    struct value report = parsed(*state, &nothing);
    assert_int_equal(value_count(&report), 13);
    assert_int_equal(value_get(&report, "judged")->type, VALUE_MAP);
}

static void foreign_bytes_survive(void **state) {
    struct text text = printed(*state, &hostile_model), bytes = {0};
    assert_int_equal(text_find_byte(text, '\x1B'), TEXT_NOWHERE);
    struct value report = parsed(*state, &hostile_model);
    const struct value *link = value_at(value_get(&report, "chain"), 0);
    assert_true(json_bytes(*state, value_get(link, "text"), &bytes));
    assert_true(text_equal(bytes, TEXT(HOSTILE)));
    const struct value *finding = value_at(value_get(&report, "findings"), 0);
    const struct value *first = value_at(value_get(finding, "evidence"), 0);
    assert_int_equal(value_get_integer(first, "line", 0), 7);
    assert_int_equal(value_count(value_get(finding, "ask")), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_envelope_is_as_documented), TEST(every_link_is_there),   TEST(what_a_verb_adds_is_there),
        TEST(nothing_at_all_is_still_whole), TEST(foreign_bytes_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
