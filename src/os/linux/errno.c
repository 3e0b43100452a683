/* Names of errors. glibc has strerrorname_np() only since 2.32. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "files.h"

static const struct {
    int number;
    const char *name;
} names[] = {
    {EPERM, "EPERM"},
    {ENOENT, "ENOENT"},
    {EINTR, "EINTR"},
    {EIO, "EIO"},
    {ENXIO, "ENXIO"},
    {E2BIG, "E2BIG"},
    {ENOEXEC, "ENOEXEC"},
    {EBADF, "EBADF"},
    {EAGAIN, "EAGAIN"},
    {ENOMEM, "ENOMEM"},
    {EACCES, "EACCES"},
    {EFAULT, "EFAULT"},
    {EBUSY, "EBUSY"},
    {ENODEV, "ENODEV"},
    {ENOTDIR, "ENOTDIR"},
    {EISDIR, "EISDIR"},
    {EINVAL, "EINVAL"},
    {ENFILE, "ENFILE"},
    {EMFILE, "EMFILE"},
    {ETXTBSY, "ETXTBSY"},
    {EFBIG, "EFBIG"},
    {ENOSPC, "ENOSPC"},
    {EROFS, "EROFS"},
    {ENAMETOOLONG, "ENAMETOOLONG"},
    {ENOSYS, "ENOSYS"},
    {ELOOP, "ELOOP"},
    {ENODATA, "ENODATA"},
    {ETIME, "ETIME"},
    {ENOLINK, "ENOLINK"},
    {ECOMM, "ECOMM"},
    {EPROTO, "EPROTO"},
    {EBADMSG, "EBADMSG"},
    {EOVERFLOW, "EOVERFLOW"},
    {EILSEQ, "EILSEQ"},
    {EUSERS, "EUSERS"},
    {EOPNOTSUPP, "EOPNOTSUPP"},
    {ETIMEDOUT, "ETIMEDOUT"},
    {ESTALE, "ESTALE"},
    {EUCLEAN, "EUCLEAN"},
    {EREMOTEIO, "EREMOTEIO"},
    {EDQUOT, "EDQUOT"},
    {ENOTCONN, "ENOTCONN"},
    {EHOSTDOWN, "EHOSTDOWN"},
    {EHOSTUNREACH, "EHOSTUNREACH"},
    {ENETUNREACH, "ENETUNREACH"},
    {ENOKEY, "ENOKEY"},
    {EKEYEXPIRED, "EKEYEXPIRED"},
    {EKEYREVOKED, "EKEYREVOKED"},
    {ECONNREFUSED, "ECONNREFUSED"},
    {ECONNRESET, "ECONNRESET"},
    {ECONNABORTED, "ECONNABORTED"},
    {ESHUTDOWN, "ESHUTDOWN"},
    {ENONET, "ENONET"},
    {ENOMEDIUM, "ENOMEDIUM"},
    {EMEDIUMTYPE, "EMEDIUMTYPE"},
    {ERANGE, "ERANGE"},
};

const char *errno_name(int number) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return "another error";
}

struct answer errno_answer(int number) {
    return number == ENOENT || number == ENOTDIR ? answer_absent() : answer_unreadable(errno_name(number));
}

const char *path_string(struct arena *arena, struct text path) {
    if (text_find_byte(path, '\0') != TEXT_NOWHERE)
        return NULL;
    return text_copy(arena, path).at;
}
