// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <limits>
#include <map>

#include "storage.hpp"

namespace rosbag2_cpp {
namespace {

constexpr int kMessagesPerTransaction = 200;
constexpr std::size_t kBytesPerTransaction = 8 << 20;

class Database {
 public:
  Database(const std::string& file, int flags) : file_(file) {
    if (sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr) != SQLITE_OK) fail("cannot open");
  }
  ~Database() { sqlite3_close_v2(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql) const {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("'" + file_ + "': " + what + ": " + sqlite3_errmsg(handle_));
  }
  [[nodiscard]] sqlite3* handle() const { return handle_; }

 private:
  std::string file_;
  sqlite3* handle_{nullptr};
};

class Statement {
 public:
  Statement(const Database& database, const std::string& sql) : database_(database) {
    if (sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK) {
      database.fail(sql);
    }
  }
  ~Statement() { sqlite3_finalize(handle_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(int at, std::int64_t value) {
    sqlite3_bind_int64(handle_, at, value);
    return *this;
  }
  Statement& bind(int at, const std::string& value) {
    sqlite3_bind_text(handle_, at, value.c_str(), -1, SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(int at, std::span<const std::uint8_t> value) {
    sqlite3_bind_blob64(handle_, at, value.data(), value.size(), SQLITE_STATIC);
    return *this;
  }
  /// True while there is a row.
  bool step() {
    const int code = sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail("cannot read or write");
    return code == SQLITE_ROW;
  }
  void run() {
    step();
    sqlite3_reset(handle_);
  }
  [[nodiscard]] std::int64_t number(int column) const {
    return sqlite3_column_int64(handle_, column);
  }
  [[nodiscard]] std::string text(int column) const {
    const auto* raw = sqlite3_column_text(handle_, column);
    return raw == nullptr ? "" : reinterpret_cast<const char*>(raw);
  }
  [[nodiscard]] std::vector<std::uint8_t> blob(int column) const {
    const auto* raw = static_cast<const std::uint8_t*>(sqlite3_column_blob(handle_, column));
    const int size = sqlite3_column_bytes(handle_, column);
    return raw == nullptr ? std::vector<std::uint8_t>()
                          : std::vector<std::uint8_t>(raw, raw + size);
  }

 private:
  const Database& database_;
  sqlite3_stmt* handle_{nullptr};
};

class SqliteFile final : public StoredFile {
 public:
  explicit SqliteFile(const std::string& file) : database_(file, SQLITE_OPEN_READONLY) {
    Statement columns(database_, "SELECT name FROM pragma_table_info('topics')");
    std::set<std::string> names;
    while (columns.step()) names.insert(columns.text(0));
    if (names.count("name") == 0) {
      throw std::runtime_error("'" + file + "' is not a bag: it has no table 'topics'");
    }
    // Schema 1 has no QoS, schemas before 4 no hash.
    const std::string qos =
        names.count("offered_qos_profiles") != 0 ? "offered_qos_profiles" : "''";
    const std::string hash =
        names.count("type_description_hash") != 0 ? "type_description_hash" : "''";
    Statement rows(database_, "SELECT id, name, type, serialization_format, " + qos + ", " + hash +
                                  " FROM topics ORDER BY id");
    while (rows.step()) {
      auto& topic = topics_[rows.number(0)].topic_metadata;
      topic = {rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.text(5)};
    }
    Statement counts(database_, "SELECT topic_id, COUNT(*) FROM messages GROUP BY topic_id");
    while (counts.step()) {
      topics_[counts.number(0)].message_count = static_cast<std::size_t>(counts.number(1));
    }
    restart({}, std::numeric_limits<std::int64_t>::min());
  }

  std::vector<rosbag2_storage::TopicInformation> topics() override {
    std::vector<rosbag2_storage::TopicInformation> all;
    for (const auto& [id, topic] : topics_) all.push_back(topic);
    return all;
  }

  std::pair<std::int64_t, std::int64_t> time_range() override {
    Statement range(database_, "SELECT MIN(timestamp), MAX(timestamp), COUNT(*) FROM messages");
    range.step();
    if (range.number(2) == 0) {
      return {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    }
    return {range.number(0), range.number(1)};
  }

  void restart(const std::set<std::string>& topics, std::int64_t from) override {
    std::string wanted;
    for (const auto& [id, topic] : topics_) {
      if (topics.empty() || topics.count(topic.topic_metadata.name) != 0) {
        if (!wanted.empty()) wanted += ',';
        wanted += std::to_string(id);
      }
    }
    rows_ = std::make_unique<Statement>(
        database_,
        "SELECT topic_id, timestamp, data FROM messages WHERE timestamp >= ? AND "
        "topic_id IN (" +
            wanted + ") ORDER BY timestamp, id");
    rows_->bind(1, from);
  }

  MessagePtr next() override {
    if (!rows_->step()) return nullptr;
    auto message = std::make_shared<Message>();
    message->topic_name = topics_.at(rows_->number(0)).topic_metadata.name;
    message->time_stamp = message->send_timestamp = rows_->number(1);
    message->serialized_data = own_bytes(rows_->blob(2));
    return message;
  }

 private:
  Database database_;
  std::map<std::int64_t, rosbag2_storage::TopicInformation> topics_;
  std::unique_ptr<Statement> rows_;
};

class SqliteWriter final : public NewFile {
 public:
  explicit SqliteWriter(const std::string& file)
      : database_(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) {
    // With the write-ahead log a killed recorder leaves every committed message readable.
    database_.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
    database_.run(
        "CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);"
        "CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL, "
        "metadata TEXT NOT NULL);"
        "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, "
        "serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL, "
        "type_description_hash TEXT NOT NULL);"
        "CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL, "
        "encoding TEXT NOT NULL, encoded_message_definition TEXT NOT NULL, "
        "type_description_hash TEXT NOT NULL);"
        "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, "
        "timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
        "CREATE INDEX timestamp_idx ON messages (timestamp ASC);"
        "INSERT INTO schema VALUES(4, '');");
    insert_ = std::make_unique<Statement>(
        database_, "INSERT INTO messages(topic_id, timestamp, data) VALUES(?, ?, ?)");
  }

  void add_topic(const rosbag2_storage::TopicMetadata& topic,
                 const std::string& definition) override {
    if (topics_.count(topic.name) != 0) return;
    const auto id = static_cast<std::int64_t>(topics_.size() + 1);
    topics_[topic.name] = id;
    Statement(database_, "INSERT INTO topics VALUES(?, ?, ?, ?, ?, ?)")
        .bind(1, id)
        .bind(2, topic.name)
        .bind(3, topic.type)
        .bind(4, topic.serialization_format)
        .bind(5, topic.offered_qos_profiles)
        .bind(6, topic.type_description_hash)
        .run();
    Statement(database_,
              "INSERT INTO message_definitions(topic_type, encoding, encoded_message_definition, "
              "type_description_hash) VALUES(?, ?, ?, ?)")
        .bind(1, topic.type)
        .bind(2, definition.empty() ? "unknown" : "ros2msg")
        .bind(3, definition)
        .bind(4, topic.type_description_hash)
        .run();
  }

  void write(const std::string& topic, std::int64_t received, std::int64_t,
             std::span<const std::uint8_t> data) override {
    if (pending_ == 0) database_.run("BEGIN");
    insert_->bind(1, topics_.at(topic)).bind(2, received).bind(3, data).run();
    ++pending_;
    pending_bytes_ += data.size();
    size_ += data.size();
    if (pending_ >= kMessagesPerTransaction || pending_bytes_ >= kBytesPerTransaction) commit();
  }

  std::uint64_t size() const override { return size_; }

  void finish(const std::string& metadata_yaml) override {
    commit();
    Statement(database_, "INSERT INTO metadata(metadata_version, metadata) VALUES(9, ?)")
        .bind(1, metadata_yaml)
        .run();
    insert_.reset();
    database_.run("PRAGMA journal_mode=DELETE;");  // leaves one file that can be copied
  }

 private:
  void commit() {
    if (pending_ > 0) database_.run("COMMIT");
    pending_ = 0;
    pending_bytes_ = 0;
  }

  Database database_;
  std::map<std::string, std::int64_t> topics_;
  std::unique_ptr<Statement> insert_;
  int pending_{0};
  std::size_t pending_bytes_{0};
  std::uint64_t size_{0};
};

}  // namespace

std::unique_ptr<StoredFile> open_sqlite(const std::string& file) {
  return std::make_unique<SqliteFile>(file);
}

std::unique_ptr<NewFile> create_sqlite(const std::string& file) {
  return std::make_unique<SqliteWriter>(file);
}

std::shared_ptr<rcutils_uint8_array_t> own_bytes(std::vector<std::uint8_t> bytes) {
  struct Owned {
    std::vector<std::uint8_t> bytes;
    rcutils_uint8_array_t array{};
  };
  auto owned = std::make_shared<Owned>();
  owned->bytes = std::move(bytes);
  owned->array.buffer = owned->bytes.data();
  owned->array.buffer_length = owned->array.buffer_capacity = owned->bytes.size();
  return {owned, &owned->array};
}

}  // namespace rosbag2_cpp
