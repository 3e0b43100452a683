/* Listings of programs as people paste them; values that are a person's own are replaced.
 * Sources: issues of DeepSpeed, xFormers, PyTorch, sglang, netdata, WSL and the NVIDIA container tools. */
#include "listing_test.h"

static void queries_have_columns_of_their_own(void **state) {
    STATES("name, pci.bus_id, driver_version, memory.total [MiB]\n"
           "NVIDIA A10G, 00000000:00:1E.0, 535.183.01, 23028 MiB\n"
           "NVIDIA A10G, 00000000:00:1F.0, 535.183.01, 23028 MiB\n",
           "{\"driver\": \"535.183.01\", \"gpus\": [\"NVIDIA A10G\", \"NVIDIA A10G\"]}");
    STATES("index, name, driver_version, memory.total [MiB]\n"
           "0, NVIDIA A10G, 535.183.01, 23028 MiB\n"
           "1, NVIDIA L40S, 535.183.01, 46068 MiB\n",
           "{\"driver\": \"535.183.01\", \"gpus\": [\"NVIDIA A10G\", \"NVIDIA L40S\"]}");
    STATES("$ nvidia-smi --query-gpu=driver_version,name,memory.total --format=csv,noheader\n"
           "535.183.01, Tesla T4, 15360 MiB\n",
           "{\"driver\": \"535.183.01\", \"gpus\": [\"Tesla T4\"]}");
    STATES("driver_version, name\n"
           "550.54.14, NVIDIA RTX A6000\n",
           "{\"driver\": \"550.54.14\", \"gpus\": [\"NVIDIA RTX A6000\"]}");
}

static void elements_of_the_xml_are_read(void **state) {
    STATES("<?xml version=\"1.0\" ?>\n"
           "<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n"
           "<nvidia_smi_log>\n"
           "        <timestamp>Mon Aug  7 11:10:06 2023</timestamp>\n"
           "        <driver_version>535.86.05</driver_version>\n"
           "        <cuda_version>12.2</cuda_version>\n"
           "        <attached_gpus>1</attached_gpus>\n"
           "        <gpu id=\"00000000:84:00.0\">\n"
           "                <product_name>NVIDIA GeForce RTX 4090</product_name>\n"
           "                <product_brand>GeForce</product_brand>\n"
           "                <product_architecture>Ada Lovelace</product_architecture>\n"
           "                <display_mode>Disabled</display_mode>\n",
           "{\"driver\": \"535.86.05\", \"driver_cuda\": \"12.2\", \"gpus\": [\"NVIDIA GeForce RTX 4090\"]}");
}

static void the_long_form_of_nvidia_smi_is_read(void **state) {
    STATES("==============NVSMI LOG==============\n"
           "\n"
           "Timestamp                                 : Sat Oct 10 17:02:53 2020\n"
           "Driver Version                            : 450.66\n"
           "CUDA Version                              : 11.0\n"
           "\n"
           "Attached GPUs                             : 1\n"
           "GPU 00000000:01:00.0\n"
           "    Product Name                          : GeForce GTX 780\n"
           "    Product Brand                         : GeForce\n"
           "    Display Mode                          : N/A\n"
           "    Serial Number                         : N/A\n",
           "{\"driver\": \"450.66\", \"driver_cuda\": \"11.0\", \"gpus\": [\"GeForce GTX 780\"]}");
    STATES("==============NVSMI LOG==============\n"
           "\n"
           "Timestamp                                 : Sat Oct 10 17:02:53 2026\n"
           "Driver Version                            : 610.43.02 [Deprecated; will be removed in CUDA 14.0. Use KMD "
           "Version instead]\n"
           "KMD Version                               : 610.43.02\n"
           "CUDA Version                              : 13.3 [Deprecated; will be removed in CUDA 14.0. Use CUDA UMD "
           "Version instead]\n"
           "CUDA UMD Version                          : 13.3\n"
           "\n"
           "Attached GPUs                             : 2\n"
           "GPU 00000000:01:00.0\n"
           "    Product Name                          : NVIDIA B200\n"
           "    Product Brand                         : NVIDIA\n"
           "    Product Architecture                  : Blackwell\n"
           "    Display Mode                          : N/A\n"
           "GPU 00000000:02:00.0\n"
           "    Product Name                          : NVIDIA B200\n"
           "    Product Brand                         : NVIDIA\n",
           "{\"driver\": \"610.43.02\", \"driver_cuda\": \"13.3\", \"gpus\": [\"NVIDIA B200\", \"NVIDIA B200\"]}");
    STATES("Sun Jun  7 08:16:57 2026\n"
           "+-----------------------------------------------------------------------------------------+\n"
           "| NVIDIA-SMI 610.43.02              KMD Version: 610.43.02     CUDA UMD Version: 13.3     |\n"
           "+-----------------------------------------+------------------------+----------------------+\n"
           "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
           "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |\n"
           "|                                         |                        |               MIG M. |\n"
           "|=========================================+========================+======================|\n"
           "|   0  NVIDIA B200                    On  |   00000000:63:00.0 Off |                    0 |\n"
           "| N/A   26C    P0            139W / 1000W |       0MiB / 183359MiB |      0%      Default |\n"
           "|                                         |                        |             Disabled |\n"
           "+-----------------------------------------+------------------------+----------------------+\n"
           "|   1  NVIDIA B200                    On  |   00000000:68:00.0 Off |                    0 |\n",
           "{\"driver\": \"610.43.02\", \"driver_cuda\": \"13.3\", \"gpus\": [\"NVIDIA B200\", \"NVIDIA B200\"]}");
    STATES("GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-5c89852c-d268-c3f3-1b07-005d5ae1dc3f)\n"
           "  MIG 1g.10gb     Device  0: (UUID: MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f)\n"
           "GPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-0000)\n",
           "{\"gpus\": [\"NVIDIA A100-SXM4-80GB\", \"NVIDIA A100-SXM4-80GB\"]}");
}

static void the_container_tools_listing_is_read(void **state) {
    STATES("NVRM version:   410.104\n"
           "CUDA version:   10.0\n"
           "\n"
           "Device Index:   0\n"
           "Device Minor:   0\n"
           "Model:          TITAN Xp\n"
           "Brand:          TITAN\n"
           "GPU UUID:       GPU-x\n"
           "Bus Location:   00000000:01:00.0\n"
           "Architecture:   6.1\n"
           "\n"
           "Device Index:   1\n"
           "Device Minor:   1\n"
           "Model:          TITAN Xp\n",
           "{\"driver\": \"410.104\", \"driver_cuda\": \"10.0\", \"gpus\": [\"TITAN Xp\", \"TITAN Xp\"]}");
}

static void the_bus_is_listed_with_numbers(void **state) {
    STATES("01:00.0 VGA compatible controller [0300]: NVIDIA Corporation TU117M [GeForce GTX 1650 Mobile / Max-Q] "
           "[10de:1f91] (rev a1)\n"
           "        Subsystem: Hewlett-Packard Company Device [103c:85fc]\n"
           "        Kernel driver in use: nouveau\n"
           "        Kernel modules: nouveau, nvidia_drm, nvidia\n"
           "01:00.1 Audio device [0403]: NVIDIA Corporation Device [10de:10fa] (rev a1)\n"
           "        Subsystem: Hewlett-Packard Company Device [103c:85fc]\n"
           "        Kernel driver in use: snd_hda_intel\n"
           "65:00.0 3D controller [0302]: NVIDIA Corporation GA102GL [RTX A6000] [10de:2230] (rev a1)\n"
           "        Kernel driver in use: nvidia\n",
           "{\"gpus\": [\"GeForce GTX 1650 Mobile\", \"RTX A6000\"]}");
}

static void what_the_loader_finds_is_read(void **state) {
    STATES("2 libs found in cache `/etc/ld.so.cache'\n"
           "\tlibcudnn.so.8 (libc6,x86-64) => /usr/local/cuda/lib64/libcudnn.so.8\n"
           "\tlibz.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libz.so.1\n",
           "{\"library:libcudnn.so.8\": \"/usr/local/cuda/lib64/libcudnn.so.8\"}");
    STATES("\tlinux-vdso.so.1 (0x00007ffd)\n"
           "\tlibcudart.so.12 => /opt/lib/libcudart.so.12 (0x00007f2b5c000000)\n"
           "\tlibcublas.so.12 => not found\n",
           "{\"library:libcudart.so.12\": \"/opt/lib/libcudart.so.12\"}");
}

static void packages_of_every_installer_are_read(void **state) {
    STATES("# packages in environment at /home/u/miniconda3/envs/t:\n"
           "#\n"
           "# Name                    Version                   Build  Channel\n"
           "_libgcc_mutex             0.1                        main  \n"
           "cudatoolkit               11.3.1               h2bc3f7f_2  \n"
           "pytorch                   1.11.0          py3.8_cuda11.3_cudnn8.2.0_0    pytorch\n"
           "pytorch-mutex             1.0                        cuda    pytorch\n"
           "python                    3.8.13               h12debd9_0  \n"
           "torchaudio                0.11.0               py38_cu113    pytorch\n"
           "numpy                     1.22.3           py38he7a7128_0  \n",
           "{\"package:-libgcc-mutex\": \"0.1\", \"package:cudatoolkit\": \"11.3.1\", \"torch\": \"1.11.0\", "
           "\"torch_cuda\": \"11.3\", \"package:pytorch-mutex\": \"1.0\", \"python\": \"3.8.13\", \"torchaudio\": "
           "\"0.11.0\", \"numpy\": \"1.22.3\", \"cudnn\": \"8.2.0\"}");
    STATES("Using Python 3.11.9 environment at: .venv\n"
           "Package            Version\n"
           "------------------ ------------\n"
           "numpy              2.1.0\n"
           "nvidia-cudnn-cu12  9.1.0.70\n"
           "torch              2.5.1+cu124\n"
           "torchvision        0.20.1+cu124\n",
           "{\"python\": \"3.11.9\", \"numpy\": \"2.1.0\", \"cudnn\": \"9.1.0.70\", \"package:nvidia-cudnn-cu12\": "
           "\"9.1.0.70\", \"torch\": \"2.5.1+cu124\", \"torchvision\": \"0.20.1+cu124\", \"torch_cuda\": \"12.4\"}");
}

static void what_frameworks_report_is_read(void **state) {
    STATES("DeepSpeed general environment info:\n"
           "torch install path ............... ['/home/u/venv/lib/python3.12/site-packages/torch']\n"
           "torch version .................... 2.3.0+cu121\n"
           "deepspeed install path ........... ['/home/u/venv/lib/python3.12/site-packages/deepspeed']\n"
           "deepspeed info ................... 0.15.5+unknown, unknown, unknown\n"
           "torch cuda version ............... 12.1\n"
           "torch hip version ................ None\n"
           "nvcc version ..................... 12.0\n"
           "deepspeed wheel compiled w. ...... torch 0.0, cuda 0.0\n"
           "shared memory (/dev/shm) size .... 125.77 GB\n",
           "{\"torch\": \"2.3.0+cu121\", \"torch_cuda\": \"12.1\", \"torch_hip\": null, \"cuda_toolkit\": \"12.0\", "
           "\"python\": \"3.12\"}");
    STATES("xFormers 0.0.16\n"
           "memory_efficient_attention.cutlassF:               available\n"
           "is_triton_available:                               True\n"
           "is_functorch_available:                            False\n"
           "pytorch.version:                                   1.13.1+cu117\n"
           "pytorch.cuda:                                      available\n"
           "gpu.compute_capability:                            8.6\n"
           "gpu.name:                                          NVIDIA GeForce RTX 3090\n"
           "build.info:                                        available\n"
           "build.cuda_version:                                1107\n"
           "build.python_version:                              3.9.16\n"
           "build.torch_version:                               1.13.0+cu117\n"
           "build.env.TORCH_CUDA_ARCH_LIST:                    5.0+PTX 6.0 6.1 7.0 7.5 8.0 8.6\n",
           "{\"torch\": \"1.13.1+cu117\", \"is_available\": true, \"torch_cuda\": \"11.7\", \"gpus\": [\"NVIDIA "
           "GeForce RTX 3090\"]}");
    STATES("xFormers 0.0.16\n"
           "memory_efficient_attention.cutlassF:               available\n"
           "is_triton_available:                               True\n"
           "is_functorch_available:                            False\n"
           "pytorch.version:                                   1.13.1+cu117\n"
           "pytorch.cuda:                                      not available\n"
           "build.info:                                        available\n"
           "build.cuda_version:                                1107\n"
           "build.python_version:                              3.9.16\n"
           "build.torch_version:                               1.13.0+cu117\n"
           "build.env.TORCH_CUDA_ARCH_LIST:                    5.0+PTX 6.0 6.1 7.0 7.5 8.0 8.6\n",
           "{\"torch\": \"1.13.1+cu117\", \"is_available\": false, \"torch_cuda\": \"11.7\"}");
    STATES("sys.platform: linux\n"
           "Python: 3.8.18 (default, Sep 11 2023, 13:40:15) [GCC 11.2.0]\n"
           "CUDA available: True\n"
           "MUSA available: False\n"
           "numpy_random_seed: 2147483648\n"
           "GPU 0,1: NVIDIA GeForce RTX 3090\n"
           "CUDA_HOME: /usr/local/cuda\n"
           "NVCC: Cuda compilation tools, release 11.3, V11.3.109\n"
           "GCC: gcc (Ubuntu 9.4.0-1ubuntu1~20.04.2) 9.4.0\n"
           "PyTorch: 1.11.0+cu113\n"
           "PyTorch compiling details: PyTorch built with:\n"
           "  - GCC 7.3\n"
           "  - CUDA Runtime 11.3\n"
           "  - CuDNN 8.2\n"
           "TorchVision: 0.12.0+cu113\n"
           "OpenCV: 4.9.0\n"
           "MMEngine: 0.10.3\n",
           "{\"python\": \"3.8.18\", \"is_available\": true, \"cuda_toolkit\": \"11.3.109\", \"torch\": "
           "\"1.11.0+cu113\", \"torch_cuda\": \"11.3\", \"torchvision\": \"0.12.0+cu113\", \"os\": \"linux\", "
           "\"cudnn\": \"8.2\", \"gpus\": [\"NVIDIA GeForce RTX 3090\", \"NVIDIA GeForce RTX 3090\"]}");
}

static void conda_info_states_the_python_of_the_base(void **state) {
    STATES(
        "     active environment : base\n          conda version : 24.7.1\n         python version : 3.12.2.final.0\n",
        "{\"python\": \"3.12.2\"}");
    STATES("     active environment : t\n         python version : 3.12.2.final.0\n", "{}");
}

static void what_is_no_statement_of_the_environment_is_left_out(void **state) {
    STATES("     active environment : t\n"
           "    active env location : /home/u/miniconda3/envs/t\n"
           "            shell level : 2\n"
           "          conda version : 23.7.4\n"
           "         python version : 3.11.4.final.0\n"
           "       virtual packages : __archspec=1=x86_64\n"
           "                          __cuda=12.2=0\n"
           "                          __glibc=2.35=0\n"
           "                          __linux=5.15.0=0\n"
           "               platform : linux-64\n",
           "{\"driver_cuda\": \"12.2\", \"libc\": \"2.35\", \"os\": \"linux-64\"}");
    STATES("$ ldconfig -p| grep libcuda\n"
           "        libcudart.so.11.0 (libc6,x86-64) => /usr/local/cuda/targets/x86_64-linux/lib/libcudart.so.11.0\n"
           "        libcudart.so (libc6,x86-64) => /usr/local/cuda/targets/x86_64-linux/lib/libcudart.so\n"
           "        libcuda.so.1 (libc6,x86-64) => /usr/lib/wsl/lib/libcuda.so.1\n"
           "        libcudnn.so.8 (libc6,x86-64) => /usr/lib/x86_64-linux-gnu/libcudnn.so.8\n"
           "        libnvidia-ml.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libnvidia-ml.so.1\n",
           "{\"library:libcudart.so.11.0\": \"/usr/local/cuda/targets/x86_64-linux/lib/libcudart.so.11.0\", "
           "\"library:libcudart.so\": \"/usr/local/cuda/targets/x86_64-linux/lib/libcudart.so\", "
           "\"library:libcuda.so.1\": \"/usr/lib/wsl/lib/libcuda.so.1\", "
           "\"library:libcudnn.so.8\": \"/usr/lib/x86_64-linux-gnu/libcudnn.so.8\", "
           "\"library:libnvidia-ml.so.1\": \"/lib/x86_64-linux-gnu/libnvidia-ml.so.1\"}");
    STATES("Client:\n"
           " Version:    29.4.0\n"
           " Context:    default\n"
           " Debug Mode: false\n"
           "\n"
           "Server:\n"
           " Containers: 14\n"
           " Server Version: 29.4.0\n"
           " Storage Driver: overlay2\n"
           " Logging Driver: json-file\n"
           " Cgroup Driver: systemd\n"
           " CDI spec directories:\n"
           "  /etc/cdi\n"
           "  /var/run/cdi\n"
           " Runtimes: io.containerd.runc.v2 nvidia runc\n"
           " Default Runtime: runc\n"
           " Kernel Version: 6.8.0-45-generic\n"
           " Operating System: Ubuntu 22.04.5 LTS\n"
           " OSType: linux\n"
           " Architecture: x86_64\n"
           " CPUs: 64\n"
           " Name: host\n",
           "{\"engine_version\": \"29.4.0\", \"engine_cgroup_driver\": \"systemd\", \"engine_runtimes\": "
           "[\"io.containerd.runc.v2\", \"nvidia\", \"runc\"], \"engine_default_runtime\": \"runc\", \"os\": \"Ubuntu "
           "22.04.5 LTS\"}");
    STATES("[    4.123456] nvidia: loading out-of-tree module taints kernel.\n"
           "[    4.223456] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
           "[    4.3] nvidia-modeset: Loading NVIDIA Kernel Mode Setting Driver for UNIX platforms  535.104.05  Sat "
           "Aug 19 00:59:57 UTC 2023\n",
           "{\"module_flavour\": \"proprietary\", \"driver\": \"535.104.05\"}");
}

static void consoles_of_editors_name_their_python(void **state) {
    STATES("D:\\Anaconda3\\envs\\t\\python.exe \"D:\\Program Files\\JetBrains\\PyCharm "
           "2023.1\\plugins\\python\\helpers\\pydev\\pydevconsole.py\" --mode=client --port=51000\n"
           "Python 3.9.18 (main, Sep 11 2023, 14:09:26) [MSC v.1916 64 bit (AMD64)]\n"
           "Type 'copyright', 'credits' or 'license' for more information\n"
           "IPython 8.15.0 -- An enhanced Interactive Python. Type '?' for help.\n"
           "PyDev console: using IPython 8.15.0\n"
           "Python 3.9.18 (main, Sep 11 2023, 14:09:26) [MSC v.1916 64 bit (AMD64)] on win32\n",
           "{\"python\": \"3.9.18\", \"os\": \"win32\"}");
    STATES("Python 3.11.5 | packaged by Anaconda, Inc. | (main, Sep 11 2023, 13:26:23) [MSC v.1916 64 bit (AMD64)]\n"
           "Type \"copyright\", \"credits\" or \"license\" for more information.\n"
           "\n"
           "IPython 8.15.0 -- An enhanced Interactive Python.\n",
           "{\"python\": \"3.11.5\"}");
}

static void a_table_of_other_columns_is_none(void **state) {
    STATES("a, b, c\n1, NVIDIA A10G, 535.183.01\n", "{}");
    STATES("index, name, driver_version\n\n\n\n0, NVIDIA A10G, 535.183.01\n", "{}"); /* too far away */
    STATES("index, name, driver_version\n0, NVIDIA A10G\n", "{}");
    STATES("Model:          NVIDIA Jetson 5\n", "{}");
    STATES("<driver_version></driver_version>\n<product_name>\n", "{}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(queries_have_columns_of_their_own),        TEST(elements_of_the_xml_are_read),
        TEST(the_long_form_of_nvidia_smi_is_read),      TEST(the_container_tools_listing_is_read),
        TEST(the_bus_is_listed_with_numbers),           TEST(what_the_loader_finds_is_read),
        TEST(packages_of_every_installer_are_read),     TEST(what_frameworks_report_is_read),
        TEST(conda_info_states_the_python_of_the_base), TEST(what_is_no_statement_of_the_environment_is_left_out),
        TEST(consoles_of_editors_name_their_python),    TEST(a_table_of_other_columns_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
