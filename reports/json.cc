// run.json itself: every other format is made from it, and it can be read back.

#include "model/run_json.h"
#include "reports/report.h"

namespace weft::report_formats {

static void write(const Run& run, const TextStyle&, const TextSink& sink) { sink(write_run(run)); }

extern const ReportFormat json = {"The whole run for programs (reports/schema/run.schema.json)",
                                  ".json", write};

}  // namespace weft::report_formats
