/* The session that plumb was started from: variables that change what happens, and the python that PATH finds. */
#include "sources/gathering.h"

/* Only these are shown with their values: none of them holds a secret. */
static const char *const shown[] = {
    "CONDA_DEFAULT_ENV",
    "CONDA_PREFIX",
    "CUDA_DEVICE_ORDER",
    "CUDA_HOME",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_PATH",
    "CUDA_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES",
    "HSA_OVERRIDE_GFX_VERSION",
    "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "NCCL_IB_DISABLE",
    "NCCL_P2P_DISABLE",
    "NCCL_SOCKET_IFNAME",
    "NVIDIA_DRIVER_CAPABILITIES",
    "NVIDIA_REQUIRE_CUDA",
    "NVIDIA_VISIBLE_DEVICES",
    "PYENV_VERSION",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTORCH_ALLOC_CONF",
    "PYTORCH_CUDA_ALLOC_CONF",
    "SHELL",
    "SLURM_JOB_GPUS",
    "SLURM_JOB_ID",
    "SLURM_STEP_GPUS",
    "TORCH_CUDA_ARCH_LIST",
    "VIRTUAL_ENV",
};

static void learn_variables(struct gathering *gathering) {
    ask_variable(gathering->machine, gathering->arena, "HOME"); /* only so that a capture knows whose paths to redact */
    for (size_t at = 0; at < sizeof shown / sizeof *shown; at++) {
        struct text name = text_of(shown[at]), place = text_format(gathering->arena, "variable %s", shown[at]);
        struct asked_text variable = ask_variable(gathering->machine, gathering->arena, shown[at]);
        if (variable.state == ANSWER_KNOWN)
            learn_text(gathering, ATTRIBUTE_VARIABLE_VALUE, name, variable.text, place);
        else if (variable.state != ANSWER_ABSENT)
            learn_state(gathering, ATTRIBUTE_VARIABLE_VALUE, name, variable.state, variable.reason, place);
    }
}

static void learn_shell(struct gathering *gathering) {
    struct asked_text shell = ask_variable(gathering->machine, gathering->arena, "SHELL");
    struct asked_text powershell = {.state = ANSWER_ABSENT};
    if (gathering_on(gathering, SYSTEM_WINDOWS))
        powershell = ask_variable(gathering->machine, gathering->arena, "PSModulePath");
    if (shell.state == ANSWER_KNOWN)
        learn_text(gathering, ATTRIBUTE_SESSION_SHELL, TEXT(""), path_name(gathering->machine, shell.text),
                   TEXT("variable SHELL"));
    else if (gathering_on(gathering, SYSTEM_WINDOWS) && powershell.state == ANSWER_ABSENT)
        learn_text(gathering, ATTRIBUTE_SESSION_SHELL, TEXT(""), TEXT("cmd"), TEXT("variable PSModulePath"));
}

static void learn_directory(struct gathering *gathering) {
    struct answer system = ask_simple(gathering->machine, gathering->arena, QUESTION_SYSTEM);
    struct text directory = value_get_text(&system.value, "directory");
    if (system.state == ANSWER_KNOWN && directory.size)
        learn_text(gathering, ATTRIBUTE_SESSION_DIRECTORY, TEXT(""), directory, TEXT("system"));
}

/* pyenv's shims are scripts that choose a version: by PYENV_VERSION, else by the file "version" beside them. */
static struct text behind_shim(struct gathering *gathering, struct text path) {
    size_t shims = text_find(path, TEXT("/shims/"));
    if (shims == TEXT_NOWHERE || gathering_on(gathering, SYSTEM_WINDOWS))
        return path;
    struct text root = text_until(path, shims), version;
    struct asked_text variable = ask_variable(gathering->machine, gathering->arena, "PYENV_VERSION");
    struct asked_text file = ask_text(gathering->machine, gathering->arena,
                                      path_join(gathering->machine, gathering->arena, root, TEXT("version")));
    struct text choice = variable.state == ANSWER_KNOWN ? variable.text : file.text;
    if (!text_next_word(&choice, &version))
        return path;
    return text_format(gathering->arena, TEXT_FORMAT "/versions/" TEXT_FORMAT "/bin/python", TEXT_ARGUMENTS(root),
                       TEXT_ARGUMENTS(version));
}

static bool find_in(struct gathering *gathering, struct text folder) {
    static const char *const linux_names[] = {"python3", "python"}, *const windows_names[] = {"python.exe",
                                                                                              "python3.exe"};
    for (size_t at = 0; at < 2; at++) {
        const char *name = gathering_on(gathering, SYSTEM_WINDOWS) ? windows_names[at] : linux_names[at];
        struct text path = path_join(gathering->machine, gathering->arena, folder, text_of(name));
        struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
        if (stat.state != ANSWER_KNOWN || !text_is(stat.type, "file"))
            continue;
        learn_text(gathering, ATTRIBUTE_SESSION_PATH_PYTHON, TEXT(""), behind_shim(gathering, path), path);
        return true;
    }
    return false;
}

static void learn_path_python(struct gathering *gathering) {
    struct asked_text path =
        ask_variable(gathering->machine, gathering->arena, gathering_on(gathering, SYSTEM_WINDOWS) ? "Path" : "PATH");
    struct text rest = path.text, folder;
    while (path.state == ANSWER_KNOWN &&
           text_next_part(&rest, machine_traits(gathering->machine)->list_separator, &folder))
        if (folder.size && path_absolute(gathering->machine, folder) && find_in(gathering, folder))
            return;
    enum answer_state state = path.state == ANSWER_KNOWN ? ANSWER_ABSENT : path.state;
    learn_state(gathering, ATTRIBUTE_SESSION_PATH_PYTHON, TEXT(""), state, path.reason, TEXT("variable PATH"));
}

static void gather(struct gathering *gathering) {
    learn_variables(gathering);
    learn_shell(gathering);
    learn_directory(gathering);
    learn_path_python(gathering);
}

extern const struct source source_session;
const struct source source_session = {"session", "variables, shell, the python of PATH", false, gather};
