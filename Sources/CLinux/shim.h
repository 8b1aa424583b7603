/* What Linux has for waiting and Swift's Glibc module does not include. */
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>

#endif
