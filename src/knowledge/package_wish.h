/* Wishes for a release of a package. Internal to the files of packages. */
#pragma once

#include "base/text.h"

/* May one of the releases from `first` to `last` meet every clause? A range without numbers meets an empty wish only.
 */
bool package_wish_in(struct text wish, struct text first, struct text last);

/* Is the version at most `most`, where 2.3 takes in all 2.3.x? */
bool package_at_most(struct text version, struct text most);
/* Does the version begin with the numbers of `start`? 12.1 begins with 12. A mark behind them (.post1) has to agree. */
bool package_begins(struct text version, struct text start);
