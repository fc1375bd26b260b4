// libcurl's declarations without libcurl: the library is opened on first use instead of being linked. If it were linked,
// its thirty libraries would cost every start of the program 6 ms and 7 MB, even if no online catalog is ever used.
#pragma once
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "addresses.h"

#define CURL_FUNCTIONS(each) \
  each(curl_global_init) each(curl_easy_init) each(curl_easy_setopt) each(curl_easy_getinfo) \
  each(curl_easy_cleanup) each(curl_easy_strerror) each(curl_slist_append) each(curl_slist_free_all) \
  each(curl_multi_init) each(curl_multi_setopt) each(curl_multi_add_handle) each(curl_multi_remove_handle) \
  each(curl_multi_perform) each(curl_multi_info_read) each(curl_multi_poll) each(curl_multi_wakeup) \
  each(curl_multi_cleanup) each(curl_url) each(curl_url_set) each(curl_url_get) \
  each(curl_url_cleanup) each(curl_free)

/// The functions of libcurl that are used. Those with variable arguments are called through the wrappers below.
struct curl_library {
#define CURL_FIELD(name) __typeof__(name) *name;
  CURL_FUNCTIONS(CURL_FIELD)
#undef CURL_FIELD
};

/// The result of opening the library.
enum curl_library_state {
  CURL_LIBRARY_OPEN,
  /// It cannot be loaded. The reason is a message of dlerror(3).
  CURL_LIBRARY_MISSING,
  /// It lacks a function, because it is older than 7.68. The reason is its version.
  CURL_LIBRARY_TOO_OLD,
  /// It cannot be initialized.
  CURL_LIBRARY_FAILED,
};

/// Opens the library and looks up its functions.
///
/// Must not be called by two threads at once. The library is never closed: its threads that resolve host names may outlive
/// every transfer.
///
/// `reason` receives the reason of a failure, cut to `size` bytes; may be empty.
static inline enum curl_library_state curl_library_open(struct curl_library *library, char *reason, size_t size) {
#ifdef __APPLE__
  static const char *const names[] = {"/usr/lib/libcurl.4.dylib"};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
  enum curl_library_state state = CURL_LIBRARY_MISSING;
  reason[0] = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
      const char *error = dlerror();
      if (reason[0] == 0 && error != NULL) snprintf(reason, size, "%s", error);
      continue;
    }
    bool is_complete = true;
#define CURL_FIND(name) \
    is_complete = is_complete && (*(void **)&library->name = dlsym(handle, #name)) != NULL;
    CURL_FUNCTIONS(CURL_FIND)
#undef CURL_FIND
    if (is_complete) {
      return library->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? CURL_LIBRARY_OPEN : CURL_LIBRARY_FAILED;
    }
    char *(*version)(void) = (char *(*)(void))dlsym(handle, "curl_version");
    state = CURL_LIBRARY_TOO_OLD;
    // The version comes first: "libcurl/7.58.0 OpenSSL/1.1.1".
    snprintf(reason, size, "%s", version != NULL ? version() : names[i]);
    if (strchr(reason, ' ') != NULL) *strchr(reason, ' ') = 0;
  }
  return state;
}

// Swift cannot call functions with variable arguments; there is one typed wrapper per kind of argument.

static inline CURLcode curl_set_long(
    const struct curl_library *library, CURL *easy, CURLoption option, long value) {
  return library->curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_offset(
    const struct curl_library *library, CURL *easy, CURLoption option, curl_off_t value) {
  return library->curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_pointer(
    const struct curl_library *library, CURL *easy, CURLoption option, const void *value) {
  return library->curl_easy_setopt(easy, option, value);
}

/// For `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`.
static inline CURLcode curl_set_callback(
    const struct curl_library *library, CURL *easy, CURLoption option, curl_write_callback value) {
  return library->curl_easy_setopt(easy, option, value);
}

/// Restricts the handle to HTTP and HTTPS, so that a server cannot redirect it to a file or to another protocol.
static inline CURLcode curl_set_http_only(const struct curl_library *library, CURL *easy) {
  // The oldest supported libcurl does not have its successor, CURLOPT_PROTOCOLS_STR.
  return library->curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

/// Keeps the removal of a transfer from waiting for the thread that resolves its host name; that thread frees its own
/// memory. CURLOPT_QUICK_EXIT: libcurl before 7.87 ignores it.
static inline void curl_set_quick_exit(const struct curl_library *library, CURL *easy) {
  const CURLoption quick_exit = (CURLoption)(CURLOPTTYPE_LONG + 322);
  library->curl_easy_setopt(easy, quick_exit, 1L);
}

/// Closes idle connections that are older than this, in seconds, instead of reusing them. CURLOPT_MAXLIFETIME_CONN:
/// libcurl before 7.80 ignores it.
static inline void curl_set_maximum_connection_age(const struct curl_library *library, CURL *easy, long seconds) {
  const CURLoption maximum_lifetime = (CURLoption)(CURLOPTTYPE_LONG + 314);
  library->curl_easy_setopt(easy, maximum_lifetime, seconds);
}

/// Opens a socket that is close-on-exec, which libcurl itself does not. A program that this process starts would otherwise
/// keep a connection open after its transfer was cancelled.
static inline curl_socket_t curl_open_private_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  curl_socket_t opened = socket(address->family, address->socktype, address->protocol);
  if (opened >= 0) fcntl(opened, F_SETFD, FD_CLOEXEC);
  return opened;
#endif
}

/// Sets the functions that open and close sockets, and the pointer that they get.
static inline void curl_set_sockets(
    const struct curl_library *library, CURL *easy, curl_opensocket_callback open, curl_closesocket_callback close,
    void *sockets) {
  library->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
  library->curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, sockets);
  library->curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  library->curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, sockets);
}

/// Sets the function that is called all the time during a transfer, and the pointer that it gets. Any result but 0 aborts
/// the transfer.
static inline void curl_set_progress(
    const struct curl_library *library, CURL *easy, curl_xferinfo_callback progress, void *client) {
  library->curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress);
  library->curl_easy_setopt(easy, CURLOPT_XFERINFODATA, client);
  library->curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}

/// Whether libcurl is about to connect to an address of the public internet.
static inline bool curl_is_public(const struct curl_sockaddr *address) { return is_public_address(&address->addr); }

/// Replaces the function that opens sockets, which gets each address before libcurl connects to it.
static inline CURLcode curl_set_socket_callback(
    const struct curl_library *library, CURL *easy, curl_opensocket_callback value, void *client) {
  library->curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, client);
  return library->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode curl_get_long(
    const struct curl_library *library, CURL *easy, CURLINFO info, long *value) {
  return library->curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_get_text(
    const struct curl_library *library, CURL *easy, CURLINFO info, const char **value) {
  return library->curl_easy_getinfo(easy, info, (char **)value);
}

static inline CURLMcode curl_multi_set_long(
    const struct curl_library *library, CURLM *multi, CURLMoption option, long value) {
  return library->curl_multi_setopt(multi, option, value);
}
