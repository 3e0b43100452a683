#include "listing_test.h"

static void lines_without_names_state_what_they_hold(void **state) {
    STATES("Ubuntu 20.04, RTX 3090, driver 470.57.02\n",
           "{\"os\": \"Ubuntu 20.04\", \"driver\": \"470.57.02\", \"gpus\": [\"RTX 3090\"]}");
    STATES("- Python 3.8.11, torch 1.9.1, CUDA Version: 12.0\n", "{\"python\": \"3.8.11\", \"torch\": \"1.9.1\"}");
    STATES("PyTorch 1.10.0 / CUDA 11.3 / cuDNN 8.2.0\n",
           "{\"torch\": \"1.10.0\", \"torch_cuda\": \"11.3\", \"cudnn\": \"8.2.0\"}");
    STATES("Windows 10 latest\nPython 3.8 with virtualenv\nGPU 2080ti\n",
           "{\"os\": \"Windows 10\", \"python\": \"3.8\", \"gpus\": [\"2080ti\"]}");
    STATES("Tesla V100-SXM2-16GB, CUDA toolkit 11.1\n",
           "{\"cuda_toolkit\": \"11.1\", \"gpus\": [\"Tesla V100-SXM2-16GB\"]}");
}

static void sentences_and_wishes_state_nothing(void **state) {
    STATES("torch 1.9.1 requires numpy\nPython 3.8 or newer\nCUDA 11\n- cudatoolkit=11.3\ntorch>=1.9, CUDA 11.3\n"
           "I use torch 1.9.1\nA100\tneeds 2.0\n",
           "{}");
    STATES("## Requirements\n\n- Python 3.8\n- PyTorch 1.9\n- Ubuntu 20.04\n", "{}");
    STATES("RTX 3090 needs the following:\n* Python 3.8\n* cuda 11.1\n", "{}");
    STATES("Requirements:\nPython 3.8\n\n## Environment\nPython 3.9.1\n", "{\"python\": \"3.9.1\"}");
}

static void prefixes_of_loggers_are_passed_over(void **state) {
    STATES("17:21:03-277184 INFO     Torch 2.1.2+cu118\n17:21:03-285792 INFO     Torch backend: nVidia CUDA 11.8 cuDNN "
           "8905\n",
           "{\"torch\": \"2.1.2+cu118\", \"torch_cuda\": \"11.8\", \"cudnn\": \"8905\"}");
    STATES("[2024-10-13 00:29] ** Python version: 3.10.11 (x)\n[2024-10-13] Python version: 3.9.1\n",
           "{\"python\": \"3.10.11\"}");
    STATES(">INFO     Torch 2.0.1+cpu\n", "{\"torch\": \"2.0.1+cpu\", \"torch_cuda\": null}");
    STATES("[ComfyUI] Device: cuda:0 NVIDIA RTX A4500 : native\nINFO:root:Python version: 3.10.6\n",
           "{\"python\": \"3.10.6\", \"gpus\": [\"NVIDIA RTX A4500\"]}");
    STATES("2025-11-27T00:45:36.444325 - ** Platform:2025-11-27T00:45:36.444873 -  2025-11-27T00:45:36.444976 - "
           "Windows2025-11-27T00:45:36.445076 - \n",
           "{\"os\": \"Windows\"}");
}

static void names_are_understood_by_their_words(void **state) {
    STATES("PyTorch build CUDA version: 10.2\nPyTorch build cuDNN version: 7605\nActive GPU name: GeForce GTX 1650\n"
           "PyTorch has active GPU: True\n",
           "{\"torch_cuda\": \"10.2\", \"cudnn\": \"7605\", \"is_available\": true, \"gpus\": [\"GeForce GTX 1650\"]}");
    STATES("OS Platform and Distribution: Windows 10\nGPU model and memory: NVIDIA T4 16GB\nmy Python: 3.9.1\n",
           "{\"os\": \"Windows 10\", \"python\": \"3.9.1\", \"gpus\": [\"NVIDIA T4 16GB\"]}");
    STATES("GPU memory: 24 GB\nNumber of GPUs: 2\nGPU usage: 5\nPython path: 3.8\nbuild.python_version: 3.9.16\n"
           "Device #1: NVIDIA T4\n",
           "{}");
    STATES("CUDA/cuDNN version: CUDA 11.3 cuDNN 8200\n", "{\"cuda_toolkit\": \"11.3\", \"cudnn\": \"8200\"}");
    STATES("Python version is 3.10.11 (tags/v3.10.11:7d4cc5a)\n", "{\"python\": \"3.10.11\"}");
}

static void values_stand_below_their_names_too(void **state) {
    STATES("**OS:**\nUbuntu 20.04\ntorch\n2.1.1\n", "{\"os\": \"Ubuntu 20.04\", \"torch\": \"2.1.1\"}");
    STATES("GPU models and configuration: \nGPU 0: Tesla T4\nGPU 1: Tesla T4\n",
           "{\"gpus\": [\"Tesla T4\", \"Tesla T4\"]}");
    STATES("### OS Version\n\n11\n", "{}");
}

static void pairs_behind_a_label_are_read(void **state) {
    STATES("Platform: arch=AMD64 cpu=Intel64 Family 6 system=Windows\n"
           "                         release=Windows-10-10.0.26100-SP0 python=3.10.6 docker=False\n"
           "GPU: device=NVIDIA GeForce RTX 4090 n=1 arch=sm_90 cuda=12.4 cudnn=90100 driver=560.94\n",
           "{\"python\": \"3.10.6\", \"torch_cuda\": \"12.4\", \"cudnn\": \"90100\", \"driver\": "
           "\"560.94\", \"os\": \"Windows\", \"gpus\": [\"NVIDIA GeForce RTX 4090\"]}");
    STATES("OrderedDict([('sys.platform', 'linux'), ('Python', '3.9.17 (main)'), ('CUDA available', False), "
           "('PyTorch', '2.0.1')])\n",
           "{\"python\": \"3.9.17\", \"is_available\": false, \"torch\": \"2.0.1\", \"os\": \"linux\"}");
    STATES("GPU: a=\"\nPython: version=\nTorch: ==\nPlatform: =x\n", "{}");
}

static void folders_state_what_is_installed(void **state) {
    STATES("torch-2.0.0.dist-info\n/x/torchvision-0.15.1+cu118.dist-info\n",
           "{\"torch\": \"2.0.0\", \"torchvision\": \"0.15.1+cu118\"}");
    STATES("  File \"/usr/lib/python3.8/site-packages/torch/x.py\", line 1\n", "{\"python\": \"3.8\"}");
    STATES("  File \"/usr/lib/python3.8/site-packages/torch/x.py\", line 1\nPython version: 3.8.10\n",
           "{\"python\": \"3.8.10\"}");
    STATES("Uninstalled 1 package in 5ms\n - torch==2.6.0\n + torch==2.7.1+cu128\n",
           "{\"torch\": \"2.7.1+cu128\", \"torch_cuda\": \"12.8\"}");
    STATES("[pip] numpy (1.15.2)\n[uv] torch==2.11.0\n", "{\"numpy\": \"1.15.2\", \"torch\": \"2.11.0\"}");
}

static void start_messages_of_programs_are_read(void **state) {
    STATES("   \\\\   /|    NVIDIA GeForce RTX 4090. Num GPUs = 2. Max memory: 23.621 GB. Platform: Linux.\n"
           "O^O/ \\_/ \\    Torch: 2.5.1+cu124. CUDA: 8.9. CUDA Toolkit: 12.4. Triton: 3.1.0\n",
           "{\"torch\": \"2.5.1+cu124\", \"torch_cuda\": \"12.4\", \"os\": \"Linux\", \"gpus\": [\"NVIDIA GeForce RTX "
           "4090\", \"NVIDIA GeForce RTX 4090\"]}");
    STATES("device info: NVIDIA A100-SXM4-40GB-2, 2 local devices\"\n",
           "{\"gpus\": [\"NVIDIA A100-SXM4-40GB\", \"NVIDIA A100-SXM4-40GB\"]}");
    STATES("Found GPU0 GeForce GTX 960M which is of cuda capability 5.0.\n", "{\"gpus\": [\"GeForce GTX 960M\"]}");
    STATES("----------Python Info----------\nVersion      : 3.6.9\n------------Pip Info-----------\nVersion      : "
           "21.3.1\n",
           "{\"python\": \"3.6.9\"}");
    STATES("NVIDIA Driver Version:  NVIDIA-SMI, 581.57\n", "{\"driver\": \"581.57\"}");
}

static void lists_hold_foreign_parts_and_stand_behind_labels(void **state) {
    STATES("Windows 11, версия драйвера 576.52, Python 3.10.11, pip 25.1.1\n",
           "{\"os\": \"Windows 11\", \"driver\": \"576.52\", \"python\": \"3.10.11\"}");
    STATES("pip 25.1.1, setuptools 70.0, Python 3.10.11\n", "{}");
    STATES("My runtime environment is Python 3.11.4, CUDA 11.8.0, graphics card driver 522.06. It fails with 2.0.\n",
           "{\"python\": \"3.11.4\", \"driver\": \"522.06\"}");
    STATES("系统环境/System Environment: ubuntu22,  python3.7,  CUDA11.7\n",
           "{\"os\": \"ubuntu22\", \"python\": \"3.7\"}");
    STATES("Required environment: Python 3.8.1, torch 1.9.1\nEnvironment: Python 3.8.1\n", "{}");
    STATES("2 x Tesla V100 (AWS)\n", "{\"gpus\": [\"Tesla V100\", \"Tesla V100\"]}");
    STATES("99x Tesla V100\n0 x RTX 3090\n99999999999999999999 x RTX 3090\n", "{}");
    STATES("Driver 580.95.05 with CUDA 13.0, installed from a run file.\n", "{\"driver\": \"580.95.05\"}");
}

static void fields_are_told_from_values_in_other_ways(void **state) {
    STATES("Torch版本2.2.1；\nCUDA版本：12.1；\nPython 版本 / Python version: 3.10.12\ngpu ：1070\n",
           "{\"torch\": \"2.2.1\", \"python\": \"3.10.12\", \"torch_cuda\": \"12.1\", \"gpus\": [\"1070\"]}");
    STATES("torch.cuda.is_available() False\ntorch version---------- 2.2.0\nGPU  Model: NVIDIA L4\ngpu: 4096\n",
           "{\"is_available\": false, \"torch\": \"2.2.0\", \"gpus\": [\"NVIDIA L4\"]}");
    STATES("Detected GPUs: NVIDIA GeForce RTX 3070 Ti, NVIDIA T4\n",
           "{\"gpus\": [\"NVIDIA GeForce RTX 3070 Ti\", \"NVIDIA T4\"]}");
    STATES("{\n    \"CUDA\": {\n        \"GPU\": [\n            \"NVIDIA T4\"\n        ],\n        \"available\": "
           "true,\n        \"version\": \"12.1\"\n    }\n}\n",
           "{\"is_available\": true, \"torch_cuda\": \"12.1\", \"gpus\": [\"NVIDIA T4\"]}");
}

static void plans_and_tables_of_programs_are_read(void **state) {
    STATES("  pytorch            conda-forge/linux-64::pytorch-1.10.0-cpu_py37hf3cc979_0\n",
           "{\"torch\": \"1.10.0\", \"torch_cuda\": null, \"python\": \"3.7\"}");
    STATES("  pytorch  a::torch-1.10.0-x_0\n  pytorch  a::pytorch-1.10.0-x_0 --> b::pytorch-1.9-x_0\n  pytorch a::\n",
           "{}");
    STATES("| Driver Version: 550.144.03    | Graphics API: Vulkan\n"
           "| 0   | NVIDIA GeForce RTX 4070 SUPER    | Yes: 0 |     | 12528   MB |\n"
           "| 1   | Intel(R) Arc(TM) 140T GPU (32GB) |        |     | 37024   MB |\n",
           "{\"driver\": \"550.144.03\", \"gpus\": [\"NVIDIA GeForce RTX 4070 SUPER\"]}");
    STATES("W1113 14:45:34.501612 19958 gpu_resources.cc:149] device: 0, cuDNN Version: 8.9.\n",
           "{\"cudnn\": \"8.9\"}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(lines_without_names_state_what_they_hold),
        TEST(sentences_and_wishes_state_nothing),
        TEST(prefixes_of_loggers_are_passed_over),
        TEST(names_are_understood_by_their_words),
        TEST(values_stand_below_their_names_too),
        TEST(pairs_behind_a_label_are_read),
        TEST(lists_hold_foreign_parts_and_stand_behind_labels),
        TEST(fields_are_told_from_values_in_other_ways),
        TEST(plans_and_tables_of_programs_are_read),
        TEST(folders_state_what_is_installed),
        TEST(start_messages_of_programs_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
