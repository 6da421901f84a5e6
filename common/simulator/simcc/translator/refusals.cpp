// Features that the simulator does not have: refused with a message at the line that uses them,
// instead of giving wrong results.
#include "simulator/simcc/translator/refusals.hpp"

#include <algorithm>
#include <array>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {
namespace {

struct Refusal {
    std::string_view word;  ///< a whole identifier, or its beginning if `prefix`
    bool prefix;
    std::string_view what;
};

constexpr std::string_view references =
    "texture references, which CUDA 12 removed; make a texture object with "
    "cudaCreateTextureObject and pass it to the kernel";

constexpr std::string_view without_mask =
    "warp functions that do not say which lanes take part, which CUDA 13 no longer has; call the "
    "one whose name ends in _sync, with a mask";

constexpr std::string_view waiting_on_device =
    "waiting in device code for launches, which CUDA 12 removed; what needs their results belongs "
    "in a launch behind them";

constexpr std::string_view built_in_cluster =
    "built-in functions for clusters; cooperative_groups::this_cluster() is there";
constexpr std::string_view overlapping_launches = "events that a launch's blocks trigger";
constexpr std::string_view bulk_copies =
    "bulk copies by the tensor memory accelerator, their tensor maps and transaction counts; "
    "cuda::memcpy_async is there";

// Prefixes are listed only if no user would begin a name with them, such as cudaKernel.
constexpr auto refusals = std::to_array<Refusal>({
    {"cudaBindTexture", true, references},
    {"cudaUnbindTexture", false, references},
    {"cudaGetTextureReference", false, references},
    {"cudaGetTextureAlignmentOffset", false, references},
    {"textureReference", false, references},
    {"tex1DLayered", true, "layered textures"},
    {"tex2DLayered", true, "layered textures"},
    {"texCubemap", true, "cubemap textures"},
    {"tex2Dgather", false, "texture gather"},
    {"tex1DLod", false, "mipmapped textures"},
    {"tex2DLod", false, "mipmapped textures"},
    {"tex3DLod", false, "mipmapped textures"},
    {"tex1DGrad", false, "mipmapped textures"},
    {"tex2DGrad", false, "mipmapped textures"},
    {"tex3DGrad", false, "mipmapped textures"},
    {"cudaMallocMipmappedArray", false, "mipmapped textures"},
    {"cudaMipmapped", true, "mipmapped textures"},
    {"cudaFreeMipmappedArray", false, "mipmapped textures"},
    {"cudaGetMipmappedArrayLevel", false, "mipmapped textures"},
    {"surf1DLayered", true, "layered surfaces"},
    {"surf2DLayered", true, "layered surfaces"},
    {"surfCubemap", true, "cubemap surfaces"},
    {"cudaArrayLayered", false, "layered textures"},
    {"cudaGraphics", true, "graphics interoperability"},
    {"cudaD3D9SetDirect3DDevice", false, "graphics interoperability"},
    {"cudaD3D10SetDirect3DDevice", false, "graphics interoperability"},
    {"cudaD3D11SetDirect3DDevice", false, "graphics interoperability"},
    {"cudaGLSetGLDevice", false, "graphics interoperability"},
    {"cudaVDPAUSetVDPAUDevice", false, "graphics interoperability"},
    {"cudaGraph", true, "this part of CUDA graphs"},
    {"cudaDeviceGetGraphMemAttribute", false, "CUDA graphs"},
    {"cudaDeviceSetGraphMemAttribute", false, "CUDA graphs"},
    {"cudaDeviceGraphMemTrim", false, "CUDA graphs"},
    {"cudaUserObjectCreate", false, "CUDA graphs"},
    {"cudaUserObjectRetain", false, "CUDA graphs"},
    {"cudaUserObjectRelease", false, "CUDA graphs"},
    {"cudaStreamBeginCaptureToGraph", false, "CUDA graphs (stream capture)"},
    {"cudaStreamGetCaptureInfo_", true, "CUDA graphs (stream capture)"},
    {"cudaStreamUpdateCaptureDependencies", true, "CUDA graphs (stream capture)"},
    {"__cluster_barrier", true, built_in_cluster},
    {"__cluster_map", true, built_in_cluster},
    {"__cluster_query", true, built_in_cluster},
    {"__cluster_relative", true, built_in_cluster},
    {"__cluster_size", true, built_in_cluster},
    {"__cluster_dim_is", true, built_in_cluster},
    {"__threadfence_cluster", false, "fences of a cluster"},
    {"cudaLaunchAttributeProgrammaticEvent", false, overlapping_launches},
    {"cudaLaunchAttributeLaunchCompletionEvent", false, overlapping_launches},
    {"cudaLaunchAttributePreferredClusterDimension", false, "preferred sizes of clusters"},
    {"cudaLaunchAttributeDeviceUpdatableKernelNode", false, "CUDA graphs"},
    {"cp_async_bulk", true, bulk_copies},
    {"barrier_arrive_tx", false, bulk_copies},
    {"barrier_expect_tx", false, bulk_copies},
    {"memcpy_async_tx", false, bulk_copies},
    {"barrier_native_handle", false, bulk_copies},
    {"CUtensorMap", true, bulk_copies},
    {"cuTensorMap", true, bulk_copies},
    {"__mbarrier_", true, "barriers by their words (__mbarrier_t); cuda::barrier is there"},
    {"cudaMemcpy3DPeer", true, "several devices"},
    {"cudaDeviceGetP2P", true, "several devices"},
    {"cudaSetValidDevices", false, "several devices"},
    {"cudaIpc", true, "interprocess memory"},
    {"cudaMemPoolExport", true, "interprocess memory"},
    {"cudaMemPoolImport", true, "interprocess memory"},
    {"cudaMemGetDefaultMemPool", false, "memory pools other than the device's own"},
    {"cudaMemGetMemPool", false, "memory pools other than the device's own"},
    {"cudaMemSetMemPool", false, "memory pools other than the device's own"},
    {"cudaImportExternal", true, "external memory and semaphores"},
    {"cudaDestroyExternal", true, "external memory and semaphores"},
    {"cudaSignalExternal", true, "external memory and semaphores"},
    {"cudaWaitExternal", true, "external memory and semaphores"},
    {"cudaExternalMemory", true, "external memory and semaphores"},
    {"cudaExternalSemaphore", true, "external memory and semaphores"},
    {"cudaMemcpyBatchAsync", false, "batches of copies"},
    {"cudaMemcpy3DBatchAsync", false, "batches of copies"},
    {"cudaMemPrefetchBatchAsync", false, "batches of copies"},
    {"cudaMemDiscard", true, "batches of copies"},
    {"cudaMemRangeGetAttribute", true, "attributes of managed memory"},
    {"cudaArrayGetMemoryRequirements", false, "sparse and planar arrays"},
    {"cudaArrayGetPlane", false, "sparse and planar arrays"},
    {"cudaArrayGetSparseProperties", false, "sparse and planar arrays"},
    {"cudaMemcpyArrayToArray", false, "copies from array to array"},
    {"cudaMemcpy2DArrayToArray", false, "copies from array to array"},
    {"cuModuleLoad", true, "modules of the driver API"},
    {"cuModuleGet", true, "modules of the driver API"},
    {"cuModuleUnload", true, "modules of the driver API"},
    {"cuLibraryLoad", true, "modules of the driver API"},
    {"cuLibraryGet", true, "modules of the driver API"},
    {"cuLaunchKernel", true, "modules of the driver API"},
    {"cuLaunchCooperative", true, "modules of the driver API"},
    {"cuLaunchHostFunc", true, "modules of the driver API"},
    {"cuLinkCreate", true, "modules of the driver API"},
    {"cuLinkAdd", true, "modules of the driver API"},
    {"cuLinkComplete", true, "modules of the driver API"},
    {"cuFuncGet", true, "modules of the driver API"},
    {"cuFuncSet", true, "modules of the driver API"},
    {"cuKernelGet", true, "modules of the driver API"},
    {"cuKernelSet", true, "modules of the driver API"},
    {"cuGraphCreate", true, "CUDA graphs"},
    {"cuGraphAdd", true, "CUDA graphs"},
    {"cuGraphInstantiate", true, "CUDA graphs"},
    {"cuGraphLaunch", true, "CUDA graphs"},
    {"cuTexRef", true, "textures of the driver API"},
    {"cuTexObject", true, "textures of the driver API"},
    {"cuSurfRef", true, "surfaces"},
    {"cuSurfObject", true, "surfaces"},
    {"cuArrayCreate", true, "arrays of the driver API"},
    {"cuArray3DCreate", true, "arrays of the driver API"},
    {"cuArrayDestroy", true, "arrays of the driver API"},
    {"cuMipmappedArrayCreate", true, "mipmapped textures"},
    {"cuTensorMap", true, "tensor maps"},
    {"cuMulticast", true, "several devices"},
    {"cuMemAddress", true, "memory mapped by the driver API"},
    {"cuMemCreate", true, "memory mapped by the driver API"},
    {"cuMemMap", true, "memory mapped by the driver API"},
    {"cuMemsetD16Async", true, "fills of the driver API by more than a byte in a stream"},
    {"cuMemsetD32Async", true, "fills of the driver API by more than a byte in a stream"},
    {"cuMemsetD2D16", true, "fills of boxes by more than a byte in the driver API"},
    {"cuMemsetD2D32", true, "fills of boxes by more than a byte in the driver API"},
    {"cuMemcpy2D", true, "copies of boxes in the driver API"},
    {"cuMemcpy3D", true, "copies of boxes in the driver API"},
    {"cuGetProcAddress", true, "functions of the driver"},
    {"cuOccupancy", true, "occupancy in the driver API"},
    {"cuPointerGetAttribute", true, "attributes of pointers in the driver API"},
    {"cudaLibraryLoad", true, "code loaded at run time"},
    {"cudaLibraryGet", true, "code loaded at run time"},
    {"cudaLibraryEnumerateKernels", false, "code loaded at run time"},
    {"cudaLibraryUnload", false, "code loaded at run time"},
    {"cudaKernelSetAttributeForDevice", false, "code loaded at run time"},
    {"cudaGetKernel", false, "code loaded at run time"},
    {"cudaGetFuncBySymbol", false, "code loaded at run time"},
    {"cudaGetDriverEntryPoint", true, "functions of the driver"},
    {"cudaLogsCurrent", false, "logs of the driver"},
    {"cudaLogsDumpTo", true, "logs of the driver"},
    {"cudaLogsRegisterCallback", false, "logs of the driver"},
    {"cudaLogsUnregisterCallback", false, "logs of the driver"},
    {"CURAND_RNG_QUASI_", true, "cuRAND's quasirandom generators"},
    {"CURAND_ORDERING_QUASI_", true, "cuRAND's quasirandom generators"},
    {"CURAND_DIRECTION_VECTORS_", true, "cuRAND's quasirandom generators"},
    {"curandSetQuasiRandomGeneratorDimensions", false, "cuRAND's quasirandom generators"},
    {"curandGetDirectionVectors", true, "cuRAND's quasirandom generators"},
    {"curandGetScrambleConstants", true, "cuRAND's quasirandom generators"},
    {"curandGenerateLongLong", false, "cuRAND's quasirandom generators"},
    {"curandCreatePoissonDistribution", false, "cuRAND's discrete distributions"},
    {"curandDestroyDistribution", false, "cuRAND's discrete distributions"},
    {"curand_discrete", true, "cuRAND's discrete distributions"},
    {"curandStateMtgp32", true, "cuRAND's generators beyond XORWOW, Philox and MRG32k3a"},
    {"curandStateSobol", true, "cuRAND's generators beyond XORWOW, Philox and MRG32k3a"},
    {"curandStateScrambledSobol", true, "cuRAND's generators beyond XORWOW, Philox and MRG32k3a"},
    {"__shfl", false, without_mask},
    {"__shfl_up", false, without_mask},
    {"__shfl_down", false, without_mask},
    {"__shfl_xor", false, without_mask},
    {"__ballot", false, without_mask},
    {"__any", false, without_mask},
    {"__all", false, without_mask},
});

/// The names beginning with cudaGraph that do exist: include/cusim/graph_api.hpp.
constexpr auto graphs = std::to_array<std::string_view>({
    "cudaGraph_t",
    "cudaGraphNode_t",
    "cudaGraphExec_t",
    "cudaGraphNodeType",
    "cudaGraphNodeTypeKernel",
    "cudaGraphNodeTypeMemcpy",
    "cudaGraphNodeTypeMemset",
    "cudaGraphNodeTypeHost",
    "cudaGraphNodeTypeGraph",
    "cudaGraphNodeTypeEmpty",
    "cudaGraphEdgeData",
    "cudaGraphNodeParams",
    "cudaGraphAddNode",
    "cudaGraphNodeSetParams",
    "cudaGraphExecNodeSetParams",
    "cudaGraphInstantiateFlags",
    "cudaGraphInstantiateFlagAutoFreeOnLaunch",
    "cudaGraphInstantiateFlagUpload",
    "cudaGraphInstantiateFlagUseNodePriority",
    "cudaGraphExecUpdateResult",
    "cudaGraphExecUpdateResultInfo",
    "cudaGraphExecUpdateSuccess",
    "cudaGraphExecUpdateError",
    "cudaGraphExecUpdateErrorTopologyChanged",
    "cudaGraphCreate",
    "cudaGraphDestroy",
    "cudaGraphClone",
    "cudaGraphGetNodes",
    "cudaGraphNodeGetType",
    "cudaGraphAddKernelNode",
    "cudaGraphAddMemcpyNode",
    "cudaGraphAddMemcpyNode1D",
    "cudaGraphAddMemsetNode",
    "cudaGraphAddHostNode",
    "cudaGraphAddEmptyNode",
    "cudaGraphAddDependencies",
    "cudaGraphKernelNodeSetParams",
    "cudaGraphInstantiate",
    "cudaGraphInstantiateWithFlags",
    "cudaGraphExecDestroy",
    "cudaGraphUpload",
    "cudaGraphLaunch",
    "cudaGraphExecUpdate",
    "cudaGraphExecKernelNodeSetParams",
    "cudaGraphAddChildGraphNode",
    "cudaGraphAddEventRecordNode",
    "cudaGraphAddEventWaitNode",
    "cudaGraphChildGraphNodeGetGraph",
    "cudaGraphDebugDotFlags",
    "cudaGraphDebugDotFlagsEventNodeParams",
    "cudaGraphDebugDotFlagsHandles",
    "cudaGraphDebugDotFlagsHostNodeParams",
    "cudaGraphDebugDotFlagsKernelNodeAttributes",
    "cudaGraphDebugDotFlagsKernelNodeParams",
    "cudaGraphDebugDotFlagsMemcpyNodeParams",
    "cudaGraphDebugDotFlagsMemsetNodeParams",
    "cudaGraphDebugDotFlagsVerbose",
    "cudaGraphDebugDotPrint",
    "cudaGraphEventRecordNodeGetEvent",
    "cudaGraphEventRecordNodeSetEvent",
    "cudaGraphEventWaitNodeGetEvent",
    "cudaGraphEventWaitNodeSetEvent",
    "cudaGraphExecChildGraphNodeSetParams",
    "cudaGraphExecEventRecordNodeSetEvent",
    "cudaGraphExecEventWaitNodeSetEvent",
    "cudaGraphExecGetFlags",
    "cudaGraphExecHostNodeSetParams",
    "cudaGraphExecMemcpyNodeSetParams",
    "cudaGraphExecMemcpyNodeSetParams1D",
    "cudaGraphExecMemsetNodeSetParams",
    "cudaGraphGetEdges",
    "cudaGraphGetRootNodes",
    "cudaGraphHostNodeGetParams",
    "cudaGraphHostNodeSetParams",
    "cudaGraphInstantiateError",
    "cudaGraphInstantiateInvalidStructure",
    "cudaGraphInstantiateParams",
    "cudaGraphInstantiateResult",
    "cudaGraphInstantiateSuccess",
    "cudaGraphInstantiateWithParams",
    "cudaGraphKernelNodeGetParams",
    "cudaGraphMemcpyNodeGetParams",
    "cudaGraphMemcpyNodeSetParams",
    "cudaGraphMemcpyNodeSetParams1D",
    "cudaGraphMemsetNodeGetParams",
    "cudaGraphMemsetNodeSetParams",
    "cudaGraphNodeFindInClone",
    "cudaGraphNodeGetDependencies",
    "cudaGraphNodeGetDependentNodes",
    "cudaGraphNodeGetEnabled",
    "cudaGraphNodeSetEnabled",
    "cudaGraphNodeTypeEventRecord",
    "cudaGraphNodeTypeWaitEvent",
    "cudaGraphRemoveDependencies",
});

/// `texture<float, 2> t;` at namespace scope.
bool is_texture_reference(const Context& context, std::size_t i) {
    return context.is(i, "texture") && context.is(i + 1, "<") && !context.is(i - 1, ".") &&
           !context.is(i - 1, "->") && !context.is(i - 1, "::") && context.at_namespace_scope(i);
}

}  // namespace

std::string refusal_of(std::string_view name) {
    if (std::find(graphs.begin(), graphs.end(), name) != graphs.end()) return {};
    const auto found = std::find_if(refusals.begin(), refusals.end(), [&](const Refusal& refusal) {
        return refusal.prefix ? name.starts_with(refusal.word) : name == refusal.word;
    });
    if (found == refusals.end()) return {};
    return "unsupported: " + std::string(found->what) + " (" + std::string(name) + ")";
}

void refuse_unsupported(Context& context) {
    for (std::size_t i = 0; i < context.source.tokens.size(); ++i) {
        const Token& token = context.token(i);
        if (token.kind != TokenKind::identifier) continue;
        if (!context.from_user(token)) continue;
        if (is_texture_reference(context, i)) {
            context.complain(token, Severity::error, "unsupported: " + std::string(references));
        }
        if (token.is("cudaDeviceSynchronize") && context.in_device_code(i))
            context.complain(
                token, Severity::error,
                "unsupported: " + std::string(waiting_on_device) + " (cudaDeviceSynchronize)");
        if (std::string refusal = refusal_of(token.text); !refusal.empty())
            context.complain(token, Severity::error, std::move(refusal));
    }
}

}  // namespace cusim::simcc
