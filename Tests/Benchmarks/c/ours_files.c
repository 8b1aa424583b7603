#include "ours.h"

const workload ours_files[] = {
    {NULL, NULL, NULL},
};
