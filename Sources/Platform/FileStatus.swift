/// The status of the file at a path; nil if it cannot be had, for the reason in `errno`.
public func fileStatus(_ path: String, followsLinks: Bool = true) -> stat? {
  var status = stat()
  return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
}

#if !canImport(Darwin)
  extension stat {
    /// The times under the names that macOS has for them.
    public var st_mtimespec: timespec { st_mtim }
    public var st_ctimespec: timespec { st_ctim }
  }
#endif
