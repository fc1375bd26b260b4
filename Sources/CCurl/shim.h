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
#include <sys/socket.h>

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

/// Opens the library and looks up its functions. Returns false if the library is missing or older than 7.68.
///
/// Must not be called by two threads at once. The library is never closed: its threads that resolve host names may outlive
/// every transfer.
static inline bool curl_library_open(struct curl_library *library) {
#ifdef __APPLE__
  static const char *const names[] = {"/usr/lib/libcurl.4.dylib"};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    void *handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    bool is_complete = handle != NULL;
#define CURL_FIND(name) \
    is_complete = is_complete && (*(void **)&library->name = dlsym(handle, #name)) != NULL;
    CURL_FUNCTIONS(CURL_FIND)
#undef CURL_FIND
    if (is_complete) return library->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  }
  return false;
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

static inline curl_socket_t curl_open_private_socket(
    void *client, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)client, (void)purpose;
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  curl_socket_t opened = socket(address->family, address->socktype, address->protocol);
  if (opened >= 0) fcntl(opened, F_SETFD, FD_CLOEXEC);
  return opened;
#endif
}

/// Makes sockets close-on-exec, which libcurl itself does not. A program that this process starts would otherwise keep a
/// connection open after its transfer was cancelled.
static inline CURLcode curl_set_private_sockets(const struct curl_library *library, CURL *easy) {
  return library->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, curl_open_private_socket);
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
