#include "sources/gathering.h"

extern const struct source source_machine, source_pci, source_modules, source_nodes, source_driver_library,
    source_session, source_python, source_packages, source_driver;

/* In this order: the program branch reads what the session says, packages what the environments are; the driver comes
 * last, since it may hang. */
const struct source *const sources[] = {
    &source_machine,        &source_session, &source_pci,      &source_modules, &source_nodes,
    &source_driver_library, &source_python,  &source_packages, &source_driver,  NULL,
};
