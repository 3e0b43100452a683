/* What the tools of Linux and Windows list about the machine. */
#include "listing_test.h"

/* The cards of a text with what the bus states of them, as JSON. */
static struct value cards_of(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct listing_reader *listing = listing_new(arena);
    while (paste_next(arena, &reader, &line))
        listing_line(listing, arena, &line);
    struct value found = listing_found(listing), cards = value_list();
    for (size_t i = 0; i < value_count(&found); i++) {
        const struct value *entry = value_at(&found, i);
        struct value card = value_map();
        if (!text_is(value_get_text(entry, "name"), "gpus"))
            continue;
        value_set(arena, &card, "device", value_text(value_get_text(entry, "device")));
        value_set(arena, &card, "driver", value_text(value_get_text(entry, "driver")));
        value_append(arena, &cards, card);
    }
    return cards;
}

#define CARDS(paste, expected) assert_json(*state, cards_of(*state, TEXT(paste)), expected)

static void the_bus_names_number_and_driver(void **state) {
    CARDS("01:00.0 VGA compatible controller [0300]: NVIDIA Corporation GA102 [GeForce RTX 3090] [10de:2204] (rev a1)\n"
          "\tSubsystem: Gigabyte Technology Co., Ltd Device [1458:403b]\n"
          "\tKernel driver in use: nouveau\n"
          "01:00.1 Audio device [0403]: NVIDIA Corporation GA102 High Definition Audio Controller [10de:1aef]\n"
          "\tKernel driver in use: snd_hda_intel\n"
          "0000:41:00.0 3D controller [0302]: NVIDIA Corporation GA100 [A100 PCIe 40GB] [10DE:20F1] (rev a1)\n"
          "\tKernel driver in use: nvidia\n",
          "[{\"device\": \"2204\", \"driver\": \"nouveau\"}, {\"device\": \"\", \"driver\": \"nvidia\"}]");
    /* Another device's driver is not the card's. */
    CARDS("01:00.0 VGA compatible controller: NVIDIA Corporation GA104 [GeForce RTX 3070] (rev a1)\n"
          "02:00.0 Ethernet controller: Realtek Semiconductor Co., Ltd. RTL8125 2.5GbE Controller (rev 05)\n"
          "\tKernel driver in use: r8169\n",
          "[{\"device\": \"\", \"driver\": \"\"}]");
    CARDS("  Device-1: NVIDIA GA106 [GeForce RTX 3060 Lite Hash Rate] driver: nouveau v: kernel\n",
          "[{\"device\": \"\", \"driver\": \"nouveau\"}]");
    STATES("  Device-1: NVIDIA AD104 [GeForce RTX 4070] driver: nvidia v: 535.154.05\n",
           "{\"driver\": \"535.154.05\", \"gpus\": [\"GeForce RTX 4070\"]}");
    STATES("00:02.0 VGA compatible controller: Intel Corporation UHD Graphics 630\n\tKernel driver in use: i915\n",
           "{}");
}

static void loaded_modules_are_read(void **state) {
    STATES("Module                  Size  Used by\n"
           "nvidia_uvm           1515520  0\n"
           "nvidia              56500224  250 nvidia_uvm,nvidia_modeset\n"
           "i2c_nvidia_gpu         16384  0\n",
           "{\"module:nvidia_uvm\": true, \"module:nvidia\": true}");
    STATES("nvidia 12 files\nnouveau is here\nnvidia 535 server\nnouveau  3000 12abc\n", "{}");
}

static void gpustat_is_read(void **state) {
    STATES("host01        Fri Jun 30 11:52:07 2023  535.54.03\n"
           "[0] NVIDIA GeForce RTX 4090 | 50\xC2\xB0"
           "C,  73 % | 12894 / 24564 MB | user1(12874M)\n"
           "[1] NVIDIA GeForce RTX 4090 | 52\xC2\xB0"
           "C,  49 % | 12894 / 24564 MB | user1(12874M)\n",
           "{\"driver\": \"535.54.03\", \"gpus\": [\"NVIDIA GeForce RTX 4090\", \"NVIDIA GeForce RTX 4090\"]}");
    STATES("Fri Jun 30 11:52:07 2023  started\n[0] step 100 | loss 2.0\n", "{}");
}

static void programs_that_list_devices_are_read(void **state) {
    STATES("Found 2 CUDA devices\nid 0    b'NVIDIA Quadro RTX 8000'                    [SUPPORTED]\n"
           "                Compute Capability: 7.5\nid 1    b'NVIDIA Quadro RTX 8000'         [SUPPORTED]\n",
           "{\"gpus\": [\"NVIDIA Quadro RTX 8000\", \"NVIDIA Quadro RTX 8000\"]}");
    STATES("CUDA API (CUDA 11.3)\n* Device #1: NVIDIA GeForce RTX 2080 Ti, 10137/11264 MB, 68MCU\n"
           "* Device #2: NVIDIA GeForce RTX 2080 Ti, skipped\n",
           "{\"gpus\": [\"NVIDIA GeForce RTX 2080 Ti\"]}");
    STATES("CentOS release 6.8 (Final)\n", "{\"os\": \"CentOS release 6.8 (Final)\"}");
    STATES("Fedora release notes are out (finally)\nCentOS release\n", "{}");
}

static void an_engine_of_containers_is_read(void **state) {
    STATES(" Server Version: 24.0.7\n Cgroup Driver: systemd\n Runtimes: io.containerd.runc.v2 nvidia runc\n"
           " Default Runtime: runc\n",
           "{\"engine_version\": \"24.0.7\", \"engine_cgroup_driver\": \"systemd\", "
           "\"engine_runtimes\": [\"io.containerd.runc.v2\", \"nvidia\", \"runc\"], "
           "\"engine_default_runtime\": \"runc\"}");
    STATES("Runtimes: many\n", "{}");
}

static void drivers_of_windows_are_nvidias_own_numbers(void **state) {
    STATES("           Card name: NVIDIA GeForce RTX 3060\n        Manufacturer: NVIDIA\n"
           "      Driver Version: 31.0.15.3623\n",
           "{\"driver\": \"536.23\", \"gpus\": [\"NVIDIA GeForce RTX 3060\"]}");
    STATES("Card name: Intel(R) UHD Graphics 630\nDriver Version: 31.0.101.2115\n", "{}");
    STATES("Card name: Intel(R) HD Graphics 530\nDriver Version: 20.19.15.4624\n", "{}");
    STATES("Name                       DriverVersion DriverDate Status\n"
           "----                       ------------- ---------- ------\n"
           "NVIDIA GeForce RTX 4070 Ti 32.0.15.6094  8/14/2024  OK\n",
           "{\"driver\": \"560.94\", \"gpus\": [\"NVIDIA GeForce RTX 4070 Ti\"]}");
    STATES("DriverVersion  Name\n27.21.14.5671  NVIDIA GeForce RTX 3060\n30.0.101.1191  Intel(R) UHD Graphics\n",
           "{\"driver\": \"456.71\", \"gpus\": [\"NVIDIA GeForce RTX 3060\"]}");
    STATES("Name          : NVIDIA GeForce GTX 1080\nDriverVersion : 31.0.15.3623\n",
           "{\"driver\": \"536.23\", \"gpus\": [\"NVIDIA GeForce GTX 1080\"]}");
    STATES("驱动程序版本:\t31.0.15.2802\n", "{\"driver\": \"528.02\"}");
}

static void windows_names_itself_in_its_languages(void **state) {
    STATES("OS 名称:          Microsoft Windows 11 专业版\n", "{\"os\": \"Microsoft Windows 11 专业版\"}");
    STATES("Betriebssystemname:            Microsoft Windows 10 Pro\n", "{\"os\": \"Microsoft Windows 10 Pro\"}");
    STATES("Nom du système d’exploitation: Microsoft Windows 11 Famille\n",
           "{\"os\": \"Microsoft Windows 11 Famille\"}");
    STATES("Название ОС:                   Майкрософт Windows 10 Pro\n", "{\"os\": \"Майкрософт Windows 10 Pro\"}");
}

static void the_listing_of_paddle_asks_the_compiler(void **state) {
    STATES("Paddle version: 2.2.1\nPaddle With CUDA: False\n\nOS: Ubuntu 20.04\nPython version: 3.8.10\n\n"
           "CUDA version: 11.2.152\ncuDNN version: None.None.None\nNvidia driver version: 495.44\n",
           "{\"os\": \"Ubuntu 20.04\", \"python\": \"3.8.10\", \"cuda_toolkit\": \"11.2.152\", \"cudnn\": null, "
           "\"driver\": \"495.44\"}");
}

static void lshw_lists_displays(void **state) {
    STATES("  *-display\n       description: VGA compatible controller\n       product: GP107 [GeForce GTX 1050 Ti]\n"
           "       vendor: NVIDIA Corporation\n",
           "{\"gpus\": [\"GeForce GTX 1050 Ti\"]}");
    STATES("  *-display\n       product: UHD Graphics 630\n       vendor: Intel Corporation\n  *-network\n"
           "       product: MT27800 Family [ConnectX-5]\n       vendor: NVIDIA Corporation\n",
           "{}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_bus_names_number_and_driver),
        TEST(loaded_modules_are_read),
        TEST(gpustat_is_read),
        TEST(programs_that_list_devices_are_read),
        TEST(an_engine_of_containers_is_read),
        TEST(drivers_of_windows_are_nvidias_own_numbers),
        TEST(windows_names_itself_in_its_languages),
        TEST(lshw_lists_displays),
        TEST(the_listing_of_paddle_asks_the_compiler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
