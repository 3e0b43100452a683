#include "listing_test.h"

static void every_layout_of_nvidia_smi_is_read(void **state) {
    STATES("| NVIDIA-SMI 331.62     Driver Version: 331.62         |\n|   0  GeForce GTX 680     Off  | 0000:03:00.0   "
           "  N/A |\n"
           "|   1  Tesla K40m          On   | 0000:04:00.0     Off |\n",
           "{\"driver\": \"331.62\", \"gpus\": [\"GeForce GTX 680\", \"Tesla K40m\"]}");
    STATES("| NVIDIA-SMI 572.83                 Driver Version: 572.83         CUDA Version: 12.8     |\n"
           "| GPU  Name                  Driver-Model | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
           "|   0  NVIDIA GeForce RTX 5090      WDDM  |   00000000:01:00.0  On |                  N/A |\n"
           "|  0%   36C    P8             32W /  575W |    1361MiB /  32607MiB |      2%      Default |\n"
           "|    0   N/A  N/A      1234      G   /usr/lib/xorg/Xorg                 45MiB |\n",
           "{\"driver\": \"572.83\", \"driver_cuda\": \"12.8\", \"gpus\": [\"NVIDIA GeForce RTX 5090\"]}");
    STATES("| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3     |\n",
           "{\"driver\": \"610.43.02\", \"driver_cuda\": \"13.3\"}");
    /* In WSL the tool and the driver differ; in a container libcuda may be missing. */
    STATES("| NVIDIA-SMI 575.51.03   Driver Version: 576.52   CUDA Version: N/A |\n",
           "{\"driver\": \"576.52\", \"driver_cuda\": null}");
    STATES("| NVIDIA-SMI 575.51.03   Driver Version: 576.52   CUDA Version: ERR! |\n", "{\"driver\": \"576.52\"}");
}

static void queries_of_nvidia_smi_are_read(void **state) {
    STATES(
        "name, driver_version, memory.total [MiB]\nNVIDIA GeForce RTX 3090, 535.54.03, 24576 MiB\nNVIDIA GeForce RTX "
        "3090, 535.54.03, 24576 MiB\n",
        "{\"driver\": \"535.54.03\", \"gpus\": [\"NVIDIA GeForce RTX 3090\", \"NVIDIA GeForce RTX 3090\"]}");
    STATES("Driver Version: 520.56.06  CUDA Version: 11.8\n", "{\"driver\": \"520.56.06\", \"driver_cuda\": \"11.8\"}");
}

static void processes_on_cards_are_read(void **state) {
    STATES("|    0     17812      C   /usr/bin/python3                           10931MiB |\n",
           "{\"card_process:0/17812\": {\"card\": 0, \"name\": \"/usr/bin/python3\", \"memory\": 10931}}");
    STATES("|    1   N/A  N/A      4711      C+G   python.exe                      N/A      |\n",
           "{\"card_process:1/4711\": {\"card\": 1, \"name\": \"python.exe\"}}");
    STATES("|    0    1    0     99      M+C   python   312MiB |\n",
           "{\"card_process:0/99\": {\"card\": 0, \"name\": \"python\", \"memory\": 312}}");
    STATES("|    0   N/A  N/A      1022      G   /usr/lib/xorg/Xorg                 53MiB |\n"
           "|  No running processes found                                                 |\n"
           "|    0   N/A  N/A      C   python |\n|    0   -1      C   python   1MiB |\n|    0 |\n",
           "{}");
}

static void a_cut_name_gives_way_to_a_whole_one(void **state) {
    STATES("|   0  GeForce RTX 208...  Off  | 00000000:18:00.0 Off |                  N/A |\n",
           "{\"gpus\": [\"GeForce RTX 208...\"]}");
    STATES("GPU 0: GeForce RTX 2080 Ti\n\n|   0  GeForce RTX 208...  Off  | 00000000:18:00.0 Off |                  "
           "N/A |\n",
           "{\"gpus\": [\"GeForce RTX 2080 Ti\"]}");
}

static void cards_of_one_machine_are_counted_once(void **state) {
    STATES("GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\n  MIG 2g.20gb Device 0: (UUID: MIG-3)\nGPU 1: NVIDIA "
           "A100-SXM4-80GB (UUID: GPU-2)\n"
           "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\nGPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-2)\n",
           "{\"gpus\": [\"NVIDIA A100-SXM4-80GB\", \"NVIDIA A100-SXM4-80GB\"]}");
}

static void other_programs_of_the_vendor_are_read(void **state) {
    STATES("Cuda compilation tools, release 11.8, V11.8.89\n", "{\"cuda_toolkit\": \"11.8.89\"}");
    STATES("NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.57.02  Tue Jul 13 16:14:05 UTC 2021\n",
           "{\"module_flavour\": \"proprietary\", \"driver\": \"470.57.02\"}");
    STATES("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.16  Release Build  (user@host)\n",
           "{\"module_flavour\": \"open\", \"driver\": \"570.86.16\"}");
    STATES("Device 0: \"NVIDIA GeForce RTX 2080\"\n  CUDA Driver Version / Runtime Version          11.2 / 10.1\n",
           "{\"driver_cuda\": \"11.2\", \"gpus\": [\"NVIDIA GeForce RTX 2080\"]}");
    STATES("  Device 0: NVIDIA GeForce RTX 3060, compute capability 8.6, VMM: yes\n",
           "{\"gpus\": [\"NVIDIA GeForce RTX 3060\"]}");
    STATES("01:00.0 VGA compatible controller: NVIDIA Corporation GA104 [GeForce RTX 3070] (rev a1)\n"
           "01:00.1 Audio device: NVIDIA Corporation GA104 High Definition Audio Controller (rev a1)\n",
           "{\"gpus\": [\"GeForce RTX 3070\"]}");
    STATES("CUDA Version 11.1.1\n", "{\"cuda_toolkit\": \"11.1.1\"}");
}

static void banners_are_read(void **state) {
    STATES("Ultralytics 8.3.99 \xF0\x9F\x9A\x80 Python-3.8.20 torch-2.0.1+cu118 CUDA:0 (NVIDIA GeForce RTX 4090, "
           "24563MiB)\n"
           "                                                   CUDA:1 (NVIDIA GeForce RTX 4090, 24563MiB)\n",
           "{\"python\": \"3.8.20\", \"torch\": \"2.0.1+cu118\", \"is_available\": true, \"torch_cuda\": \"11.8\", "
           "\"gpus\": [\"NVIDIA "
           "GeForce RTX 4090\", \"NVIDIA GeForce RTX 4090\"]}");
    STATES("Ultralytics YOLOv8.2.54 \xF0\x9F\x9A\x80 Python-3.9.13 torch-2.2.0+cpu CPU\n",
           "{\"python\": \"3.9.13\", \"torch\": \"2.2.0+cpu\", \"torch_cuda\": null}");
    STATES("YOLOv5 v4.0-6-g6ab5895 torch 1.8.0a0+1606899 CPU\n", "{\"torch\": \"1.8.0a0+1606899\"}");
    STATES("Python 3.11.10 (main, Dec  3 2024, 02:25:00) [GCC 12.2.0]\nPyTorch 2.10.0.dev20251003+cu128 (CUDA 12.8)\n",
           "{\"python\": \"3.11.10\", \"torch\": \"2.10.0.dev20251003+cu128\", \"torch_cuda\": \"12.8\"}");
    STATES("Torch 2.0.1+cu118\nTorch backend: nVidia CUDA 11.8 cuDNN 8700\nTorch detected GPU: NVIDIA GeForce RTX 4090 "
           "VRAM 24564 Arch (8, 9) Cores 128\n",
           "{\"torch\": \"2.0.1+cu118\", \"torch_cuda\": \"11.8\", \"cudnn\": \"8700\", \"gpus\": [\"NVIDIA GeForce "
           "RTX 4090\"]}");
    STATES("pytorch version: 2.1.0+cu121\nDevice: cuda:0 NVIDIA GeForce RTX 3070 : cudaMallocAsync\n",
           "{\"torch\": \"2.1.0+cu121\", \"torch_cuda\": \"12.1\", \"gpus\": [\"NVIDIA GeForce RTX 3070\"]}");
    STATES("Microsoft Windows [Version 10.0.26100.3476]\n",
           "{\"os\": \"Microsoft Windows [Version 10.0.26100.3476]\"}");
}

static void logs_name_cards(void **state) {
    STATES(
        "2020-01-02 03:04:05.123456: I tensorflow/core/gpu_device.cc:1618] Found device 0 with properties: \nname: "
        "GeForce RTX "
        "2080 major: 7 minor: 5 memoryClockRate(GHz): 1.71\npciBusID: 0000:01:00.0\nFound device 1 with properties:\n"
        "pciBusID: 0000:02:00.0 name: Quadro P6000 computeCapability: 6.1\n"
        "Created TensorFlow device (/job:localhost/replica:0/task:0/device:GPU:0 with 7000 MB memory) -> physical GPU "
        "(device: 0, name: GeForce RTX 2080, pci bus id: 0000:01:00.0, compute capability: 7.5)\n",
        "{\"gpus\": [\"GeForce RTX 2080\", \"Quadro P6000\"]}");
    STATES("cudaSetDevice(0): Tesla V100-SXM2-16GB\tfree:16030M, used:481M\ncudaSetDevice(1): Tesla "
           "V100-SXM2-16GB\tfree:1M\n"
           "The active GPU is [1]: Tesla V100-SXM2-16GB\tfree:1M, used:2M\n",
           "{\"gpus\": [\"Tesla V100-SXM2-16GB\", \"Tesla V100-SXM2-16GB\"]}");
    STATES("#  Rank  0 Group  0 Pid 1666603 on     host1 device  0 [000f:01:00] NVIDIA GB10\n"
           "#  Rank  1 Group  0 Pid 1669515 on     host2 device  0 [000f:01:00] NVIDIA GB10\n",
           "{\"gpus\": [\"NVIDIA GB10\", \"NVIDIA GB10\"]}");
    STATES("You are using a CUDA device ('NVIDIA GeForce RTX 3090') that has Tensor Cores.\n",
           "{\"gpus\": [\"NVIDIA GeForce RTX 3090\"]}");
    STATES(
        "msg=\"inference compute\" library=cuda name=\"Tesla T4\" total=\"1\"\nmsg=x library=cuda name=\"Tesla T4\"\n",
        "{\"gpus\": [\"Tesla T4\"]}");
}

/* What xFormers was built for is not what is there. */
static void messages_state_in_passing(void **state) {
    STATES("    PyTorch 2.3.0+cu121 with CUDA 1201 (you have 2.1.0+cpu)\n    Python  3.10.14 (you have 3.10.0)\n",
           "{\"torch\": \"2.1.0+cpu\", \"python\": \"3.10.0\", \"torch_cuda\": null}");
    STATES("The detected CUDA version (11.8) mismatches the version that was used to compile\nPyTorch (12.1). Please\n",
           "{\"cuda_toolkit\": \"11.8\", \"torch_cuda\": \"12.1\"}");
    STATES("Exception: >- DeepSpeed Op Builder: Installed CUDA version 12.0 does not match the version torch was "
           "compiled with 11.7, unable\n",
           "{\"cuda_toolkit\": \"12.0\", \"torch_cuda\": \"11.7\"}");
    STATES("The NVIDIA driver on your system is too old (found version 11040).\n", "{\"driver_cuda\": \"11.4\"}");
    STATES("NVIDIA GeForce RTX 5090 D with CUDA capability sm_120 is not compatible with the current PyTorch "
           "installation.\n"
           "The current PyTorch install supports CUDA capabilities sm_50 sm_90 sm_90a.\n",
           "{\"architectures\": [\"sm_50\", \"sm_90\", \"sm_90a\"], \"gpus\": [\"NVIDIA GeForce RTX 5090 D\"]}");
    STATES("-- '/Detectron2/0.3-fosscuda-2019b-Python-3.7.4-PyTorch-1.6.0/lib' --\n", "{\"torch\": \"1.6.0\"}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_layout_of_nvidia_smi_is_read),
        TEST(queries_of_nvidia_smi_are_read),
        TEST(processes_on_cards_are_read),
        TEST(a_cut_name_gives_way_to_a_whole_one),
        TEST(cards_of_one_machine_are_counted_once),
        TEST(other_programs_of_the_vendor_are_read),
        TEST(banners_are_read),
        TEST(logs_name_cards),
        TEST(messages_state_in_passing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
