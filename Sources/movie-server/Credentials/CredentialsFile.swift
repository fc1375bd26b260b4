import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file with the keys that `auth` has stored: `{"tmdb": "…", "naver": ["ID", "secret"]}`, for its owner only.
struct CredentialsFile {
  let path: String

  /// Why the file is not used, for a person. Has nothing of what is in it.
  struct Failure: Error {
    var message: String
  }

  /// All keys in it; none where there is no file.
  func keys() throws(Failure) -> [KeyedCatalog: [String]] {
    guard case .object(let members) = try contents() else { throw damaged }
    var keys: [KeyedCatalog: [String]] = [:]
    for member in members {
      // Of a later version of this program.
      guard let catalog = KeyedCatalog(rawValue: member.name) else { continue }
      let parts = (member.value.array ?? [member.value]).compactMap(\.string).map { trimmed($0) }
      guard parts.count == catalog.parts.count, !parts.contains("") else { throw damaged }
      keys[catalog] = parts
    }
    return keys
  }

  /// Sets or removes one catalog's key and keeps everything else.
  ///
  /// - Parameter key: its parts; nil to remove it.
  /// - Returns: whether there was one before.
  @discardableResult
  func set(_ key: [String]?, for catalog: KeyedCatalog) throws(Failure) -> Bool {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if key != nil { makeFolder(folder) }
    // Two that store at the same time would else lose one of the keys.
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    defer { close(lock) }
    while lock >= 0, flock(lock, LOCK_EX) < 0, errno == EINTR {}

    _ = try keys()
    guard case .object(var members) = try contents() else { throw damaged }
    let count = members.count
    members.removeAll { $0.name == catalog.rawValue }
    let hadKey = members.count < count
    if let key {
      members.append(JSON.Member(catalog.rawValue, key.count == 1 ? .string(key[0]) : .array(key.map { .string($0) })))
    } else if !hadKey {
      return false
    }
    try replace(with: JSON.object(members).jsonText + "\n", in: folder)
    if lock >= 0 { fsync(lock) }
    return hadKey
  }

  // MARK: Bytes

  private var damaged: Failure {
    Failure(message: "\(path) is damaged: it is no object of keys. Mend or remove it.")
  }

  private func contents() throws(Failure) -> JSON {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [:] }
      throw Failure(message: "\(path) cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw damaged }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(message: "\(path) is open to others, so it is not used. Run “chmod 600 \(path)”.")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < 1 << 20, case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      bytes += chunk.prefix(count)
    }
    guard let json = try? JSON.parse(bytes) else { throw damaged }
    return json
  }

  private func replace(with text: String, in folder: String) throws(Failure) {
    // A link stays one: people keep such files in a folder of their own.
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var name = Array("\(target ?? path).XXXXXX".utf8CString)
    // Readable by its owner only from its first moment on, whatever the umask.
    let descriptor = mkstemp(&name)
    let temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw failure() }
    writeText(text, to: descriptor)
    var status = stat()
    let isWhole =
      fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0 && fstat(descriptor, &status) == 0
      && Int(status.st_size) == text.utf8.count
    close(descriptor)
    guard isWhole, rename(temporary, target ?? path) == 0 else {
      let failure = failure()
      unlink(temporary)
      throw failure
    }
  }

  private func failure() -> Failure {
    Failure(message: "\(path) cannot be written: \(String(cString: strerror(errno))).")
  }

  private func makeFolder(_ path: String) {
    guard !path.isEmpty, access(path, F_OK) != 0 else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { makeFolder(String(path[..<slash])) }
    mkdir(path, 0o700)
  }
}
