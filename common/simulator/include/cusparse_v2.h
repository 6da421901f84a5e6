// <cusparse_v2.h> on the simulator: an earlier name of <cusparse.h>.
#pragma once

#include <cusparse.h>
