#include "listing_test.h"

static void answers_at_the_prompt_are_read(void **state) {
    STATES(">>> import torch\n>>> torch.__version__\n'1.9.0+cu111'\n>>> torch.version.cuda\n'11.1'\n>>> "
           "torch.cuda.is_available()\n"
           "/usr/lib/torch/cuda/__init__.py:52: UserWarning: 10.2 (Triggered internally)\n  return "
           "torch._C._cuda_getDeviceCount() > 0\nFalse\n"
           ">>> torch.cuda.get_device_name(0)\n'NVIDIA GeForce RTX 3090'\n>>> torch.cuda.get_arch_list()\n['sm_37', "
           "'sm_86']\n"
           ">>> torch.backends.cudnn.version()\n8005\n",
           "{\"torch\": \"1.9.0+cu111\", \"torch_cuda\": \"11.1\", \"is_available\": false, \"architectures\": "
           "[\"sm_37\", \"sm_86\"], \"cudnn\": "
           "\"8005\", \"gpus\": [\"NVIDIA GeForce RTX 3090\"]}");
}

static void answers_of_one_command_stand_in_order(void **state) {
    STATES("$ python -c \"import torch; print(torch.__version__, torch.version.cuda, "
           "torch.cuda.is_available())\"\n2.12.0 None False\n",
           "{\"torch\": \"2.12.0\", \"torch_cuda\": null, \"is_available\": false}");
    STATES("print(torch.__version__)\nprint(torch.cuda.is_available())\ntorch: 2.0.1\nCUDA: True\n",
           "{\"torch\": \"2.0.1\", \"is_available\": true}");
    STATES("In [3]: torch.version.cuda\nOut[3]: '12.1'\n", "{\"torch_cuda\": \"12.1\"}");
    STATES("torch.version.cuda 12.1\ntorch.cuda.is_available() False\n",
           "{\"torch_cuda\": \"12.1\", \"is_available\": false}");
}

static void a_question_without_an_answer_states_nothing(void **state) {
    STATES(">>> torch.__version__\nTraceback (most recent call last):\n  File \"<stdin>\", line 1, in "
           "<module>\nNameError: 1.2.3\n",
           "{}");
    STATES(">>> torch.__version__\na\nb\nc\nd\ne\nf\ng\n1.2.3\n", "{}");
    STATES(">>> torch.__version__\n>>> x = '1.2.3'\n1.2.3\n", "{}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(answers_at_the_prompt_are_read),
        TEST(answers_of_one_command_stand_in_order),
        TEST(a_question_without_an_answer_states_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
