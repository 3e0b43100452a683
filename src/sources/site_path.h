/* Further folders that Python looks into besides an environment's own: PYTHONPATH before them, the user's folder, and
 * what .pth files name behind them. Source: docs.python.org, the modules sys (path initialisation) and site. */
#pragma once

#include "sources/gathering.h"

/* `own` is a list of folders; the result is the whole path in the order in which Python searches. `user_site`: may the
 * user's own folder count (not in a venv that is closed to the system)? `version` is "3.10.12", or empty when unknown.
 */
struct value site_path(struct gathering *gathering, const struct value *own, struct text version, bool user_site);
