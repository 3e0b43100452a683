/* libuv, and with it <windows.h> where there is one, which has a TEXT of its own: comes before plumb's headers. */
#pragma once

#include <uv.h>

#undef TEXT
