// The whole document: what was asked, what was seen, what it means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "model/finding.h"
#include "model/judgement.h"
#include "model/layout.h"
#include "model/step_record.h"

namespace weft {

// What a fabric can do and what it is, as data. Steps that need what is not there are `skip`.
struct FabricInfo {
  std::string kind = "cluster";  // "cluster", "lab", "twin"
  std::string headline;          // the report's first line about it, a full sentence
  std::int64_t hosts = 0, endpoints = 0;
  bool shares_cores = false;  // more workers than cores on some host
  bool rdma = false, cuda = false, pfc = false, qos_counters = false, can_disrupt = false;

  static constexpr auto fields() {
    return std::tuple{field("kind", &FabricInfo::kind),
                      field("headline", &FabricInfo::headline),
                      field("hosts", &FabricInfo::hosts),
                      field("endpoints", &FabricInfo::endpoints),
                      defaulted("shares_cores", &FabricInfo::shares_cores),
                      defaulted("rdma", &FabricInfo::rdma),
                      defaulted("cuda", &FabricInfo::cuda),
                      defaulted("pfc", &FabricInfo::pfc),
                      defaulted("qos_counters", &FabricInfo::qos_counters),
                      defaulted("can_disrupt", &FabricInfo::can_disrupt)};
  }
};

// One matrix of pairs, columnar: row = sender, column = receiver; -1 where nothing was measured.
// Little-endian float32 in base64, rows one after the other.
struct Matrix {
  std::string step;
  Bytes size;
  std::string unit;
  std::int64_t rows = 0;
  std::string data;  // base64

  static constexpr auto fields() {
    return std::tuple{field("step", &Matrix::step), field("size_bytes", &Matrix::size),
                      field("unit", &Matrix::unit), field("rows", &Matrix::rows),
                      field("float32_base64", &Matrix::data)};
  }
};

struct Run {
  std::string schema = "1.0";  // major.minor
  std::string tool_version;
  std::string suite;
  std::string suite_title;
  std::uint64_t seed = 1;
  std::string plan_digest;  // crc32 of plan.json, hexadecimal
  Instant started;
  std::optional<Instant> ended;
  bool complete = false;  // false after Ctrl-C or a crash: `--resume` continues it
  Verdict verdict = Verdict::unknown;
  std::string summary;  // one sentence
  FabricInfo fabric;
  Layout layout;
  std::vector<std::string> set_aside;  // endpoints or hosts left out on the way, and why
  std::vector<Finding> findings;
  std::vector<Judgement> judgements;
  std::vector<Suspect> suspects;
  std::vector<Gap> gaps;
  std::vector<StepRecord> steps;
  std::vector<Matrix> matrices;
  Extra extra;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Run::schema, "major.minor of this document"),
                      field("tool_version", &Run::tool_version),
                      field("suite", &Run::suite),
                      defaulted("suite_title", &Run::suite_title),
                      field("seed", &Run::seed),
                      defaulted("plan_digest", &Run::plan_digest),
                      field("started_at", &Run::started),
                      field("ended_at", &Run::ended),
                      field("complete", &Run::complete),
                      field("verdict", &Run::verdict),
                      field("summary", &Run::summary),
                      field("fabric", &Run::fabric),
                      field("layout", &Run::layout),
                      defaulted("set_aside", &Run::set_aside),
                      defaulted("findings", &Run::findings),
                      defaulted("judgements", &Run::judgements),
                      defaulted("suspects", &Run::suspects),
                      defaulted("gaps", &Run::gaps),
                      defaulted("steps", &Run::steps),
                      defaulted("matrices", &Run::matrices)};
  }
};

}  // namespace weft
