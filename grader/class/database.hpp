// A gradebook's file as SQLite has it: statements with parameters, and the schema, which an older
// file is brought up to. What the tables mean is gradebook.hpp's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "class/course.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace grader::classes {

class Database {
  public:
    /// Opens or makes it. Throws ClassError; also where a newer kit wrote it.
    explicit Database(const std::filesystem::path& file);
    Database(const Database&) = delete;
    ~Database();

    /// Throws ClassError, as do statements.
    void execute(const char* sql);
    /// All that `write` does, or nothing of it: what it throws goes on.
    template <class Write>
    void in_transaction(Write write) {
        execute("BEGIN IMMEDIATE");
        try {
            write();
            execute("COMMIT");
        } catch (...) {
            roll_back();
            throw;
        }
    }
    std::int64_t last_id() const;

  private:
    friend class Statement;
    void migrate();
    void roll_back();

    sqlite3* database_ = nullptr;
};

/// A prepared statement: parameters are bound in their order, columns are read in theirs, row by
/// row.
class Statement {
  public:
    Statement(Database& database, const std::string& sql);
    Statement(const Statement&) = delete;
    ~Statement();

    Statement& bind(const std::string& text);
    Statement& bind(std::int64_t value);
    Statement& bind(double value);
    Statement& bind_null();

    /// Whether there is another row.
    bool step();
    std::string text();
    std::int64_t number();
    double real();
    Time time();
    bool is_null() const;

  private:
    void check(int status) const;

    sqlite3* database_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0, column_ = 0;
};

}  // namespace grader::classes
