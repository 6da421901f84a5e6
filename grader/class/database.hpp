// Access to a gradebook's SQLite file: statements with parameters, and the schema. Older files are
// upgraded. gradebook.hpp defines what the tables mean.
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
    /// Opens or creates the file. Throws ClassError, also if a newer kit wrote it.
    explicit Database(const std::filesystem::path& file);
    Database(const Database&) = delete;
    ~Database();

    /// Throws ClassError, as statements do.
    void execute(const char* sql);
    /// Executes `write` in a transaction, which is rolled back if it throws.
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

/// A prepared statement: parameters are bound in order, and the columns of each row are read in
/// order.
class Statement {
  public:
    Statement(Database& database, const std::string& sql);
    Statement(const Statement&) = delete;
    ~Statement();

    Statement& bind(const std::string& text);
    Statement& bind(std::int64_t value);
    Statement& bind(double value);
    Statement& bind_null();

    /// Moves to the next row; returns false if there is none.
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
