#include <sqlite3.h>

/* Swift cannot call functions with variable arguments. */

/* Leaves out the statistics of SQLite's memory, for which each allocation would take a lock. To be called before the first
   connection. */
static inline void csqlite_omit_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* Protects a connection from a malicious file: no statement can corrupt the file on purpose, and triggers and views of the
   file can only call harmless functions. */
static inline void csqlite_distrust_file(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
