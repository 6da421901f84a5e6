// The functions of cuFFT; see <cufft.h>.
#include <algorithm>
#include <map>

#include "cufft.h"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/libraries/fourier.hpp"
#include "simulator/libraries/library_call.hpp"

namespace {

using namespace cusim;
using libraries::Signal;

// The layout of one side's elements; `side_by_side` if the plan does not specify one.
struct Layout {
    std::vector<long> embed;
    long stride = 1, distance = 0;
    bool side_by_side = true;
};

struct Plan {
    bool made = false;
    cufftType type = CUFFT_C2C;
    std::vector<long> sizes;
    long batch = 1;
    Layout in, out;
    cudaStream_t stream = nullptr;
};

std::map<cufftHandle, Plan>& plans() {
    static auto& live = *new std::map<cufftHandle, Plan>;
    return live;
}

Plan* plan_of(cufftHandle handle) {
    const auto found = plans().find(handle);
    return found == plans().end() ? nullptr : &found->second;
}

long product(const std::vector<long>& sizes) {
    long all = 1;
    for (const long size : sizes) all *= size;
    return all;
}

// The elements of one side (input or output) of a transform: rows of `row` elements each.
class Side {
  public:
    // A half spectrum stores only the first elements of each row. Real rows that share memory with
    // a spectrum are padded to its length.
    Side(const Layout& layout, std::vector<long> sizes, bool padded) : sizes_(std::move(sizes)) {
        row_ = sizes_.back();
        embed_ = sizes_;
        if (padded) embed_.back() = 2 * (row_ / 2 + 1);
        stride_ = 1;
        distance_ = product(embed_);
        if (layout.side_by_side) return;
        std::copy(layout.embed.begin() + 1, layout.embed.end(), embed_.begin() + 1);
        stride_ = layout.stride;
        distance_ = layout.distance;
    }

    long rows() const { return product(sizes_) / row_; }
    long row() const { return row_; }
    long stride() const { return stride_; }
    // The position of element `i` of row `r` of transform `b`.
    long at(long b, long r, long i) const {
        long place = i, unit = embed_.back();
        for (std::size_t d = sizes_.size() - 1; d-- > 0;) {
            place += r % sizes_[d] * unit;
            r /= sizes_[d];
            unit *= embed_[d];
        }
        return b * distance_ + place * stride_;
    }

    template <class T, class Use>
    void each_operand(const char* name, const T* data, long batch, Use use) const {
        const bool whole = stride_ == 1 && embed_ == sizes_ && distance_ == product(sizes_);
        if (whole) return use({name, data, batch * distance_ * sizeof(T), 1, 0});
        for (long b = 0; b < batch; ++b)
            for (long r = 0; r < rows(); ++r)
                use({name, data + at(b, r, 0), stride_ == 1 ? row_ * sizeof(T) : sizeof(T),
                     std::size_t(stride_ == 1 ? 1 : row_), stride_ * sizeof(T)});
    }

  private:
    std::vector<long> sizes_, embed_;
    long row_, stride_, distance_;
};

template <class T>
struct is_pair : std::false_type {};
template <>
struct is_pair<cufftComplex> : std::true_type {};
template <>
struct is_pair<cufftDoubleComplex> : std::true_type {};

template <class T>
std::complex<double> widened(T x) {
    if constexpr (is_pair<T>::value)
        return {x.x, x.y};
    else
        return x;
}
template <class T>
T narrowed(std::complex<double> z) {
    if constexpr (is_pair<T>::value)
        return {decltype(T::x)(z.real()), decltype(T::x)(z.imag())};
    else
        return T(z.real());
}

// Computes the other half of each row: x[-k] is the conjugate of x[k] if the result is real.
void complete_spectrum(Signal& x, const std::vector<long>& sizes) {
    const long n = sizes.back();
    for (long k = 0; k < long(x.size()); ++k) {
        if (k % n <= n / 2) continue;
        long mirrored = 0, unit = 1, rest = k;
        for (std::size_t d = sizes.size(); d-- > 0; unit *= sizes[d], rest /= sizes[d])
            mirrored += (sizes[d] - rest % sizes[d]) % sizes[d] * unit;
        x[k] = std::conj(x[mirrored]);
    }
}

template <class In, class Out>
void carry_out(libraries::LibraryCall& call, const Plan& plan, const In* idata, Out* odata,
               int sign) {
    constexpr bool from_half = is_pair<In>::value && !is_pair<Out>::value;
    constexpr bool to_half = !is_pair<In>::value;
    const bool in_place = static_cast<const void*>(idata) == static_cast<const void*>(odata);
    std::vector<long> half = plan.sizes;
    half.back() = half.back() / 2 + 1;
    const Side in(plan.in, from_half ? half : plan.sizes, to_half && in_place);
    const Side out(plan.out, to_half ? half : plan.sizes, from_half && in_place);
    in.each_operand("idata", idata, plan.batch,
                    [&](const libraries::Operand& o) { call.reads(o); });
    out.each_operand("odata", odata, plan.batch,
                     [&](const libraries::Operand& o) { call.writes(o); });
    call.begin();
    const long row = plan.sizes.back();
    for (long b = 0; b < plan.batch; ++b) {
        Signal x(product(plan.sizes));
        for (long r = 0; r < in.rows(); ++r)
            for (long i = 0; i < in.row(); ++i) x[r * row + i] = widened(idata[in.at(b, r, i)]);
        if (from_half) complete_spectrum(x, plan.sizes);
        libraries::transform(x, plan.sizes, sign);
        for (long r = 0; r < out.rows(); ++r)
            for (long i = 0; i < out.row(); ++i)
                odata[out.at(b, r, i)] = narrowed<Out>(x[r * row + i]);
    }
}

template <class In, class Out>
cufftResult execute(const char* function, const void* pc, cufftHandle handle, cufftType type,
                    const In* idata, Out* odata, int sign) {
    const Plan* const plan = plan_of(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (plan->type != type || (sign != CUFFT_FORWARD && sign != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    const auto action = [=, kept = *plan](libraries::LibraryCall& call) {
        carry_out(call, kept, idata, odata, sign);
    };
    return libraries::submit(function, plan->stream, pc, action) ? CUFFT_SUCCESS
                                                                 : CUFFT_EXEC_FAILED;
}

bool is_type(cufftType type) {
    constexpr cufftType known[] = {CUFFT_R2C, CUFFT_C2R, CUFFT_C2C,
                                   CUFFT_D2Z, CUFFT_Z2D, CUFFT_Z2Z};
    return std::ranges::count(known, type) > 0;
}

cufftResult make(cufftHandle handle, std::vector<long> sizes, cufftType type, long batch,
                 const Layout& in, const Layout& out, size_t* work) {
    Plan* const plan = plan_of(handle);
    if (!plan || plan->made) return CUFFT_INVALID_PLAN;
    if (!is_type(type)) return CUFFT_INVALID_TYPE;
    if (sizes.empty() || sizes.size() > 3 || batch < 1) return CUFFT_INVALID_SIZE;
    if (std::ranges::any_of(sizes, [](long n) { return n < 1; })) return CUFFT_INVALID_SIZE;
    plan->made = true;
    plan->type = type;
    plan->sizes = std::move(sizes);
    plan->batch = batch;
    plan->in = in;
    plan->out = out;
    if (work) *work = 0;
    return CUFFT_SUCCESS;
}

// Creates a plan by `fill`; creates none if `fill` fails.
template <class Fill>
cufftResult create(cufftHandle* handle, Fill fill) {
    if (!handle) return CUFFT_INVALID_VALUE;
    const cufftResult created = cufftCreate(handle);
    if (created != CUFFT_SUCCESS) return created;
    const cufftResult result = fill(*handle);
    if (result != CUFFT_SUCCESS) plans().erase(*handle);
    return result;
}

cufftResult estimate(size_t* work) {
    if (!work) return CUFFT_INVALID_VALUE;
    *work = 0;
    return CUFFT_SUCCESS;
}

}  // namespace

cufftResult cufftCreate(cufftHandle* plan) {
    static cufftHandle next = 1;
    if (!plan) return CUFFT_INVALID_VALUE;
    api::initialise();
    plans()[*plan = next++] = {};
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
    return plans().erase(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* work) {
    return make(plan, {nx}, type, batch, {}, {}, work);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* work) {
    return make(plan, {nx, ny}, type, 1, {}, {}, work);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t* work) {
    return make(plan, {nx, ny, nz}, type, 1, {}, {}, work);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, size_t* work) {
    if (rank < 1 || rank > 3) return CUFFT_INVALID_SIZE;
    if (!n) return CUFFT_INVALID_VALUE;
    Layout in, out;
    if (inembed && onembed) {
        in = {{inembed, inembed + rank}, istride, idist, false};
        out = {{onembed, onembed + rank}, ostride, odist, false};
    }
    return make(plan, {n, n + rank}, type, batch, in, out, work);
}

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
    return create(plan,
                  [&](cufftHandle p) { return cufftMakePlan1d(p, nx, type, batch, nullptr); });
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
    return create(plan, [&](cufftHandle p) { return cufftMakePlan2d(p, nx, ny, type, nullptr); });
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
    return create(plan,
                  [&](cufftHandle p) { return cufftMakePlan3d(p, nx, ny, nz, type, nullptr); });
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
    return create(plan, [&](cufftHandle p) {
        return cufftMakePlanMany(p, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                                 batch, nullptr);
    });
}

cufftResult cufftEstimate1d(int, cufftType, int, size_t* work) {
    return estimate(work);
}
cufftResult cufftEstimate2d(int, int, cufftType, size_t* work) {
    return estimate(work);
}
cufftResult cufftEstimate3d(int, int, int, cufftType, size_t* work) {
    return estimate(work);
}
cufftResult cufftGetSize(cufftHandle plan, size_t* work) {
    return plan_of(plan) ? estimate(work) : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void*) {
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    if (!plan_of(plan)) return CUFFT_INVALID_PLAN;
    if (!api::is_stream(stream)) return CUFFT_INVALID_VALUE;
    plan_of(plan)->stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int* version) {
    if (!version) return CUFFT_INVALID_VALUE;
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
    constexpr int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
    if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUFFT_INVALID_VALUE;
    *value = parts[type];
    return CUFFT_SUCCESS;
}

#define CUSIM_EXECUTE(type, sign) \
    execute(__func__, __builtin_return_address(0), plan, type, idata, odata, sign)

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata, int sign) {
    return CUSIM_EXECUTE(CUFFT_C2C, sign);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
    return CUSIM_EXECUTE(CUFFT_R2C, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
    return CUSIM_EXECUTE(CUFFT_C2R, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata,
                         int sign) {
    return CUSIM_EXECUTE(CUFFT_Z2Z, sign);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
    return CUSIM_EXECUTE(CUFFT_D2Z, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
    return CUSIM_EXECUTE(CUFFT_Z2D, CUFFT_INVERSE);
}
