#include "listing_test.h"

static void pip_lists_are_read(void **state) {
    STATES("torch==2.1.0+cu118\nvllm==0.2.2\nflash_attn==2.5.8 ; python_version > '3.8'\nnumpy>=1.20\n",
           "{\"torch\": \"2.1.0+cu118\", \"package:vllm\": \"0.2.2\", \"package:flash-attn\": \"2.5.8\", "
           "\"torch_cuda\": \"11.8\"}");
    STATES("Package            Version      Editable project location\n------------------ ------------ "
           "----\naccelerate         0.21.0\n"
           "my.project         0.1.0        /home/user/proj\ntorch              2.0.1+cpu\n$ python\nloss              "
           " 0.21\n",
           "{\"package:accelerate\": \"0.21.0\", \"package:my-project\": \"0.1.0\", \"torch\": \"2.0.1+cpu\", "
           "\"torch_cuda\": null}");
    STATES("torch                     1.8.0+cu101\ntorchaudio                0.8.0\nepoch                     1.5\n"
           "nvidia-cudnn-cu12        8.9.7.29\n",
           "{\"torch\": \"1.8.0+cu101\", \"torchaudio\": \"0.8.0\", \"cudnn\": \"8.9.7.29\", "
           "\"package:nvidia-cudnn-cu12\": \"8.9.7.29\", "
           "\"torch_cuda\": \"10.1\"}");
    STATES("            \"numpy==1.26.2\",\n            \"torchvision==0.16.2+cu121\"\n",
           "{\"numpy\": \"1.26.2\", \"torchvision\": \"0.16.2+cu121\"}");
}

static void pip_says_what_it_did(void **state) {
    STATES("Name: torch\nVersion: 2.4.0+cu121\nSummary: Tensors\nVersion: 1.0\n",
           "{\"torch\": \"2.4.0+cu121\", \"torch_cuda\": \"12.1\"}");
    STATES("Successfully installed flash-attn-2.3.6 torch-2.1.0 typing-extensions-4.8.0\n",
           "{\"package:flash-attn\": \"2.3.6\", \"torch\": \"2.1.0\", \"package:typing-extensions\": \"4.8.0\"}");
    STATES("Requirement already satisfied: torch>=1.8 in /usr/lib/python3/dist-packages (from timm) (2.0.1)\n",
           "{\"torch\": \"2.0.1\"}");
    STATES("torchvision 0.15.2 requires torch==2.0.1, but you have torch 2.1.0 which is incompatible.\n",
           "{\"torch\": \"2.1.0\", \"torchvision\": \"0.15.2\"}");
}

static void conda_lists_are_read(void **state) {
    STATES("# packages in environment at /opt/conda:\n#\n# Name                    Version                   Build  "
           "Channel\n"
           "openssl                   1.1.1t               h7f8727e_0\npython                    3.8.16               "
           "h7a1cb2a_3\n"
           "pytorch                   1.11.0          py3.8_cuda11.3_cudnn8.2.0_0    pytorch\n",
           "{\"python\": \"3.8.16\", \"torch\": \"1.11.0\", \"torch_cuda\": \"11.3\", \"cudnn\": \"8.2.0\"}");
    STATES("pytorch                   1.11.0              py3.8_cpu_0    pytorch\n",
           "{\"torch\": \"1.11.0\", \"torch_cuda\": null, \"python\": \"3.8\"}");
    STATES(
        "[conda] pytorch 2.0.0 cuda112py310he33e0d6_200 conda-forge\n[conda] cudatoolkit 11.8.0\n",
        "{\"torch\": \"2.0.0\", \"torch_cuda\": \"11.2\", \"package:cudatoolkit\": \"11.8.0\", \"python\": \"3.10\"}");
    STATES("[conda] pytorch  2.3.0  cpu_generic_py310h2a2f1d7_1  conda-forge\n",
           "{\"torch\": \"2.3.0\", \"torch_cuda\": null, \"python\": \"3.10\"}");
}

static void only_an_export_with_builds_states_something(void **state) {
    STATES("dependencies:\n  - python=3.8.16=h7a1cb2a_3\n  - pytorch=1.12.1=py3.8_cuda11.3_cudnn8.3.2_0\n  - "
           "torchvision=0.13.1\n",
           "{\"python\": \"3.8.16\", \"torch\": \"1.12.1\", \"torch_cuda\": \"11.3\", \"cudnn\": \"8.3.2\"}");
}

static void ultralytics_marks_what_it_wants(void **state) {
    STATES("numpy               \xE2\x9C\x85 2.1.1<=2.1.1,>=1.23.0\ntorch               \xE2\x9C\x85 "
           "2.6.0+cu126!=2.4.0,>=1.8.0\nCUDA                12.6\n",
           "{\"numpy\": \"2.1.1\", \"torch\": \"2.6.0+cu126\", \"torch_cuda\": \"12.6\"}");
}

static void a_sentence_is_no_list(void **state) {
    STATES("torch 2.0 is faster than before\ntorch 1.7.1 requires this\nNumPy 2.0.0 is out.\n"
           "ERROR: No matching distribution found for torch==2.0.0+cu113\nCollecting torch==2.0.1\n",
           "{}");
}

static void numpy_says_which_one_runs(void **state) {
    STATES("NumPy 2.0.0 as it may crash. To support both\n", "{\"numpy\": \"2.0.0\"}");
}

static void a_hostile_list_is_bounded(void **state) {
    struct buffer list = buffer_new(*state);
    for (int i = 0; i < 20000; i++)
        buffer_format(&list, "p%d==1.%d\n", i, i);
    struct value map = stated(*state, buffer_text(&list));
    assert_true(value_count(&map) < 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(pip_lists_are_read),
        TEST(pip_says_what_it_did),
        TEST(conda_lists_are_read),
        TEST(only_an_export_with_builds_states_something),
        TEST(ultralytics_marks_what_it_wants),
        TEST(a_sentence_is_no_list),
        TEST(numpy_says_which_one_runs),
        TEST(a_hostile_list_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
