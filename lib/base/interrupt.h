// Ctrl-C and its kin (SIGINT, SIGTERM, SIGHUP) as something that can be polled: the program ends
// what it started and leaves its files readable.
#pragma once

namespace weft::interrupt {

void install();  // once, in main's thread, before others are started
bool raised();
int fd();  // readable once raised; -1 before install()

}  // namespace weft::interrupt
