// Bytes as data: substring search, case folding with uchar4, Caesar, CRC-32 with a constant table,
// run-length encoding, palindromes, word count with flags in shared memory.
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

__constant__ unsigned crc_table[256];

__global__ void find(const char* text, int n, const char* word, int m, int* where, int* count) {
    extern __shared__ char needle[];
    for (int i = threadIdx.x; i < m; i += blockDim.x) needle[i] = word[i];
    __syncthreads();
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at > n - m) return;
    for (int i = 0; i < m; i++)
        if (text[at + i] != needle[i]) return;
    where[atomicAdd(count, 1)] = at;
}
__global__ void upper(uchar4* text, int quads) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uchar4 q = text[i];
    auto fold = [](unsigned char c) -> unsigned char { return c >= 'a' && c <= 'z' ? c - 32 : c; };
    q.x = fold(q.x), q.y = fold(q.y), q.z = fold(q.z), q.w = fold(q.w);
    text[i] = q;
}
__global__ void crcs(const unsigned char* data, int record, int records, unsigned* out) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= records) return;
    unsigned c = ~0u;
    for (const unsigned char *p = data + r * record, *end = p + record; p != end; ++p) c = crc_table[(c ^ *p) & 0xff] ^ c >> 8;
    out[r] = ~c;
}
__global__ void words(const char* text, int n, int* total) {
    __shared__ int starts;
    if (threadIdx.x == 0) starts = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool letter = i < n && text[i] != ' ', before = i > 0 && i <= n && text[i - 1] != ' ';
    const unsigned begins = __ballot_sync(~0u, letter && !before);
    if (threadIdx.x % 32 == 0) atomicAdd(&starts, __popc(begins));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(total, starts);
}
// Heads of runs by comparison, their places by a scan in one block.
__global__ void run_lengths(const char* text, int n, char* symbols, int* lengths, int* runs) {
    __shared__ int place[256], head[257];
    const int t = threadIdx.x;
    const bool is_head = t < n && (t == 0 || text[t] != text[t - 1]);
    place[t] = is_head;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        const int add = t >= d ? place[t - d] : 0;
        __syncthreads();
        place[t] += add;
        __syncthreads();
    }
    if (is_head) head[place[t] - 1] = t, symbols[place[t] - 1] = text[t];
    if (t == n - 1) head[place[t]] = n, *runs = place[t];
    __syncthreads();
    if (t < place[n - 1]) lengths[t] = head[t + 1] - head[t];
}

int main() {
    std::string text = "the cat sat on the mat and the dog saw that the cat ate";
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const int n = (int)text.size();
    char *d_text, *d_word;
    int *d_where, *d_count, count = 0, where[16];
    cudaMalloc(&d_text, n), cudaMalloc(&d_word, 8), cudaMalloc(&d_where, sizeof where), cudaMalloc(&d_count, sizeof count);
    cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_word, "the", 3, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof count);
    find<<<2, 32, 3>>>(d_text, n, d_word, 3, d_where, d_count);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaMemcpy(where, d_where, count * sizeof(int), cudaMemcpyDeviceToHost);
    bool ok = count == 4;
    for (int i = 0; i < count; i++) ok = ok && text.compare(where[i], 3, "the") == 0;
    cudaMemset(d_count, 0, sizeof count);
    words<<<1, 64>>>(d_text, n, d_count);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    ok = ok && count == 14;
    upper<<<1, 32>>>(reinterpret_cast<uchar4*>(d_text), n / 4);
    std::vector<char> back(n);
    cudaMemcpy(back.data(), d_text, n, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) ok = ok && back[i] == std::toupper(text[i]);

    unsigned table[256], crc[4], *d_crc;
    for (unsigned i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++) table[i] = table[i] & 1 ? 0xedb88320u ^ table[i] >> 1 : table[i] >> 1;
    }
    cudaMemcpyToSymbol(crc_table, table, sizeof table);
    unsigned char *d_data;
    cudaMalloc(&d_data, 36), cudaMalloc(&d_crc, sizeof crc);
    cudaMemcpy(d_data, "123456789123456789123456780123456789", 36, cudaMemcpyHostToDevice);
    crcs<<<1, 4>>>(d_data, 9, 4, d_crc);
    cudaMemcpy(crc, d_crc, sizeof crc, cudaMemcpyDeviceToHost);
    ok = ok && crc[0] == 0xcbf43926u && crc[1] == crc[0] && crc[2] != crc[0];

    const char* runs = "aaabccddddde";
    char symbols[12], *d_symbols;
    int lengths[12], *d_lengths, total;
    cudaMalloc(&d_symbols, 12), cudaMalloc(&d_lengths, sizeof lengths);
    cudaMemcpy(d_text, runs, 12, cudaMemcpyHostToDevice);
    run_lengths<<<1, 256>>>(d_text, 12, d_symbols, d_lengths, d_count);
    cudaMemcpy(&total, d_count, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(symbols, d_symbols, total, cudaMemcpyDeviceToHost);
    cudaMemcpy(lengths, d_lengths, total * sizeof(int), cudaMemcpyDeviceToHost);
    ok = ok && total == 5 && !strncmp(symbols, "abcde", 5) && lengths[0] == 3 && lengths[3] == 5 && lengths[4] == 1;
    cudaFree(d_text), cudaFree(d_word), cudaFree(d_where), cudaFree(d_count), cudaFree(d_data), cudaFree(d_crc), cudaFree(d_symbols), cudaFree(d_lengths);
    std::puts(ok ? "OK" : "FAILED");
    return !ok;
}
