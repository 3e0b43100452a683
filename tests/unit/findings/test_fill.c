/* From evidence to the report model: severities, certainties, links, remedies, questions and the subject. */
#include "fill.h"

#include "findings_test.h"

static const struct model_link *link_named(const struct report_model *model, const char *id) {
    for (size_t i = 0; i < model->link_count; i++)
        if (text_is(model->links[i].id, id))
            return &model->links[i];
    return NULL;
}

#define assert_link(model, id, expected)                                                                               \
    assert_spans(text_of(link_state_id(link_named(model, id)->state)), text_of(expected), __FILE__, __LINE__)

/* "driver.not_loaded certain error(x y)", parted by blanks. */
static struct text told(struct arena *arena, const struct report_model *model) {
    struct buffer out = buffer_new(arena);
    for (size_t i = 0; i < model->finding_count; i++) {
        const struct model_finding *finding = &model->findings[i];
        buffer_format(&out, "%s" TEXT_FORMAT " %s %s", i ? ", " : "", TEXT_ARGUMENTS(finding->cause),
                      certainty_id(finding->certainty), severity_id(finding->severity));
        for (size_t j = 0; j < finding->explains_count; j++)
            buffer_format(&out, "%s" TEXT_FORMAT, j ? " " : " (", TEXT_ARGUMENTS(finding->explains[j]));
        buffer_add_string(&out, finding->explains_count ? ")" : "");
    }
    return buffer_text(&out);
}

static struct report_model model_with(struct arena *arena, const struct given *changes, size_t count) {
    return model_of(arena, changed(arena, changes, count), machine_knowledge(arena), false);
}

#define MODEL(...) model_with(*state, (const struct given[]){__VA_ARGS__}, COUNT(((const struct given[]){__VA_ARGS__})))

static void a_healthy_machine_is_ok(void **state) {
    struct report_model model = model_with(*state, NULL, 0);
    assert_int_equal(model.finding_count, 0);
    assert_int_equal(model.status, STATUS_OK);
    assert_int_equal(model.link_count, CHAIN_COUNT);
    assert_link(&model, "framework", "ok");
    assert_link(&model, "gpu_run", "not_reached");
    assert_text(link_named(&model, "gpu_run")->text, "chain.not_run");
    assert_text(model.closing, "closing.ok");
    assert_text(model.headline, "plumb 0.1 · RTX 4090 · headline.driver");
    assert_text(model.knowledge, "2026-11-30");
    assert_text(value_get_text(&model.judged, "python"), VENV "/bin/python");
    for (size_t i = 0; i < model.link_count; i++) /* session and job are shown when something is wrong there */
        assert_int_equal(model.links[i].shown, i != CHAIN_SESSION && i != CHAIN_TRAINING_JOB);
}

static void different_cards_are_named_each(void **state) {
    struct report_model model =
        MODEL(SAYS(GPU_VENDOR, "0000:02:00.0", "10de"), SAYS(GPU_NAME, "0000:02:00.0", "NVIDIA GeForce GTX 1080"),
              SAYS(GPU_VENDOR, "0000:03:00.0", "10de"), SAYS(GPU_NAME, "0000:03:00.0", "NVIDIA GeForce RTX 4090"));
    assert_text(model.headline, "plumb 0.1 · 2 x RTX 4090, GTX 1080 · headline.driver");
}

#define OTHER "/usr/lib/libcuda.so.535.104.05"
#define FIRST "/usr/lib/libcuda.so.1"

static void a_break_holds_up_what_follows(void **state) {
    struct report_model model =
        MODEL(SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), IS(MODULE_LOADED, "nvidia", false),
              IS(NODE_OPEN, "/dev/nvidiactl", false), STATE(LIBRARY_COPIES, "libcuda.so.1", ABSENT),
              STATE(LIBRARY_NAME, FIRST, ABSENT), LISTS(MACHINE_BUILT_MODULES, "", "x"));
    assert_text(told(*state, &model),
                "driver.nouveau_active certain error (driver.not_loaded driver.device_node_denied)");
    assert_link(&model, "graphics_card", "ok");
    assert_link(&model, "kernel_driver", "broken");
    assert_link(&model, "device_access", "not_reached");
    assert_link(&model, "driver_library", "not_reached"); /* its judge said broken, without evidence of its own */
    assert_link(&model, "gpu_run", "not_reached");
    assert_text(link_named(&model, "gpu_run")->text, "chain.waits");
    assert_link(&model, "framework", "ok"); /* what files can decide is judged all the same */
    assert_int_equal(model.status, STATUS_BROKEN);
    assert_text(model.closing, "closing.broken");
}

static void further_breaks_are_next_in_line(void **state) {
    struct report_model model =
        MODEL(SAYS(MODULE_VERSION, "nvidia", "535.104.05"), SAYS(LIBRARY_VERSION, FIRST, "535.183.01"),
              LISTS(PACKAGE_FILES, VENV "|torch", "libc10.so"), SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", ""));
    /* env.visible_devices explains framework.corrupt_install directly: that is knowledge's word and stays. */
    assert_text(
        told(*state, &model),
        "driver.library_kernel_mismatch certain error, env.visible_devices certain error (framework.corrupt_install)");
    assert_text(model.closing, "closing.broken_more");
    /* A denied device would explain it only by way of the variable, which nobody has set. */
    model = MODEL(IS(NODE_OPEN, "/dev/nvidiactl", false), LISTS(PACKAGE_FILES, VENV "|torch", "libc10.so"));
    assert_text(told(*state, &model),
                "driver.device_node_denied certain error, framework.corrupt_install certain error");
    assert_link(&model, "framework", "broken");
}

/* An error is a promise: a mere possibility is a warning, and then the link is one too. */
static void a_possibility_is_no_error(void **state) {
    struct report_model model =
        MODEL(COUNTS(CALL_CODE, "cuInit()", 999), SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "0"));
    assert_text(told(*state, &model), "driver.hung likely error");
    assert_link(&model, "driver_library", "broken"); /* though its judge saw a good library */
    assert_text(link_named(&model, "driver_library")->text, "driver.hung it is");
    model = MODEL(SAYS(PACKAGE_VERSION, VENV "|nvidia-cudnn-cu12", "9.0"));
    assert_text(told(*state, &model), "libs.cudnn_conflict possible warning");
    assert_link(&model, "cuda_libraries", "warning");
    assert_int_equal(model.status, STATUS_OK);
    assert_text(model.closing, "closing.warnings");
}

static void roots_with(struct report_model *model, struct judging *judging, struct evidence *evidence, size_t count) {
    struct root *roots;
    size_t found = weigh_roots(judging->arena, judging->knowledge, evidence, count, &roots);
    *model = (struct report_model){0};
    fill_findings(model, judging, roots, found, SHELL_POSIX);
    fill_links(model, judging, false);
}

static struct evidence speaks(const char *cause, int weight, enum severity severity) {
    return (struct evidence){
        .cause = text_of(cause), .weight = weight, .group = text_of(cause), .severity = severity, .text = TEXT("seen")};
}

static void severity_is_the_worst_that_speaks_for_it(void **state) {
    struct judging judging = judging_of(*state, fact_store_new(*state), machine_knowledge(*state));
    struct report_model model;
    struct evidence evidence[] = {
        speaks("driver.hung", 12, SEVERITY_WARNING), speaks("driver.hung", -2, SEVERITY_ERROR),
        speaks("env.visible_devices", 9, SEVERITY_ERROR), speaks("framework.not_installed", 5, SEVERITY_NOTE)};
    evidence[1].group = TEXT("other");
    roots_with(&model, &judging, evidence, 4);
    assert_text(
        told(*state, &model),
        "driver.hung likely warning, env.visible_devices possible warning, framework.not_installed possible note");
    assert_int_equal(model.findings[0].weight, 10);
    assert_int_equal(model.findings[0].evidence_count, 2);
    assert_int_equal(model.findings[0].evidence[1].weight, -2);
}

/* A link says "broken" only where a finding stands behind it, there or before. */
static void a_broken_link_needs_a_finding(void **state) {
    struct judging judging = judging_of(*state, fact_store_new(*state), machine_knowledge(*state));
    struct report_model model;
    judge_link(&judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "said so", NULL, 0);
    roots_with(&model, &judging, NULL, 0);
    assert_link(&model, "driver_library", "warning");
    assert_text(link_named(&model, "driver_library")->text, "said so");
    struct evidence after = speaks("framework.not_installed", 40, SEVERITY_ERROR),
                    before = speaks("driver.not_loaded", 40, SEVERITY_ERROR);
    roots_with(&model, &judging, &after, 1);
    assert_link(&model, "driver_library", "warning"); /* it does not wait for what comes later */
    assert_link(&model, "gpu_run", "not_reached");
    roots_with(&model, &judging, &before, 1);
    assert_link(&model, "driver_library", "not_reached");
    assert_link(&model, "kernel_driver", "broken");
    /* What explains a cause at the link holds it up, wherever it stands. */
    struct evidence both[] = {speaks("driver.library_kernel_mismatch", 30, SEVERITY_ERROR),
                              speaks("driver.libcuda_stub_or_stale", 40, SEVERITY_ERROR)};
    roots_with(&model, &judging, both, 2);
    assert_text(told(*state, &model), "driver.libcuda_stub_or_stale certain error (driver.library_kernel_mismatch)");
    assert_link(&model, "driver_library", "broken");
}

static void the_gpu_run_waits_only_for_what_comes_before(void **state) {
    static const struct sketch sketch = {.taxonomy = "x:\n  job: No.\n  run: No.\n",
                                         .causes = CAUSE("x.job", "training_job", "") CAUSE("x.run", "gpu_run", "")};
    struct judging judging = judging_of(*state, fact_store_new(*state), knowledge_of(*state, &sketch));
    struct report_model model;
    struct evidence job = speaks("x.job", 40, SEVERITY_ERROR), run = speaks("x.run", 40, SEVERITY_ERROR);
    roots_with(&model, &judging, &job, 1);
    assert_link(&model, "training_job", "broken");
    assert_text(link_named(&model, "gpu_run")->text, "chain.not_run");
    roots_with(&model, &judging, &run, 1);
    assert_link(&model, "gpu_run", "broken");
}

static void at_most_eight_records_are_listed(void **state) {
    struct judging judging = judging_of(*state, fact_store_new(*state), machine_knowledge(*state));
    struct report_model model;
    struct evidence evidence[12];
    for (size_t i = 0; i < COUNT(evidence); i++) {
        evidence[i] = speaks("driver.hung", 1 + (int)i, SEVERITY_ERROR);
        evidence[i].group = text_format(*state, "%zu", i);
        evidence[i].origin = (struct origin){TEXT("pci"), TEXT("/sys"), (int64_t)i};
    }
    roots_with(&model, &judging, evidence, COUNT(evidence));
    assert_int_equal(model.findings[0].weight, 78);
    assert_int_equal(model.findings[0].evidence_count, 8);
    assert_int_equal(model.findings[0].evidence[0].line, 11);
    assert_int_equal(model.findings[0].evidence[7].line, 4);
    assert_text(model.findings[0].evidence[0].place, "/sys");
    assert_text(model.findings[0].evidence[0].source, "pci");
}

static void remedies_proof_and_question_are_filled_in(void **state) {
    struct report_model model = MODEL(SAYS(LIBRARY_VERSION, FIRST, "535.183.01"));
    const struct model_finding *finding = &model.findings[0];
    assert_text(finding->title, "driver.library_kernel_mismatch it is");
    assert_text(finding->say, "Because of driver.library_kernel_mismatch.");
    assert_text(finding->link, "driver_library");
    assert_int_equal(finding->remedy_count, 1);
    assert_text(finding->remedies[0].command, "sudo reboot");
    assert_true(finding->remedies[0].root);
    assert_text(finding->prove, "plumb verify");
    assert_text(finding->ask_command, ""); /* nothing is left to ask */
    model = MODEL(COUNTS(CALL_CODE, "cuInit()", 999));
    assert_text(model.findings[0].ask_command, "dmesg");
    assert_text(model.findings[0].ask_say, "What does it say?");
    assert_text(model.findings[0].prove, "");
    model = MODEL(SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"), STATE(PACKAGE_CUDA, VENV "|torch", ABSENT));
    assert_text(model.findings[0].remedies[0].command, VENV "/bin/python -m pip install torch==2.3.1+cu121");
    assert_int_equal(model.findings[0].remedy_count, 1); /* nobody said which {package} */
}

/* The proof runs the judged interpreter where this plumb has no verb for it. */
static void a_proof_has_a_substitute(void **state) {
    struct findings_request request = {
        .facts = changed(*state, (const struct given[]){SAYS(LIBRARY_VERSION, FIRST, "535.183.01")}, 1),
        .knowledge = machine_knowledge(*state),
        .verbs = value_list()};
    struct report_model model = findings_make(*state, &request);
    assert_text(model.findings[0].prove, VENV "/bin/python -c command.prove");
}

/* One finding's {package} is not another's. */
static void slots_belong_to_their_cause(void **state) {
    struct report_model model =
        MODEL(LISTS(PACKAGE_REQUIRES, VENV "|torch", "nvidia-nccl-cu12==2.20.5|nvidia-cudnn-cu12==9.1.0.70"));
    assert_text(told(*state, &model), "libs.cuda_lib_missing certain error, libs.cudnn_conflict possible warning");
    assert_text(model.findings[0].remedies[0].command, "pip install nvidia-nccl-cu12==2.20.5");
    assert_text(model.findings[1].remedies[0].command, "pip install nvidia-cudnn-cu12==9.1.0.70");
}

static void what_could_not_be_judged_is_unknown(void **state) {
    struct report_model model = MODEL(STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE));
    assert_int_equal(model.status, STATUS_UNKNOWN);
    assert_text(model.closing, "closing.unknown");
    model = MODEL(STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE), IS(NODE_OPEN, "/dev/nvidiactl", false));
    assert_int_equal(model.status, STATUS_BROKEN);
    struct fact_store *nothing = fact_store_new(*state);
    model = model_of(*state, nothing, machine_knowledge(*state), false);
    assert_int_equal(model.status, STATUS_UNKNOWN);
    assert_int_equal(model.finding_count, 0);
}

static const struct sketch printed = {
    .taxonomy = MACHINE_TAXONOMY,
    .causes = MACHINE_CAUSES,
    .symptoms = "  old: {literal: [driver is too old], speaks: {driver.too_old_for_runtime: 25, driver.not_loaded: "
                "-10}, severity: error, sample: [driver is too old], sources: [s]}\n"
                "  odd: {literal: [something odd], speaks: {driver.hung: 12}, severity: warning, sample: [something "
                "odd], sources: [s]}\n"};

/* What a text prints and what its listing states add up: a text is about one machine. */
static void symptoms_of_a_text_are_weighed(void **state) {
    static const struct given text[] = {SAYS(SYMPTOM_ID, "3 old", "old"),
                                        COUNTS(SYMPTOM_LINE, "3 old", 3),
                                        SAYS(SYMPTOM_TEXT, "3 old", "RuntimeError: driver is too old"),
                                        SAYS(SYMPTOM_ID, "9 old", "old"),
                                        COUNTS(SYMPTOM_LINE, "9 old", 9),
                                        SAYS(SYMPTOM_ID, "5 odd", "odd"),
                                        SAYS(SYMPTOM_ID, "6 new", "newer than this knowledge"),
                                        STATE(SYMPTOM_ID, "7 none", UNREADABLE)};
    struct fact_store *store = only(*state, "text", text, COUNT(text));
    struct report_model model = model_of(*state, store, knowledge_of(*state, &printed), true);
    assert_text(told(*state, &model), "driver.too_old_for_runtime certain error, driver.hung likely warning");
    assert_int_equal(model.findings[0].weight, 25); /* eight ranks that fail alike are one failure */
    assert_int_equal(model.findings[0].evidence_count, 1);
    assert_int_equal(model.findings[0].evidence[0].line, 3);
    assert_text(model.findings[0].evidence[0].text, "RuntimeError: driver is too old");
    assert_text(model.findings[0].evidence[0].source, "symptom:old");
    assert_int_equal(model.status, STATUS_BROKEN);
    assert_text(model.closing, "closing.text_broken");
    assert_link(&model, "kernel_driver", "broken");
    assert_false(link_named(&model, "framework")->shown);
}

/* A line can mean something else beside another one: seen once, it is one group, whatever it is seen beside. */
static void a_symptom_speaks_differently_beside_another(void **state) {
    static const struct sketch pair = {
        .taxonomy = MACHINE_TAXONOMY,
        .causes = MACHINE_CAUSES,
        .symptoms = "  place: {literal: [in this place], speaks: {driver.hung: 1}, beside: {old: {driver.hung: 14, "
                    "driver.too_old_for_runtime: -20}}, severity: warning, sample: [in this place], sources: [s]}\n"
                    "  old: {literal: [driver is too old], speaks: {driver.too_old_for_runtime: 25}, severity: error, "
                    "sample: [driver is too old], sources: [s]}\n"};
    static const struct given both[] = {SAYS(SYMPTOM_ID, "3 old", "old"), SAYS(SYMPTOM_ID, "5 place", "place")};
    const struct knowledge *knowledge = knowledge_of(*state, &pair);
    struct report_model model = model_of(*state, only(*state, "text", both, 2), knowledge, true);
    assert_text(told(*state, &model), "driver.hung likely warning, driver.too_old_for_runtime possible warning");
    assert_int_equal(model.findings[0].weight, 14);
    model = model_of(*state, only(*state, "text", both, 1), knowledge, true);
    assert_text(told(*state, &model), "driver.too_old_for_runtime certain error");
    model = model_of(*state, only(*state, "text", both + 1, 1), knowledge, true);
    assert_text(told(*state, &model), "");
}

/* Only listings are judged: the text around them says nothing of the links, and does not hide what a listing says. */
static void a_text_adds_nothing_to_the_links(void **state) {
    struct fact_store *store = fact_store_new(*state);
    for (size_t i = 0; i < COUNT(healthy); i++)
        give(*state, store, "listing:1", &healthy[i]);
    static const struct given line = SAYS(SYMPTOM_ID, "1 x", "unheard of");
    give(*state, store, "text", &line);
    struct report_model model = model_of(*state, store, machine_knowledge(*state), true);
    assert_link(&model, "framework", "ok");
    assert_true(link_named(&model, "framework")->shown);
    assert_text(model.closing, "closing.text_sound");
    model = model_of(*state, fact_store_new(*state), machine_knowledge(*state), true);
    assert_int_equal(model.status, STATUS_OK);
    assert_text(model.closing, "closing.text_too_little");
}

/* "none: lacks | question" of a listing with these facts, in a text of so many words. */
static struct text none_told(struct arena *arena, const struct given *given, size_t count, int64_t words) {
    struct fact_store *store = fact_store_new(arena);
    const struct given size = COUNTS(TEXT_WORDS, "", words);
    give(arena, store, "text", &size);
    for (size_t i = 0; i < count; i++)
        give(arena, store, "listing:1", &given[i]);
    struct report_model model = model_of(arena, store, machine_knowledge(arena), true);
    return text_format(arena, "%s: " TEXT_FORMAT " | " TEXT_FORMAT, none_id(model.none) ? none_id(model.none) : "",
                       TEXT_ARGUMENTS(text_join_all(arena, model.lacks, model.lack_count, TEXT(" "))),
                       TEXT_ARGUMENTS(model.ask_command));
}

#define NONE(words, expected, ...)                                                                                     \
    assert_text(                                                                                                       \
        none_told(*state, (const struct given[]){__VA_ARGS__}, COUNT(((const struct given[]){__VA_ARGS__})), words),   \
        expected)
#define PASTED "listing"
#define ENVIRONMENT IS(ENVIRONMENT_JUDGED, PASTED, true)

static void none_has_three_kinds(void **state) {
    NONE(5000, "unrecognised: traceback torch card driver python system | python -m torch.utils.collect_env",
         STATE(MACHINE_OS, "", NOT_ASKED));
    NONE(5, "too_little: traceback torch card driver python system | python -m torch.utils.collect_env",
         STATE(MACHINE_OS, "", NOT_ASKED));
    /* Only that it does not work: the machine has to be looked at, however long the text is. */
    NONE(5000, "too_little: traceback torch card driver python system | plumb doctor", ENVIRONMENT,
         IS(PACKAGE_AVAILABLE, PASTED "|torch", false));
    NONE(5, "sound:  | plumb doctor", ENVIRONMENT, IS(PACKAGE_AVAILABLE, PASTED "|torch", true));
    NONE(5, "sound:  | plumb doctor", ENVIRONMENT, SAYS(PACKAGE_VERSION, PASTED "|torch", "2.3.1+cu121"),
         SAYS(DRIVER_VERSION, "", "535.104.05"));
    NONE(5000, "unrecognised: traceback torch driver python system | python -m torch.utils.collect_env",
         SAYS(GPU_NAME, "#0", "GeForce RTX 4090"));
}

static void a_machine_is_no_text(void **state) {
    struct report_model model = model_with(*state, NULL, 0);
    assert_int_equal(model.none, NONE_NOT_ASKED);
    assert_int_equal(model.lack_count, 0);
}

/* Two causes that one line fits alike: the cheaper question decides, and what the text lacks for either is named. */
static void where_two_causes_stay_equal_the_cheapest_question_decides(void **state) {
    static const struct sketch sketch = {
        .taxonomy = "x:\n  a: No.\n  b: No.\n",
        .causes = CAUSE("x.a", "framework", "    ask: {run: [sudo, dmesg], say: {en: A?, zh: A?}}\n")
            CAUSE("x.b", "interpreter", "    ask: {run: [python, -m, pip, list], say: {en: B?, zh: B?}}\n"),
        .symptoms = "  either:\n    literal: [either of both]\n    speaks: {x.a: 12, x.b: 11}\n    severity: error\n"
                    "    sample: [either of both]\n    sources: [s]\n"};
    static const struct given lines[] = {SAYS(SYMPTOM_ID, "1", "either"), SAYS(SYMPTOM_TEXT, "1", "either of both"),
                                         COUNTS(SYMPTOM_LINE, "1", 1)};
    struct report_model model =
        model_of(*state, only(*state, "text", lines, COUNT(lines)), knowledge_of(*state, &sketch), true);
    assert_int_equal(model.finding_count, 1);
    assert_text(model.findings[0].cause, "x.a");
    assert_int_equal(model.findings[0].rival_count, 1);
    assert_text(model.findings[0].rivals[0], "x.b");
    assert_text(model.findings[0].rival_titles[0], "x.b it is");
    assert_text(model.findings[0].ask_command, "python -m pip list");
    assert_text(model.ask_command, "python -m pip list");
    assert_text(model.ask_say, "B?");
    assert_int_equal(model.none, NONE_THERE_IS_ONE);
    assert_text(text_join_all(*state, model.lacks, model.lack_count, TEXT(" ")), "torch card driver python system");
}

/* Subjects come in their own order, and "text" after "machine": slots are still the machine's. */
static void slots_are_the_machines_whatever_else_is_there(void **state) {
    const struct given cpu[] = {SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"),
                                STATE(PACKAGE_CUDA, VENV "|torch", ABSENT)};
    struct fact_store *store = changed(*state, cpu, 2);
    static const struct given line = SAYS(SYMPTOM_ID, "1", "old");
    give(*state, store, "text", &line);
    struct report_model model = model_of(*state, store, machine_knowledge(*state), false);
    assert_text(model.findings[0].remedies[0].command, VENV "/bin/python -m pip install torch==2.3.1+cu121");
}

static void the_report_is_in_the_readers_language(void **state) {
    struct findings_request request = {
        .facts = changed(*state, (const struct given[]){SAYS(LIBRARY_VERSION, FIRST, "535.183.01")}, 1),
        .knowledge = machine_knowledge(*state),
        .language = LANGUAGE_CHINESE,
        .verbs = value_list()};
    struct report_model model = findings_make(*state, &request);
    assert_text(model.findings[0].title, "是 driver.library_kernel_mismatch");
}

static void facts_are_told_when_asked_for(void **state) {
    struct findings_request request = {
        .facts = changed(*state, NULL, 0), .knowledge = machine_knowledge(*state), .verbs = value_list()};
    struct report_model model = findings_make(*state, &request);
    assert_int_equal(value_count(&model.facts), 0);
    request.with_facts = true;
    model = findings_make(*state, &request);
    assert_non_null(value_get(value_get(&model.facts, "machine"), "gpu"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_healthy_machine_is_ok),
        TEST(different_cards_are_named_each),
        TEST(a_break_holds_up_what_follows),
        TEST(further_breaks_are_next_in_line),
        TEST(a_possibility_is_no_error),
        TEST(severity_is_the_worst_that_speaks_for_it),
        TEST(a_broken_link_needs_a_finding),
        TEST(the_gpu_run_waits_only_for_what_comes_before),
        TEST(at_most_eight_records_are_listed),
        TEST(remedies_proof_and_question_are_filled_in),
        TEST(a_proof_has_a_substitute),
        TEST(slots_belong_to_their_cause),
        TEST(what_could_not_be_judged_is_unknown),
        TEST(symptoms_of_a_text_are_weighed),
        TEST(a_symptom_speaks_differently_beside_another),
        TEST(a_text_adds_nothing_to_the_links),
        TEST(none_has_three_kinds),
        TEST(a_machine_is_no_text),
        TEST(where_two_causes_stay_equal_the_cheapest_question_decides),
        TEST(slots_are_the_machines_whatever_else_is_there),
        TEST(the_report_is_in_the_readers_language),
        TEST(facts_are_told_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
