// Catch2, whichever version is there: Debian 12 ships 2.13 (one header), newer systems 3.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
