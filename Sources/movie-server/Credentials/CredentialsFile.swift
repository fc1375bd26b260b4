import JSON
import OperatingSystem
import Platform

/// The file with the keys that `auth` has stored: `{"tmdb": "…", "naver": ["ID", "secret"]}`, for its owner only.
struct CredentialsFile {
  let path: String

  /// Why the file is not used, for a person. Has nothing of what is in it.
  struct Failure: Error {
    var message: String
  }

  /// All keys in it; none where there is no file.
  func keys() throws(Failure) -> [KeyedCatalog: [String]] { try keys(in: members(of: file.read())) }

  /// Sets or removes one catalog's key and keeps everything else. A file that is not used is left as it is.
  ///
  /// - Parameter key: its parts; nil to remove it.
  /// - Returns: whether there was one before.
  @discardableResult
  func set(_ key: [String]?, for catalog: KeyedCatalog) throws(Failure) -> Bool {
    if key == nil, file.read() == .absent { return false }
    var outcome = Result<Bool, Failure>.success(false)
    do {
      try file.update { contents in
        do throws(Failure) {
          var members = try members(of: contents)
          _ = try keys(in: members)
          let count = members.count
          members.removeAll { $0.name == catalog.rawValue }
          outcome = .success(members.count < count)
          if let key {
            let value = key.count == 1 ? .string(key[0]) : JSON.array(key.map { .string($0) })
            members.append(JSON.Member(catalog.rawValue, value))
          } else if members.count == count {
            return .keep
          }
          return members.isEmpty ? .remove : .replace(Array((JSON.object(members).jsonText + "\n").utf8))
        } catch {
          outcome = .failure(error)
          return .keep
        }
      }
    } catch {
      throw Failure(message: "the key cannot be stored: \(error.description)")
    }
    return try outcome.get()
  }

  /// Where the file is. A link stays one: people keep such files in a folder of their own.
  private var file: PrivateFile {
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let path = target ?? path
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return PrivateFile(folder: String(path[..<slash]), name: String(path[slash...].dropFirst()))
  }

  private func members(of contents: PrivateFile.Contents) throws(Failure) -> [JSON.Member] {
    switch contents {
    case .absent: return []
    case .refused(let reason):
      throw Failure(message: "\(path) \(reason), so it is not used. It has to be yours, with “chmod 600 \(path)”.")
    case .bytes(let bytes):
      guard case .object(let members)? = try? JSON.parse(bytes) else { throw damaged }
      return members
    }
  }

  private func keys(in members: [JSON.Member]) throws(Failure) -> [KeyedCatalog: [String]] {
    var keys: [KeyedCatalog: [String]] = [:]
    for member in members {
      // Others are a later version's.
      guard let catalog = KeyedCatalog(rawValue: member.name) else { continue }
      let parts = (member.value.array ?? [member.value]).compactMap(\.string).map { trimmed($0) }
      guard parts.count == catalog.parts.count, !parts.contains("") else { throw damaged }
      keys[catalog] = parts
    }
    return keys
  }

  private var damaged: Failure { Failure(message: "\(path) is damaged: it is no object of keys. Mend or remove it.") }
}
