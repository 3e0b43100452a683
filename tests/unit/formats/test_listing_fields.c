#include "listing_test.h"

static void collect_env_states_everything(void **state) {
    STATES("Collecting environment information...\nPyTorch version: 2.5.1+cu121\nIs debug build: False\n"
           "CUDA used to build PyTorch: 12.1\nROCM used to build PyTorch: N/A\n\nOS: Ubuntu 22.04.5 LTS (x86_64)\n"
           "GCC version: (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0\nLibc version: glibc-2.35\n\n"
           "Python version: 3.10.12 (main, Jan 17 2025, 14:35:34) [GCC 11.4.0] (64-bit runtime)\n"
           "Is CUDA available: True\nCUDA runtime version: 12.1.105\n"
           "GPU models and configuration: \nGPU 0: NVIDIA GeForce RTX 4090\nGPU 1: NVIDIA H100 PCIe\n\n"
           "Nvidia driver version: 535.183.01\ncuDNN version: Probably one of the following:\n"
           "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.0\n/usr/lib/x86_64-linux-gnu/libcudnn_adv_infer.so.8.9.0\n"
           "[pip3] numpy==1.26.4\n[pip3] torch==2.5.1\n[pip3] torchvision==0.20.1\n",
           "{\"torch\": \"2.5.1+cu121\", \"torch_cuda\": \"12.1\", \"torch_hip\": null, \"os\": \"Ubuntu 22.04.5 LTS "
           "(x86_64)\", \"libc\": \"2.35\", \"python\": \"3.10.12\", \"is_available\": true, \"cuda_toolkit\": "
           "\"12.1.105\", \"driver\": \"535.183.01\", \"cudnn\": \"8.9.0\", \"numpy\": \"1.26.4\", \"torchvision\": "
           "\"0.20.1\", \"gpus\": [\"NVIDIA GeForce RTX 4090\", \"NVIDIA H100 PCIe\"]}");
}

static void none_is_not_unknown(void **state) {
    STATES("CUDA used to build PyTorch: None\nIs CUDA available: False\nCUDA runtime version: No CUDA\n"
           "GPU models and configuration: No CUDA\nNvidia driver version: No CUDA\ncuDNN version: No CUDA\n",
           "{\"torch_cuda\": null, \"is_available\": false, \"cuda_toolkit\": null, \"gpus\": null, \"driver\": null, "
           "\"cudnn\": null}");
    STATES("CUDA runtime version: Could not collect\nGPU models and configuration: Could not collect\n"
           "Nvidia driver version: Could not collect\ncuDNN version: Could not collect\nIs CUDA available: N/A\n",
           "{}");
}

/* torch.version.cuda is None in a build without CUDA; what collect_env writes then depends on the machine. */
static void a_build_without_cuda_is_told_by_its_neighbour(void **state) {
    STATES("PyTorch version: 2.2.2\nIs debug build: False\nCUDA used to build PyTorch: Could not collect\n",
           "{\"torch\": \"2.2.2\", \"torch_cuda\": null}");
    STATES("PyTorch version: N/A\nIs debug build: N/A\nCUDA used to build PyTorch: N/A\n",
           "{\"torch_imports\": false}");
    STATES("PyTorch version: 2.4.0+rocm6.1\nIs debug build: False\nCUDA used to build PyTorch: N/A\n"
           "ROCM used to build PyTorch: 6.1.40091-a8dbc0c19\n",
           "{\"torch\": \"2.4.0+rocm6.1\", \"torch_cuda\": null, \"torch_hip\": \"6.1.40091\"}");
}

static void the_build_is_told_by_the_local_version(void **state) {
    STATES("torch: 2.0.1+cu118\n", "{\"torch\": \"2.0.1+cu118\", \"torch_cuda\": \"11.8\"}");
    STATES("torch: 1.2.0+cu92\n", "{\"torch\": \"1.2.0+cu92\", \"torch_cuda\": \"9.2\"}");
    STATES("torch: 2.9.0+cu130\n", "{\"torch\": \"2.9.0+cu130\", \"torch_cuda\": \"13.0\"}");
    STATES("torch: 2.2.0+cpu\n", "{\"torch\": \"2.2.0+cpu\", \"torch_cuda\": null}");
    STATES("torch: 2.1.0a0+29c30b1\n", "{\"torch\": \"2.1.0a0+29c30b1\"}");
}

static void transformers_says_availability_in_parentheses(void **state) {
    STATES("- `transformers` version: 4.27.4\n- Platform: Linux-3.10.0-1160.el7.x86_64-x86_64-with-glibc2.10\n"
           "- Python version: 3.8.16\n- PyTorch version (GPU?): 1.13.1+cu117 (True)\n"
           "- Tensorflow version (GPU?): not installed (NA)\n- Using GPU in script?: <fill in>\n",
           "{\"python\": \"3.8.16\", \"torch\": \"1.13.1+cu117\", \"is_available\": true, \"os\": "
           "\"Linux-3.10.0-1160.el7.x86_64-x86_64-with-glibc2.10\", \"torch_cuda\": \"11.7\"}");
    STATES("PyTorch version (GPU?): 2.0.1 (False)\n", "{\"torch\": \"2.0.1\", \"is_available\": false}");
    STATES("- PyTorch version: 2.2.2+cu121 (GPU)\n- GPU type: NVIDIA GeForce RTX 4090\n",
           "{\"torch\": \"2.2.2+cu121\", \"is_available\": true, \"torch_cuda\": \"12.1\", \"gpus\": [\"NVIDIA GeForce "
           "RTX "
           "4090\"]}");
    STATES("- PyTorch version (GPU?): not installed (NA)\n", "{\"torch\": null}");
}

static void lightning_lists_cards_below_a_name(void **state) {
    STATES("* CUDA:\n\t- GPU:\n\t\t- Tesla V100-SXM2-16GB\n\t\t- Tesla V100-SXM2-16GB\n\t- available:         True\n"
           "\t- version:           11.7\n* Lightning:\n\t- torch:             2.0.1\n* System:\n\t- OS:                "
           "Linux\n"
           "\t- version:           #1 SMP\n",
           "{\"is_available\": true, \"torch_cuda\": \"11.7\", \"torch\": \"2.0.1\", \"os\": \"Linux\", \"gpus\": "
           "[\"Tesla "
           "V100-SXM2-16GB\", \"Tesla V100-SXM2-16GB\"]}");
    STATES("cuda:\n\tGPU:\n\t\tGeForce GTX 1050\n\tavailable:           True\n\tversion:             10.0\n",
           "{\"is_available\": true, \"torch_cuda\": \"10.0\", \"gpus\": [\"GeForce GTX 1050\"]}");
}

static void columns_and_dots_divide_too(void **state) {
    STATES("torch version .................... 1.13.1+cu117\ntorch cuda version ............... 11.7\n"
           "torch hip version ................ None\nnvcc version ..................... 11.6\n"
           "deepspeed wheel compiled w. ...... torch 1.9, cuda 11.1\n",
           "{\"torch\": \"1.13.1+cu117\", \"torch_cuda\": \"11.7\", \"torch_hip\": null, \"cuda_toolkit\": \"11.6\"}");
    STATES(
        "sys.platform            linux\nPython                  3.8.10 (default, Jun  2 2021, 10:49:15) [GCC 9.4.0]\n"
        "CUDA compiler           CUDA 11.1\nPyTorch                 1.9.0+cu111 @/usr/lib/torch\nGPU available         "
        "  No\n"
        "GPU 0,1                 NVIDIA GeForce RTX 3090 (arch=8.6)\nDriver version          470.57.02\n",
        "{\"python\": \"3.8.10\", \"torch\": \"1.9.0+cu111\", \"is_available\": false, "
        "\"driver\": "
        "\"470.57.02\", \"os\": \"linux\", \"torch_cuda\": \"11.1\", \"gpus\": [\"NVIDIA GeForce RTX 3090\", \"NVIDIA "
        "GeForce "
        "RTX 3090\"]}");
    STATES("| PyTorch | 2.0.1 |\n| Python | 3.9.7 |\n", "{\"torch\": \"2.0.1\", \"python\": \"3.9.7\"}");
}

static void json_is_read_line_by_line(void **state) {
    STATES("\"dependencies\": {\n    \"cuda\"        : \"12.4\"       , \n    \"python\"      : \"3.11.10\"     , \n"
           "    \"torch\"       : \"2.6.0+cu124\" , \n    \"xformers\"    : null            \n",
           "{\"python\": \"3.11.10\", \"torch\": \"2.6.0+cu124\", \"torch_cuda\": \"12.4\"}");
    STATES("\"torch_version\": \"2.1.2\",\n\"cuda_compiled_version\": null,\n\"cuda_runtime_version\": null,\n"
           "\"is_cuda_available\": \"True\",\n\"nvidia_gpu_models\": \"GPU 0: NVIDIA GeForce RTX 3060\",\n",
           "{\"torch\": \"2.1.2\", \"torch_cuda\": null, \"is_available\": true, \"gpus\": [\"NVIDIA GeForce RTX "
           "3060\"]}");
    STATES("System packages: {'torch': '2.4.1+cpu', 'diffusers': '0.31.0'}\n",
           "{\"torch\": \"2.4.1+cpu\", \"torch_cuda\": null}");
}

static void people_write_chinese_and_headings(void **state) {
    STATES("\xE6\x93\x8D\xE4\xBD\x9C\xE7\xB3\xBB\xE7\xBB\x9F\xEF\xBC\x9AWindows "
           "11\nPyTorch\xE7\x89\x88\xE6\x9C\xAC\xEF\xBC\x9A"
           "2.0.1\xEF\xBC\x88GPU\xEF\xBC\x89\n\xE6\x98\xBE\xE5\x8D\xA1: RTX 4090\n",
           "{\"os\": \"Windows 11\", \"torch\": \"2.0.1\", \"is_available\": true, \"gpus\": [\"RTX 4090\"]}");
    STATES("### Operating system\n\nWindows\n\n### GPU model\n\nRTX 5060 TI \n\n### Version number\n\n5.10.0\n",
           "{\"os\": \"Windows\", \"gpus\": [\"RTX 5060 TI\"]}");
    STATES("Distributor ID:\tUbuntu\nDescription:\tUbuntu 20.04.6 LTS\n", "{\"os\": \"Ubuntu 20.04.6 LTS\"}");
    STATES("PRETTY_NAME=\"Ubuntu 22.04.3 LTS\"\npython 3.12\n",
           "{\"os\": \"Ubuntu 22.04.3 LTS\", \"python\": \"3.12\"}");
    STATES("- **Name:** cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync\n  - **Type:** cuda\n",
           "{\"gpus\": [\"NVIDIA GeForce RTX 4090\"]}");
    STATES("GPU 0,1: NVIDIA H100 80GB HBM3\nGPU 0,1 Compute Capability: 9.0\nCUDA Driver Version: 550.144.03\n",
           "{\"driver\": \"550.144.03\", \"gpus\": [\"NVIDIA H100 80GB HBM3\", \"NVIDIA H100 80GB HBM3\"]}");
    STATES("- GPU: NVIDIA GeForce RTX 5080 (16 GB)\n- NVIDIA driver: `580.88`\n- CUDA version reported by "
           "`nvidia-smi`: `13.0`\n",
           "{\"driver\": \"580.88\", \"driver_cuda\": \"13.0\", \"gpus\": [\"NVIDIA GeForce RTX 5080\"]}");
}

/* Whose version a bare "CUDA version" is, only its neighbours tell. */
static void a_bare_cuda_version_is_told_by_its_neighbours(void **state) {
    STATES("CUDA version: 11.8\n", "{}");
    STATES("PyTorch version: 2.1.0\nCUDA version: 11.8\n", "{\"torch\": \"2.1.0\", \"torch_cuda\": \"11.8\"}");
    STATES("Driver Version                            : 465.27\nCUDA Version                              : 11.3\n",
           "{\"driver\": \"465.27\", \"driver_cuda\": \"11.3\"}");
}

static void what_states_nothing_is_passed_over(void **state) {
    STATES("GPU: True\nGPU: 45%\ngpu: cuda:0\nOS: unknown\nDriver version: yes\ntorch: yes\nPython: /usr/bin/python3\n"
           "torch>=2.0\n  - cudatoolkit=11.3\n  - pytorch=1.9\nGPU0     X      NV12    0-31\nepoch: 1.5\n{'loss': "
           "1.3422}\n",
           "{}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(collect_env_states_everything),
        TEST(none_is_not_unknown),
        TEST(a_build_without_cuda_is_told_by_its_neighbour),
        TEST(the_build_is_told_by_the_local_version),
        TEST(transformers_says_availability_in_parentheses),
        TEST(lightning_lists_cards_below_a_name),
        TEST(columns_and_dots_divide_too),
        TEST(json_is_read_line_by_line),
        TEST(people_write_chinese_and_headings),
        TEST(a_bare_cuda_version_is_told_by_its_neighbours),
        TEST(what_states_nothing_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
