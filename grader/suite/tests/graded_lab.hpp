// A whole lab, graded with a suite of its own and a program that is right or wrong as requested.
// Suites run inside doctest, so everything is graded before the checks of the results begin.
#pragma once

#include <map>
#include <string>

#include "score/result.hpp"
#include "tests/text_has.hpp"

using grader::score::CaseResult;
using grader::score::CaseStatus;
using grader::score::LabResult;

/// By the variant of the program (program.cpp), and what else was asked for.
extern std::map<std::string, LabResult> results;

/// Of grading on a device for which nothing can be compiled.
extern int asked_for_programs;
extern std::string trouble_of_programs;

const CaseResult& find(const LabResult& lab, const std::string& name);
TextHas says(const CaseResult& result, const std::string& text);
/// The points of rung 1, of 32.
double rung_one(const LabResult& lab);
