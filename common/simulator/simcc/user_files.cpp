// Reads directives from the files on disk; see user_files.hpp.
#include "simulator/simcc/user_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cusim::simcc {
namespace {

struct Library {
    std::string_view header;  ///< how the names of its headers begin
    std::string_view name;
};

constexpr Library libraries[] = {
    {"thrust/", "this part of Thrust"},
    {"cub/", "this part of CUB"},
    {"cuda/", "this part of libcu++"},
    {"cublas", "this part of cuBLAS"},
    {"curand", "this part of cuRAND"},
    {"cufft", "this part of cuFFT"},
    {"cusparse", "this part of cuSPARSE"},
    {"cusolver", "this part of cuSOLVER"},
    {"cudnn", "cuDNN"},
    {"nvrtc", "NVRTC"},
    {"nccl", "NCCL"},
    {"cutlass/", "CUTLASS"},
    {"surface_", "surfaces"},
    {"cuda_fp4", "floating point in 4 bits"},
    {"cuda_fp6", "floating point in 6 bits"},
    {"cuda_gl_interop", "graphics interoperability"},
    {"cuda_egl_interop", "graphics interoperability"},
    {"cuda_vdpau_interop", "graphics interoperability"},
    {"cudaGL", "graphics interoperability"},
    {"cudaEGL", "graphics interoperability"},
    {"cudaVDPAU", "graphics interoperability"},
    {"cudaProfiler.h", "the driver's profiler control"},
    {"crt/", "the toolkit's own parts"},
    {"npp", "NPP"},
    {"nvjpeg", "nvJPEG"},
    {"nvml", "NVML"},
    {"nvJitLink", "the linker at run time"},
    {"nvPTXCompiler", "the compiler of PTX"},
    {"nvshmem", "NVSHMEM"},
    {"cufile", "cuFile"},
    {"cupti", "CUPTI"},
    {"cudss", "cuDSS"},
    {"cutensor", "cuTENSOR"},
    {"amgx_c", "AmgX"},
    {"libcudacxx/", "this part of libcu++"},
    {"cuda_pipeline", "asynchronous copies"},
    {"cuda_awbarrier", "asynchronous barriers"},
    {"cooperative_groups/", "this part of cooperative groups"},
    {"cudaTypedefs", "the driver's function types"},
    {"cuda_occupancy", "the occupancy calculator; cudaOccupancyMaxPotentialBlockSize() is there"},
    {"fatbinary_section", "the toolkit's own parts"},
    {"generated_cuda", "the toolkit's own parts"},
    {"nvblas", "NVBLAS"},
    {"nvperf_", "the profiler's interface"},
    {"nvvm", "NVVM"},
};

/// The name between the brackets or quotes of an #include; empty for any other directive.
std::string_view included(std::string_view directive) {
    std::size_t i = directive.find_first_not_of("# \t");
    if (i == directive.npos || !directive.substr(i).starts_with("include")) return {};
    const std::size_t open = directive.find_first_of("<\"", i);
    if (open == directive.npos) return {};
    const std::size_t close = directive.find(directive[open] == '<' ? '>' : '"', open + 1);
    return directive.substr(open + 1, std::min(close, directive.size()) - open - 1);
}

bool tests_arch(std::string_view directive) {
    const std::size_t i = directive.find_first_not_of("# \t");
    if (i == directive.npos) return false;
    const std::string_view word = directive.substr(i);
    return (word.starts_with("if") || word.starts_with("elif")) &&
           word.find("__CUDA_ARCH__") != word.npos;
}

class Judge {
  public:
    Judge(const Tokens& preprocessed, std::string_view own_headers)
        : files_(preprocessed.files), own_headers_(own_headers) {}

    Diagnostics run() {
        for (const SourceFile& file : files_) {
            const bool generated = file.name.starts_with('<') || file.name.ends_with("//");
            if (generated || file.system || is_own(file.name) || is_refused(file.name)) continue;
            std::ifstream in(file.name, std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            const Tokens raw = lex(text, file.name);
            for (const Directive& directive : raw.directives) judge(file.name, raw, directive);
        }
        return std::move(found_);
    }

  private:
    bool is_own(std::string_view name) const {
        return !own_headers_.empty() && name.starts_with(own_headers_);
    }

    // A header of ours may be there twice: the toolkit's headers that need it find the toolkit's.
    bool was_found_elsewhere(std::string_view header) const {
        bool elsewhere = false;
        for (const SourceFile& file : files_) {
            if (!file.name.ends_with(header)) continue;
            if (is_own(file.name)) return false;
            elsewhere = true;
        }
        return elsewhere;
    }

    // Whether "cublas_wrapper.h" is the program's own: found in the folder of the file that
    // includes it.
    bool is_beside(std::string_view file, std::string_view directive,
                   std::string_view header) const {
        if (directive.find('"') == directive.npos) return false;
        const std::string there =
            std::string(file.substr(0, file.rfind('/') + 1)) + std::string(header);
        return std::any_of(files_.begin(), files_.end(),
                           [&](const SourceFile& each) { return each.name == there; });
    }

    // Headers that a refused library includes itself are not the user's.
    bool is_refused(std::string_view name) const {
        return std::any_of(refused_.begin(), refused_.end(),
                           [&](const std::string& folder) { return name.starts_with(folder); });
    }

    void refuse_folder_of(std::string_view header) {
        for (const SourceFile& file : files_)
            if (file.name.ends_with(header) && header.find('/') != header.npos)
                refused_.push_back(file.name.substr(0, file.name.size() - header.size()));
    }

    /// Decided from the whole file, whichever branches of its conditions are taken.
    static bool within_braces(const Tokens& raw, const Directive& directive) {
        int depth = 0;
        for (const Token& token : raw.tokens) {
            if (token.line >= directive.line) break;
            if (token.is("{")) ++depth;
            if (token.is("}")) --depth;
        }
        return depth > 0;
    }

    void judge(const std::string& file, const Tokens& raw, const Directive& directive) {
        if (tests_arch(directive.text) && !within_braces(raw, directive)) {
            found_.push_back({Severity::warning, file, directive.line,
                              "__CUDA_ARCH__ is defined within device functions only: what stands "
                              "around them is compiled once, for host and device together"});
        }
        const std::string_view header = included(directive.text);
        const std::string library = library_of(header);
        if (!library.empty() && !is_beside(file, directive.text, header) &&
            was_found_elsewhere(header)) {
            found_.push_back({Severity::error, file, directive.line, no_library(library, header)});
            refuse_folder_of(header);
        }
    }

    const std::vector<SourceFile>& files_;
    std::string_view own_headers_;
    std::vector<std::string> refused_;  // folders
    Diagnostics found_;
};

}  // namespace

Diagnostics judge_user_files(const Tokens& preprocessed, std::string_view own_headers) {
    return Judge(preprocessed, own_headers).run();
}

std::string no_library(std::string_view library, std::string_view header) {
    return "unsupported: the simulator does not have " + std::string(library) + " (<" +
           std::string(header) + ">)";
}

std::string library_of(std::string_view header) {
    // No toolkit has a cublas_utils.h; many programs have.
    if (header.find('/') == header.npos && header.find("_util") != header.npos) return "";
    const auto found =
        std::find_if(std::begin(libraries), std::end(libraries),
                     [&](const Library& library) { return header.starts_with(library.header); });
    return found == std::end(libraries) ? "" : std::string(found->name);
}

}  // namespace cusim::simcc
