// Outputs in compute-sanitizer's format, with the details that various versions add.
#include "sanitizer/parse.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace grader;
using sanitizer::parse;

namespace {

const std::vector<std::string> sources{"matvec.cu"};

const std::string out_of_bounds =
    "========= COMPUTE-SANITIZER\n"
    "02-simple-gather: y = Ax + b\n"
    "========= Invalid __global__ read of size 4 bytes\n"
    "=========     at gather_kernel(int, int, float *, const float *)+0x130 in /x/y/matvec.cu:15\n"
    "=========     by thread (67,0,0) in block (0,0,0)\n"
    "=========     Access to 0x7f0c4ec00410 is out of bounds\n"
    "=========     and is 17 bytes after the nearest allocation at 0x7f0c4ec00400 of size 4 bytes\n"
    "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
    "=========         Host Frame: gather(int, int) in main.cpp:8 [0xacd4] in program\n"
    "========= \n"
    "========= Invalid __global__ read of size 4 bytes\n"
    "=========     at gather_kernel(int, int, float *, const float *)+0x130 in /x/y/matvec.cu:15\n"
    "=========     by thread (68,0,0) in block (0,0,0)\n"
    "=========     Access to 0x7f0c4ec00414 is out of bounds\n"
    "=========\n"
    "========= Program hit cudaErrorLaunchFailure (error 719) due to \"unspecified launch "
    "failure\" on CUDA API call to cudaDeviceSynchronize.\n"
    "=========     Saved host backtrace up to driver entry point at error\n"
    "========= ERROR SUMMARY: 3 errors\n";

const std::string race =
    "========= COMPUTE-SANITIZER\n"
    "========= Error: Race reported between Write access at textbook(int, float *)+0x90 in "
    "/x/y/matvec.cu:60\n"
    "=========     and Read access at textbook(int, float *)+0x100 in /x/y/matvec.cu:61 [508 "
    "hazards]\n"
    "=========\n"
    "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n";

}  // namespace

TEST_CASE("an access out of bounds is found with its line, and repetitions are counted") {
    const auto report = parse("memcheck", out_of_bounds, sources);
    CHECK(report.ran);
    CHECK(report.troubles.empty());
    REQUIRE(report.findings.size() == 2);
    const auto& first = report.findings[0];
    CHECK(first.tool == "memcheck");
    CHECK(first.kind == "out_of_bounds");
    CHECK(first.file == "matvec.cu");
    CHECK(first.line == 15);
    CHECK(first.count == 2);
    CHECK(first.message == "Invalid __global__ read of size 4 bytes");
    CHECK(report.findings[1].kind == "api_error");
    CHECK(report.findings[1].file.empty());
}

TEST_CASE("a race is found with the line of its headline") {
    const auto report = parse("racecheck", race, sources);
    CHECK(report.troubles.empty());
    REQUIRE(report.findings.size() == 1);
    CHECK(report.findings[0].kind == "race");
    CHECK(report.findings[0].line == 60);
}

TEST_CASE("every kind of report has the simulator's name") {
    const auto kind = [](const std::string& text) {
        const auto findings = parse("tool", text, sources).findings;
        return findings.size() == 1 ? findings[0].kind : "";
    };
    CHECK(kind("========= Invalid __shared__ write of size 4 bytes\n"
               "=========     at k()+0x50 in matvec.cu:3\n"
               "=========     Address 0x1 is misaligned\n") == "misaligned");
    CHECK(kind("========= Uninitialized __global__ memory read of size 4 bytes\n") ==
          "uninitialized_read");
    CHECK(kind("========= Barrier error detected. Divergent thread(s) in block.\n") ==
          "barrier_divergence");
    CHECK(kind("========= Leaked 1,024 bytes at 0x7ff652400000\n") == "leak");
    CHECK(kind("========= ERROR: Potential WAW hazard detected at __shared__ 0x0 in block "
               "(0,0,0) :\n") == "race");
    CHECK(kind("========= ERROR SUMMARY: 0 errors\n") == "");
}

TEST_CASE("for an access in a header the line in the student's file is named") {
    const auto report = parse("synccheck",
                              "========= Barrier error detected. Invalid arguments\n"
                              "=========     at __cuda_sm70_warpsync+0x30\n"
                              "=========     by thread (0,0,0) in block (0,0,0)\n"
                              "=========     Device Frame:__syncwarp(unsigned int)+0xf0 in "
                              "/usr/local/cuda/include/sm_30_intrinsics.hpp:110\n"
                              "=========     Device Frame:k(int *)+0x3c0 in /x/matvec.cu:48\n",
                              sources);
    REQUIRE(report.findings.size() == 1);
    CHECK(report.findings[0].file == "matvec.cu");
    CHECK(report.findings[0].line == 48);
}

TEST_CASE("host frames are no place of a bug") {
    const auto report = parse("memcheck",
                              "========= Leaked 4 bytes at 0x7f\n"
                              "=========         Host Frame: main in /x/matvec.cu:9 [0x1]\n",
                              sources);
    REQUIRE(report.findings.size() == 1);
    CHECK(report.findings[0].file.empty());
}

TEST_CASE("what the tool itself complains of is trouble, not a finding") {
    const auto report = parse("memcheck",
                              "========= Error: process didn't terminate successfully\n"
                              "========= Internal Sanitizer Error: out of memory\n",
                              sources);
    CHECK(report.findings.empty());
    CHECK(report.troubles ==
          std::vector<std::string>{"memcheck: Error: process didn't terminate successfully",
                                   "memcheck: Internal Sanitizer Error: out of memory"});
}

TEST_CASE("what the program prints is bounded and made harmless, whatever it imitates") {
    std::string flood;
    for (int i = 1; i <= 5000; ++i)
        flood += "========= Invalid __global__ read of size " + std::string(5000, '\x1b') +
                 "\n=========     at k() in \x1b[2J.cu:" + std::to_string(i) + "\n";
    const auto report = parse("memcheck", flood, sources);
    CHECK(report.findings.size() == 100);
    for (const auto& finding : report.findings) {
        CHECK(finding.message.size() < 1000);
        CHECK(finding.message.find('\x1b') == std::string::npos);
        CHECK(finding.file.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("any bytes are read, never worse") {
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round) {
        auto text = round % 2 ? out_of_bounds : race;
        for (int i = 0; i < 20; ++i) text[random() % text.size()] = static_cast<char>(random());
        text.resize(random() % (text.size() + 1));
        for (const auto& finding : parse("memcheck", text, sources).findings) {
            CHECK(finding.line >= 0);
            CHECK(finding.file.find('/') == std::string::npos);
        }
    }
}
