// Loading a backend module; see backend.h.

#include "backend/backend.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace weft {

Result<std::string> backend_folder(const std::string& program) {
  const fs::path folder = fs::path(program).parent_path();
  for (const fs::path& candidate : {folder / "lib/weft", folder / "../lib/weft"}) {
    std::error_code error;
    if (fs::is_directory(candidate, error)) return candidate.lexically_normal().string();
  }
  return fail(fmt::format("no folder of backend modules beside {}: looked for {} and {}", program,
                          (folder / "lib/weft").string(), (folder / "../lib/weft").string()),
              "build or install weft again");
}

// The function that the module exports.
static Result<void*> find_in_module(const std::string& program, const std::string& name,
                                    const char* function) {
  WEFT_TRY(const std::string folder, backend_folder(program));
  const std::string path = fmt::format("{}/backend_{}.so", folder, name);
  std::error_code error;
  if (!fs::exists(path, error))
    return fail(
        fmt::format("this weft was built without its {} backend: there is no {}", name, path),
        "cmake says at its end which library is missing");
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr)
    return fail(fmt::format("cannot load the {} backend: {}", name, ::dlerror()));
  void* found = ::dlsym(module, function);
  if (found == nullptr) return fail(fmt::format("{} is no backend of weft: {}", path, ::dlerror()));
  return found;
}

Result<std::unique_ptr<Backend>> load_backend(const std::string& program, const std::string& name) {
  WEFT_TRY(void* const open, find_in_module(program, name, "weft_backend"));
  return reinterpret_cast<OpenBackend*>(open)();
}

Result<std::unique_ptr<VerbsDevice>> load_verbs(const std::string& program, const VerbsPort& port) {
  WEFT_TRY(void* const open, find_in_module(program, "verbs", "weft_verbs"));
  return reinterpret_cast<OpenVerbs*>(open)(port);
}

}  // namespace weft
