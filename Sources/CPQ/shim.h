// libpq's functions without libpq: the library is opened when a database is configured, and neither its headers nor the
// library are needed to build and to run the rest. The declarations are those of libpq.so.5, whose binary interface has
// been stable since PostgreSQL 8.
#pragma once
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// A `NOTIFY` that the server has sent.
typedef struct pgNotify {
  char *relname;
  int be_pid;
  char *extra;
  struct pgNotify *next;
} PGnotify;

/// A parameter of a connection, as `PQconninfoParse` reads it. `val` is NULL if it was not given.
typedef struct PQconninfoOption {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} PQconninfoOption;

enum { PQ_CONNECTION_OK = 0 };
enum { PQ_POLLING_FAILED = 0, PQ_POLLING_READING = 1, PQ_POLLING_WRITING = 2, PQ_POLLING_OK = 3 };
enum { PQ_COMMAND_OK = 1, PQ_TUPLES_OK = 2 };
enum { PQ_DIAGNOSTIC_SQLSTATE = 'C', PQ_DIAGNOSTIC_MESSAGE = 'M' };

#define PQ_FUNCTIONS(each) \
  each(PGconn *, PQconnectStartParams, (const char *const *, const char *const *, int)) \
  each(int, PQconnectPoll, (PGconn *)) \
  each(int, PQstatus, (const PGconn *)) \
  each(int, PQsocket, (const PGconn *)) \
  each(char *, PQerrorMessage, (const PGconn *)) \
  each(void, PQfinish, (PGconn *)) \
  each(int, PQsetnonblocking, (PGconn *, int)) \
  each(int, PQflush, (PGconn *)) \
  each(int, PQconsumeInput, (PGconn *)) \
  each(int, PQisBusy, (PGconn *)) \
  each(int, PQsendQueryParams, (PGconn *, const char *, int, const unsigned *, const char *const *, const int *, \
    const int *, int)) \
  each(PGresult *, PQgetResult, (PGconn *)) \
  each(PGnotify *, PQnotifies, (PGconn *)) \
  each(void, PQfreemem, (void *)) \
  each(int, PQresultStatus, (const PGresult *)) \
  each(char *, PQresultErrorField, (const PGresult *, int)) \
  each(int, PQntuples, (const PGresult *)) \
  each(int, PQnfields, (const PGresult *)) \
  each(int, PQgetisnull, (const PGresult *, int, int)) \
  each(int, PQgetlength, (const PGresult *, int, int)) \
  each(char *, PQgetvalue, (const PGresult *, int, int)) \
  each(void, PQclear, (PGresult *)) \
  each(PQconninfoOption *, PQconninfoParse, (const char *, char **)) \
  each(void, PQconninfoFree, (PQconninfoOption *))

/// The functions of libpq that are used.
struct pq_library {
#define PQ_MEMBER(result, name, parameters) result (*name) parameters;
  PQ_FUNCTIONS(PQ_MEMBER)
#undef PQ_MEMBER
};

/// Opens libpq and fills the table.
///
/// Returns false if the library is missing or lacks a function; `reason` then has a text.
static inline bool pq_library_open(struct pq_library *table, char *reason, size_t size) {
#ifdef __APPLE__
  static const char *const names[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib"};
#else
  static const char *const names[] = {"libpq.so.5"};
#endif
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof names[0]; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!library) {
    snprintf(reason, size, "%s", dlerror());
    return false;
  }
#define PQ_LOAD(result, name, parameters) \
  if (!(table->name = (result(*) parameters)dlsym(library, #name))) { \
    snprintf(reason, size, "libpq has no " #name); \
    return false; \
  }
  PQ_FUNCTIONS(PQ_LOAD)
#undef PQ_LOAD
  return true;
}
