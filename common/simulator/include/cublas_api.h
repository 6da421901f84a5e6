// <cublas_api.h> on the simulator: nothing beyond <cublas_v2.h>.
#pragma once

#include "cublas_v2.h"
