// cuRAND's device generators against values that the toolkit's own header computed on a host: far
// subsequences and offsets, skipping, uniform numbers bit by bit, normal ones to the last digits.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

enum Generator { xorwow, philox, mrg };

struct Row {
    Generator generator;
    unsigned long long seed, subsequence, offset;
    unsigned int numbers[6];
    float uniform;
    double uniform_double;
    unsigned int skipped, next_sequence;
    float normal;
    double normal_double;
    float other_normal, log_normal;
};

// clang-format off
const Row expected[] = {
    {xorwow, 0ull, 0ull, 0ull, {3179217846u, 1883133293u, 2220552389u, 674260989u, 306521119u, 1986458431u}, 0x1.d236a2p-3f, 0x1.270ba33c359b6p-3, 3528450819u, 2300171688u, 2.118520290e-01f, 1.84736524165805349e+00, -2.258253396e-01f, 2.311555147e+00f},
    {xorwow, 1234ull, 0ull, 0ull, {624778773u, 1867875844u, 3739671282u, 1954919316u, 3681184389u, 2501467243u}, 0x1.9c79a2p-3f, 0x1.33fd827904a8bp-2, 480879868u, 2717583979u, -3.789368272e-01f, -1.74555693461061234e+00, -1.839630961e+00f, 1.420200348e+00f},
    {xorwow, 1234ull, 1ull, 0ull, {3522650202u, 3978931785u, 2198015705u, 2308946676u, 3475686971u, 75263415u}, 0x1.cc1f26p-2f, 0x1.172878f88a6e2p-3, 41068340u, 3400795435u, -9.924317598e-01f, 5.58801372131647489e-01, -5.157309771e-01f, 2.170462847e+00f},
    {xorwow, 1234ull, 77ull, 5ull, {4113011543u, 1602733491u, 3563552947u, 411432086u, 1777568378u, 3768919727u}, 0x1.6f52fcp-2f, 0x1.0da885eae9f8p-9, 1822036958u, 1054810470u, -2.309592366e-01f, 4.00966920955120987e-01, 1.706111878e-01f, 2.081621408e+00f},
    {xorwow, 16045690984503111693ull, 123456789ull, 1000003ull, {3122151754u, 697395412u, 404894116u, 1657377118u, 2521657349u, 1465743971u}, 0x1.071046p-6f, 0x1.851fecdf69e1ap-3, 1091740317u, 359994539u, 2.865246832e-01f, 6.46936122397078206e-01, -1.140294909e+00f, 1.444711089e+00f},
    {xorwow, 42ull, 1099511627779ull, 34359738370ull, {301159800u, 1430249315u, 821077723u, 3233534135u, 4126231755u, 570543202u}, 0x1.49902ap-3f, 0x1.0d73ac4967b54p-1, 3558600096u, 1206859813u, 9.982708097e-01f, 1.17115753914160026e+00, -1.883779764e-01f, 1.519942880e+00f},
    {xorwow, 7ull, 4294967295ull, 1099511627775ull, {2253102284u, 546475873u, 3260665201u, 996495234u, 3331924543u, 2535131857u}, 0x1.50056ep-2f, 0x1.d20a5932b7ed6p-1, 402648120u, 212429478u, 2.253193855e+00f, -3.48119045643958513e-01, -8.686100841e-01f, 1.818448544e+00f},
    {xorwow, 99ull, 18446744073709551615ull, 18446744073709551614ull, {693270452u, 3178521655u, 350559320u, 2363543792u, 869758853u, 743284686u}, 0x1.4da3fcp-2f, 0x1.efd6994b72e3p-1, 3875714316u, 2933187263u, -1.057405233e+00f, -1.70064038506489157e-02, -8.082551360e-01f, 1.611405492e+00f},
    {philox, 0ull, 0ull, 0ull, {1713891541u, 3781805453u, 3159862348u, 2600524760u, 4175744164u, 1555169499u}, 0x1.634aeap-1f, 0x1.2fdfedp-5, 2903998505u, 3782191341u, -1.209114939e-01f, -6.35054921233719316e-01, -6.395173073e-01f, 1.363078594e+00f},
    {philox, 1234ull, 0ull, 0ull, {546353992u, 3665621163u, 1140953199u, 3419031310u, 2666454581u, 482218876u}, 0x1.f44ee2p-1f, 0x1.47edd51p-4, 59694213u, 2811549762u, 6.649965048e-01f, 6.83867010845839174e-02, 4.508416057e-01f, 1.457170606e+00f},
    {philox, 1234ull, 1ull, 0ull, {3507855656u, 1392278645u, 3354607383u, 253049307u, 118660703u, 1698527859u}, 0x1.d8331cp-4f, 0x1.0dfe0d6p-1, 178320628u, 1091961584u, -7.103318572e-01f, -7.13159476401100556e-01, -3.506667018e-01f, 1.162465930e+00f},
    {philox, 1234ull, 77ull, 5ull, {1212756008u, 792187149u, 4214814024u, 2094081686u, 530129520u, 775103400u}, 0x1.ce4544p-1f, 0x1.bfe348f2p-1, 62003133u, 540935809u, -2.731348574e-01f, 3.83052500883218683e-01, 8.089850545e-01f, 1.578586698e+00f},
    {philox, 16045690984503111693ull, 123456789ull, 1000003ull, {3727941865u, 497619994u, 701089821u, 4128578276u, 3791821052u, 1322553199u}, 0x1.4b2bp-1f, 0x1.44991a04p-1, 4052543602u, 2023464707u, 4.080066383e-01f, -4.95274196542394518e-01, 1.215770364e+00f, 1.658379912e+00f},
    {philox, 42ull, 1099511627779ull, 34359738370ull, {378921056u, 2871143400u, 1687354483u, 856042424u, 2024919091u, 1757224297u}, 0x1.7ad34cp-1f, 0x1.4677851p-3, 1318914057u, 2201673754u, 1.310027599e+00f, 8.94142482412070727e-01, -1.008710146e+00f, 1.806613207e+00f},
    {philox, 7ull, 4294967295ull, 1099511627775ull, {367983921u, 1795945892u, 3582397762u, 3229896848u, 1349233000u, 3915563647u}, 0x1.15870cp-4f, 0x1.94db23cp-6, 3063657642u, 3441276500u, -5.921659991e-02f, 2.23919143949737531e+00, 4.235135615e-01f, 1.717116237e+00f},
    {philox, 99ull, 18446744073709551615ull, 18446744073709551614ull, {3806061672u, 3200777569u, 4112883883u, 467561987u, 2803600132u, 2555329572u}, 0x1.77779p-2f, 0x1.2a1bba38p-2, 3337074473u, 934259312u, -8.744217753e-01f, 1.28240916535591443e+00, 5.927414894e-01f, 1.629160643e+00f},
    {mrg, 0ull, 0ull, 0ull, {545508615u, 1368065476u, 1327943825u, 3546985268u, 951893240u, 2290915747u}, 0x1.ec5012p-2f, 0x1.6c17e3993f80dp-2, 3508491690u, 3990924820u, 5.615879297e-01f, -5.73885901283161415e-01, 1.020502210e+00f, 2.640250206e+00f},
    {mrg, 1234ull, 0ull, 0ull, {3379073520u, 2521876100u, 213678209u, 1604391373u, 2253011095u, 4200718073u}, 0x1.998716p-2f, 0x1.9a201fc0d439fp-1, 2943975777u, 2939203180u, 7.217275351e-02f, -6.59367667745397790e-01, 4.512434900e-01f, 1.656837583e+00f},
    {mrg, 1234ull, 1ull, 0ull, {653317650u, 2890950871u, 2749090064u, 2410030135u, 1992398857u, 2170368389u}, 0x1.8a99fp-2f, 0x1.911f98677acb7p-4, 3921540931u, 2694717580u, -1.592771649e+00f, 3.61022069182764971e-01, -2.847116292e-01f, 1.589141726e+00f},
    {mrg, 1234ull, 77ull, 5ull, {2719411217u, 242481962u, 4164036063u, 3330696427u, 726732565u, 1005620694u}, 0x1.c0a218p-3f, 0x1.d1b843d6376f7p-1, 1823087687u, 1826062051u, 2.966114044e+00f, -1.05614668928117128e+00, -8.668583632e-01f, 1.484422803e+00f},
    {mrg, 16045690984503111693ull, 123456789ull, 1000003ull, {401623106u, 3817681979u, 3089832147u, 2593823042u, 1339921714u, 3294332001u}, 0x1.48079ap-1f, 0x1.664dc106857aap-1, 2567629750u, 510441380u, 1.351972938e+00f, 1.78153095741082801e+00, 1.461296529e-01f, 1.262732983e+00f},
    {mrg, 42ull, 1099511627779ull, 34359738370ull, {374157750u, 3997299538u, 2192963642u, 2507525518u, 674960607u, 1163017006u}, 0x1.0cfe22p-1f, 0x1.0e67303cc23e6p-4, 2600770805u, 2537890421u, 1.192027926e+00f, -9.39867906436587797e-01, -5.984774232e-01f, 1.991401792e+00f},
};
// clang-format on
const int rows = sizeof expected / sizeof expected[0];

template <class State>
__device__ void draw(Row& row) {
    State state;
    curand_init(row.seed, row.subsequence, row.offset, &state);
    for (unsigned int& number : row.numbers) number = curand(&state);
    row.uniform = curand_uniform(&state);
    row.uniform_double = curand_uniform_double(&state);
    skipahead(1000000007ull, &state);
    row.skipped = curand(&state);
    skipahead_sequence(3, &state);
    row.next_sequence = curand(&state);
    row.normal = curand_normal(&state);
    row.normal_double = curand_normal_double(&state);
    row.other_normal = curand_normal(&state);
    row.log_normal = curand_log_normal(&state, 0.5f, 0.25f);
}

__global__ void draw_rows(Row* table, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    if (table[i].generator == xorwow)
        draw<curandState>(table[i]);
    else if (table[i].generator == philox)
        draw<curandStatePhilox4_32_10_t>(table[i]);
    else
        draw<curandStateMRG32k3a>(table[i]);
}

__global__ void draw_four(uint4* result) {
    curandStatePhilox4_32_10_t state;
    curand_init(5, 6, 3, &state);
    *result = curand4(&state);
}

static bool near(double a, double b) {
    return std::fabs(a - b) <= 2e-6 * (1 + std::fabs(b));
}

static bool same(const Row& a, const Row& b) {
    bool good = a.uniform == b.uniform && a.uniform_double == b.uniform_double &&
                a.skipped == b.skipped && a.next_sequence == b.next_sequence;
    for (int i = 0; i < 6; ++i) good = good && a.numbers[i] == b.numbers[i];
    return good && near(a.normal, b.normal) && near(a.normal_double, b.normal_double) &&
           near(a.other_normal, b.other_normal) && near(a.log_normal, b.log_normal);
}

// Pi by throwing darts, from states that are kept between launches.
__global__ void setup(curandState* states) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(2024, i, 0, &states[i]);
}
__global__ void throw_darts(curandState* states, int throws, unsigned int* hits) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned int inside = 0;
    for (int t = 0; t < throws; ++t) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1;
    }
    states[i] = state;
    atomicAdd(hits, inside);
}

static int pi_is_wrong() {
    const int threads = 256, throws = 200, launches = 2;
    curandState* states;
    unsigned int *hits, total = 0;
    cudaMalloc(&states, threads * sizeof(curandState));
    cudaMalloc(&hits, sizeof *hits);
    cudaMemset(hits, 0, sizeof *hits);
    setup<<<2, threads / 2>>>(states);
    for (int i = 0; i < launches; ++i) throw_darts<<<2, threads / 2>>>(states, throws, hits);
    cudaMemcpy(&total, hits, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(states);
    cudaFree(hits);
    return std::fabs(4.0 * total / (threads * throws * launches) - 3.14159) > 0.03;
}

int main() {
    Row table[rows], *d_table;
    for (int i = 0; i < rows; ++i)
        table[i] = {expected[i].generator, expected[i].seed, expected[i].subsequence,
                    expected[i].offset};
    cudaMalloc(&d_table, sizeof table);
    cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice);
    draw_rows<<<1, 32>>>(d_table, rows);
    cudaMemcpy(table, d_table, sizeof table, cudaMemcpyDeviceToHost);
    cudaFree(d_table);
    int failures = pi_is_wrong();
    for (int i = 0; i < rows; ++i)
        if (!same(table[i], expected[i])) {
            ++failures;
            std::printf("FAILED row %d\n", i);
        }
    uint4 four, *d_four;
    cudaMalloc(&d_four, sizeof four);
    draw_four<<<1, 1>>>(d_four);
    cudaMemcpy(&four, d_four, sizeof four, cudaMemcpyDeviceToHost);
    cudaFree(d_four);
    failures += !(four.x == 727262183u && four.y == 311226061u && four.z == 57572703u &&
                  four.w == 3210548837u);
    std::printf(failures ? "FAILED\n" : "OK\n");
    return failures != 0;
}
