import Platform

/// The permissions of the favorites file and of the files that SQLite has beside it.
struct LibraryFilePermissions {
  let path: String

  /// Ends the write protection of the log and its index, to which SQLite gave the permissions that the file had then.
  func makeLogWritable() {
    guard access(path, W_OK) == 0 else { return }
    for suffix in ["-wal", "-shm"] {
      var status = stat()
      guard stat(path + suffix, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o200 == 0 else { continue }
      chmod(path + suffix, 0o600)
    }
  }

  /// Takes from other users what an earlier version gave them.
  func makePrivate() {
    for suffix in ["", "-wal", "-shm"] {
      var status = stat()
      guard stat(path + suffix, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { continue }
      chmod(path + suffix, status.st_mode & 0o700)
    }
  }
}
