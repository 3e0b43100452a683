/* Metadata of installed Python distributions. Source: packaging.python.org, "Recording installed projects" and "Core
 * metadata". */
#pragma once

#include "base/value.h"

/* "torch-2.3.1+cu121.dist-info", "torch-1.13.0a0.egg-info", "x-1.0-py3.11.egg-info": the name (normalised as PEP 503)
 * and version. False for another folder. */
bool distinfo_name(struct arena *arena, struct text folder, struct text *name, struct text *version);
struct text distinfo_normal_name(struct arena *arena, struct text name); /* "Torch_Vision" -> "torch-vision" */

/* The headers of METADATA or PKG-INFO, up to the first empty line: {"name", "version", "requires": [...],
 * "requires_python"}; missing ones are left out. */
struct value distinfo_metadata(struct arena *arena, struct text text);

/* torch/version.py and its kin: assignments of plain literals: {"__version__": "2.3.1+cu121", "cuda": "12.1", "hip":
 * null, "debug": false}. Annotations
 * ("cuda: Optional[str] = '12.1'") are allowed; anything that is no literal is left out. Nothing is executed. */
struct value distinfo_literals(struct arena *arena, struct text text);
