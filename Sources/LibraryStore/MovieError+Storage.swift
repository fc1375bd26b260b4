extension MovieError {
  /// The error that clients get for a failure to read or write the favorites.
  init(ofStorage error: any Error, path: String) {
    switch error {
    case let error as MovieError: self = error
    case let rejection as Schema.Rejection:
      self.init(.storageFailed, "The favorites file \(path) cannot be used: \(rejection.message). It was not changed.")
    case let error as SQLiteError where error.isCorruption:
      self.init(
        .storageFailed, "The favorites file \(path) is damaged or not a database. It was not changed.",
        detail: error.description)
    case _ where error is LibraryLog.LockTimedOut || (error as? SQLiteError)?.isLockTimeout == true:
      self.init(
        .storageFailed, "Another process keeps the favorites in \(path) locked. It may be stopped. Try again.",
        detail: "\(error)")
      isRetryable = true
    default: self.init(.storageFailed, "The favorites in \(path) cannot be used: \(error).", detail: "\(error)")
    }
  }
}
