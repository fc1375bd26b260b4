/// The permissions of the favorites file and of the files that SQLite has beside it.
struct LibraryFilePermissions {
  let path: String

  /// Ends the write protection of the log and its index, to which SQLite gave the permissions that the file had then.
  func makeLogWritable() { if access(path, W_OK) == 0 { change(["-wal", "-shm"]) { $0 & 0o200 == 0 ? 0o600 : $0 } } }

  /// Takes from other users what an earlier version gave them.
  func makePrivate() { change(["", "-wal", "-shm"]) { $0 & 0o700 } }

  /// Changes the permissions of files that belong to the user.
  private func change(_ suffixes: [String], _ permissions: (mode_t) -> mode_t) {
    for suffix in suffixes {
      guard let status = fileStatus(path + suffix), status.st_uid == geteuid() else { continue }
      let mode = status.st_mode & 0o777
      if permissions(mode) != mode { chmod(path + suffix, permissions(mode)) }
    }
  }
}
