// See verbs_device.h.

#include "backend/verbs_device.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace weft::verbs {
namespace {

struct Registered {
  std::shared_ptr<Device> device;  // outlives what is registered with it
  ibv_mr* region;
  ~Registered() { ibv_dereg_mr(region); }
};

ibv_context* open_by_name(const std::string& name) {
  int count = 0;
  ibv_device** const list = ibv_get_device_list(&count);
  ibv_context* context = nullptr;
  for (int i = 0; list != nullptr && i < count; ++i)
    if (name == ibv_get_device_name(list[i])) context = ibv_open_device(list[i]);
  if (list != nullptr) ibv_free_device_list(list);
  return context;
}

}  // namespace

Failure call_failed(const std::string& what, int number, std::string hint) {
  return fail(fmt::format("{}: {}", what, errno_text(number)), std::move(hint));
}

std::string gid_text(const ibv_gid& gid) {
  char text[INET6_ADDRSTRLEN] = "";
  constexpr unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (std::memcmp(gid.raw, mapped, sizeof mapped) == 0)
    inet_ntop(AF_INET, gid.raw + 12, text, sizeof text);
  else
    inet_ntop(AF_INET6, gid.raw, text, sizeof text);
  return text;
}

Result<std::shared_ptr<Device>> Device::open(const VerbsPort& port) {
  std::shared_ptr<Device> device(new Device);
  device->port_ = port;
  device->context_ = open_by_name(port.device);
  if (device->context_ == nullptr)
    return call_failed(fmt::format("cannot open the RDMA device {}", port.device), errno,
                       "see that /dev/infiniband/uverbs* may be used and that its library "
                       "(ibverbs-providers) is installed");
  ibv_context* const context = device->context_;
  const int flags = ::fcntl(context->async_fd, F_GETFL);
  if (::fcntl(context->async_fd, F_SETFL, flags | O_NONBLOCK) != 0)
    return call_failed("cannot listen to " + port.device, errno);
  if (const int code = ibv_query_device(context, &device->limits_); code != 0)
    return call_failed("cannot ask " + port.device, code);
  if (const int code = ibv_query_port(context, port.port, &device->attributes_); code != 0)
    return call_failed(fmt::format("{} has no port {}", port.device, port.port), code);
  if (device->attributes_.state != IBV_PORT_ACTIVE)
    return fail(fmt::format("port {} of {} is not active: {}", port.port, port.device,
                            ibv_port_state_str(device->attributes_.state)),
                "see its link");
  if (ibv_query_gid(context, port.port, port.gid_index, &device->gid_) != 0)
    return call_failed(fmt::format("{} has no GID {}", port.device, port.gid_index), errno);
  device->domain_ = ibv_alloc_pd(context);
  if (device->domain_ == nullptr)
    return call_failed("no protection domain on " + port.device, errno);
  return device;
}

Device::~Device() {
  if (domain_ != nullptr) ibv_dealloc_pd(domain_);
  if (context_ != nullptr) ibv_close_device(context_);
}

Result<ibv_mr*> Device::registration(Memory& memory) {
  if (const auto* kept = static_cast<Registered*>(memory.registration.get());
      kept != nullptr && kept->device.get() == this)
    return kept->region;
  const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
                     IBV_ACCESS_RELAXED_ORDERING;
  ibv_mr* const region = ibv_reg_mr(domain_, memory.data(), memory.size(), access);
  if (region == nullptr)
    return call_failed(fmt::format("cannot register {} bytes with {}", memory.size(), port_.device),
                       errno, "`ulimit -l` must allow as much locked memory");
  memory.registration = std::shared_ptr<Registered>(new Registered{shared_from_this(), region});
  return region;
}

std::vector<std::string> Device::events() {
  std::vector<std::string> out;
  ibv_async_event event;
  while (out.size() < 64 && ibv_get_async_event(context_, &event) == 0) {
    const bool of_port = event.event_type == IBV_EVENT_PORT_ACTIVE ||
                         event.event_type == IBV_EVENT_PORT_ERR ||
                         event.event_type == IBV_EVENT_GID_CHANGE;
    const bool ours = of_port && event.element.port_num == port_.port;
    if ((ours && event.event_type == IBV_EVENT_PORT_ERR) ||
        event.event_type == IBV_EVENT_DEVICE_FATAL)
      lost_ = true;
    else if (ours && event.event_type == IBV_EVENT_PORT_ACTIVE)
      lost_ = false;
    const std::string where = of_port ? fmt::format(" port {}", event.element.port_num) : "";
    out.push_back(
        fmt::format("{}{}: {}", port_.device, where, ibv_event_type_str(event.event_type)));
    ibv_ack_async_event(&event);
  }
  return out;
}

}  // namespace weft::verbs
