// A session with a program that misbehaves in every way: each misdeed gets its verdict, and the
// next call works again.
#include "suite/calls/session.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <utility>

#include "suite/starter.hpp"
#include "suite/tests/test_program.hpp"

using namespace grader;
using namespace grader::suite;
using namespace std::chrono_literals;
using VerdictKind = Verdict::Kind;

namespace {

Session make_session(std::chrono::milliseconds limit = 5s,
                     std::shared_ptr<UsedUp> used_up = std::make_shared<UsedUp>()) {
    Request request;
    request.program = SUITE_TEST_PROGRAM;
    request.device = "well_behaved";
    request.sandbox = sandbox::Sandbox::best(true).kind();
    return Session(simulator_starter(request), "forward", limit, {}, std::move(used_up));
}

Call matvec_call(int n = 2) {
    Call call("matvec");
    call.size("n", n).size("m", 1);
    call.input("A", std::vector<float>(n, 2)).input("x", std::vector<float>{3});
    call.input("b", std::vector<float>(n, 1)).output<float>("y", n);
    return call;
}

Verdict verdict_on(Session& session, const std::string& deed) {
    auto result = session.call(Call(deed));
    REQUIRE(std::holds_alternative<Verdict>(result));
    return std::get<Verdict>(result);
}

Answer answer_to(Session& session, const Call& call) {
    auto result = session.call(call);
    if (const auto* verdict = std::get_if<Verdict>(&result)) FAIL(verdict->message);
    return std::get<Answer>(result);
}

void check_still_works(Session& session) {
    CHECK(answer_to(session, matvec_call()).output<float>("y") == std::vector<float>{7, 7});
}

}  // namespace

TEST_CASE("an answer contains the outputs, the inputs after the call, and no findings") {
    Session session = make_session();
    const Answer answer = answer_to(session, matvec_call());
    CHECK(answer.output<float>("y") == std::vector<float>{7, 7});
    const std::vector<float> x{3};
    CHECK(answer.left_unchanged("x", std::as_bytes(std::span(x))));
    CHECK(answer.findings().empty());
    CHECK(answer.error() == "cudaSuccess");
}

TEST_CASE("what the program draws itself is neither sent nor brought back") {
    Session session = make_session();
    Call call("tell_pid");
    call.drawn("A", 1'000'000, 3, 1'000'000).output<float>("y", 2).batch(7, 1);
    CHECK(answer_to(session, call).output<float>("y").size() == 2);
    CHECK_FALSE(answer_to(session, call).has_echo("A"));
}

TEST_CASE("a batch of no runs brings nothing back, so that it costs no more than its inputs") {
    Session session = make_session();
    Call call("tell_pid");
    call.output<float>("y", 2).batch(7, 0);
    CHECK_THROWS_AS(answer_to(session, call).output<float>("y"), std::logic_error);
}

TEST_CASE("an output of another type or name is the suite's mistake") {
    Session session = make_session();
    const Answer answer = answer_to(session, matvec_call());
    CHECK_THROWS_AS(answer.output<double>("y"), std::logic_error);
    CHECK_THROWS_AS(answer.output<float>("z"), std::logic_error);
}

TEST_CASE("outputs nobody writes hold the pattern") {
    Session session = make_session();
    Call call("do_nothing");
    call.output<std::uint32_t>("y", 3);
    CHECK(answer_to(session, call).output<std::uint32_t>("y") ==
          std::vector<std::uint32_t>(3, runner::poison_word));
}

TEST_CASE("a program lives from call to call until CUDA reports an error") {
    Session session = make_session();
    const auto first = answer_to(session, Call("tell_pid")).result();
    CHECK(answer_to(session, Call("tell_pid")).result() == first);
    CHECK(answer_to(session, Call("fail")).error() == "cudaErrorIllegalAddress");
    check_still_works(session);
}

TEST_CASE("each misdeed has its verdict, and the next call works") {
    Session session = make_session();
    const std::vector<std::pair<std::string, VerdictKind>> deeds{
        {"crash", VerdictKind::crashed},
        {"exit_early", VerdictKind::ended},
        {"hang_up", VerdictKind::garbage},
        {"answer_nonsense", VerdictKind::garbage},
        {"answer_with_flood", VerdictKind::garbage},
        {"answer_another_call", VerdictKind::garbage},
        {"leave_no_records", VerdictKind::garbage},
        {"leave_bad_records", VerdictKind::garbage},
        {"leave_impossible_length", VerdictKind::garbage},
    };
    for (const auto& [deed, kind] : deeds) {
        CAPTURE(deed);
        const Verdict verdict = verdict_on(session, deed);
        CAPTURE(verdict.message);
        CHECK(verdict.kind == kind);
        CHECK_FALSE(verdict.message.empty());
        check_still_works(session);
    }
}

TEST_CASE("a program that somebody kills has no verdict: that is the grader's trouble") {
    Session session = make_session();
    CHECK_THROWS_AS(session.call(Call("be_killed")), SessionError);
}

TEST_CASE("a program that cannot be started is the grader's trouble") {
    Session session([](const std::string&, int) -> Started { throw sandbox::SandboxError("no"); },
                    "forward", 5s);
    CHECK_THROWS_AS(session.call(matvec_call()), SessionError);
}

TEST_CASE("a flood of output ends the call, not the grader") {
    Session session = make_session();
    const Verdict verdict = verdict_on(session, "flood_stdout");
    CHECK(verdict.message.find("printed more than allowed") != std::string::npos);
    check_still_works(session);
}

TEST_CASE("an endless loop is waited for once") {
    Session session = make_session(200ms);
    CHECK(verdict_on(session, "loop_forever").message ==
          "no answer within 0.2 s: an endless loop, or far too much work");
    CHECK(verdict_on(session, "loop_forever").message ==
          "not called again: it ran out of time before");
    check_still_works(session);
}

TEST_CASE("a function that ran out of time is not called in another session, either") {
    const auto used_up = std::make_shared<UsedUp>();
    Session first = make_session(200ms, used_up), second = make_session(200ms, used_up);
    verdict_on(first, "loop_forever");
    CHECK(verdict_on(second, "loop_forever").message ==
          "not called again: it ran out of time before");
    check_still_works(second);
}

TEST_CASE("a call can be given up while its answer is awaited") {
    Session session = make_session();
    session.begin(Call("loop_forever"), SharedMemory({}, SharedMemory::Program::reads));
    session.give_up();
    check_still_works(session);
}

TEST_CASE("a function whose launch does not end is called once") {
    Session session = make_session();
    CHECK(answer_to(session, Call("launch_without_end")).findings().size() == 1);
    CHECK(verdict_on(session, "launch_without_end").message ==
          "not called again: a launch did not end before");
    check_still_works(session);
}

TEST_CASE("a program that the simulator stops, since it shows no end, ran out of time") {
    Session session = make_session();
    const Verdict verdict = verdict_on(session, "be_stopped");
    CHECK(verdict.kind == VerdictKind::out_of_time);
    CHECK(verdict.message == "no end in sight: an endless loop, or far too much work");
    REQUIRE(verdict.findings.size() == 1);
    CHECK(verdict.findings[0].kind == "livelock");
}

TEST_CASE("a function that takes all memory is called once") {
    Session session = make_session();
    const Verdict first = verdict_on(session, "take_all_memory");
    CHECK(first.kind == VerdictKind::out_of_memory);
    CHECK(first.message == "the program stopped: used more memory than allowed");
    CHECK(verdict_on(session, "take_all_memory").message ==
          "not called again: it used more memory than allowed before");
    check_still_works(session);
}

TEST_CASE("what a program found before it crashed is not lost") {
    Session session = make_session();
    const Verdict verdict = verdict_on(session, "crash_with_last_words");
    REQUIRE(verdict.findings.size() == 1);
    CHECK(verdict.findings[0].kind == "race");
    CHECK(verdict.findings[0].line == 7);
}

TEST_CASE("a program whose time is up says where it is") {
    Session session = make_session(200ms);
    const Verdict verdict = verdict_on(session, "loop_with_last_words");
    CHECK(verdict.message == "no answer within 0.2 s: an endless loop, or far too much work");
    REQUIRE(verdict.findings.size() == 1);
    CHECK(verdict.findings[0].line == 7);
}

TEST_CASE("an exception is an answer") {
    Session session = make_session();
    CHECK(answer_to(session, Call("throw")).thrown() == "lab.cu:3: cudaMalloc: out of memory");
}

TEST_CASE("inputs cannot be written, and no memory resized, by the program") {
    Session session = make_session();
    Call call("break_seals");
    call.input("A", std::vector<float>(100)).output<float>("y", 100);
    answer_to(session, call);
}

TEST_CASE("what the program prints is kept for the log") {
    Session session = make_session();
    answer_to(session, Call("print"));
    CHECK(session.take_output() == "hello from the student\n");
}
