import JSON
import MovieCore

/// `syncStatus`: tells how far this machine agrees with the others.
enum SyncStatus {
  static let method = Method(
    "syncStatus", "Tells how far the library of this machine agrees with those of others.",
    details:
      "Machines meet in a PostgreSQL database, if one is configured. The answer comes from this machine and waits for no other.",
    errors: .failures(.storageFailed)
  ) { call in await call.session.replicationStatus() }
}
