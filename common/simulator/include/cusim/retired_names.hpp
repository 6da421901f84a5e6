// Names that CUDA 13 has removed and published programs still use, defined as their replacements.
// They are macros, so that a finding shows the line of the call.
#pragma once

// From CUDA 1 to 3, when a context belonged to a host thread.
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig

// From CUDA 12, which had functions of the same name with older parameters, too.
#define cudaEventElapsedTime_v2 cudaEventElapsedTime
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
