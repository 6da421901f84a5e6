// Names that CUDA 13 no longer has and published programs still use, as what replaced them. Macros,
// since a finding names the line of the call.
#pragma once

// Of CUDA 1 to 3, when a context belonged to a thread of the host.
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig

// Of CUDA 12, beside functions of the same name with older parameters.
#define cudaEventElapsedTime_v2 cudaEventElapsedTime
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaMemAdvise_v2 cudaMemAdvise
#define cudaMemPrefetchAsync_v2 cudaMemPrefetchAsync
