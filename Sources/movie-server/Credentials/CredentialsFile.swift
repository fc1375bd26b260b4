import OnlineCatalogs
import OperatingSystem

/// The file with the keys that `auth` stores: `{"tmdb": "…", "naver": ["ID", "secret"]}`. Only its owner can read it.
struct CredentialsFile {
  let path: String

  /// The reason why the file is not used, for people. Contains nothing from the file.
  struct Failure: Error, CustomStringConvertible { var description: String }

  func keys() throws(Failure) -> [String: [String]] { try keys(in: members(of: try file().read())) }

  /// Sets or removes one catalog's key and keeps everything else. A file that cannot be used is left unchanged.
  @discardableResult
  func set(_ key: [String]?, for provider: CatalogProvider) throws(Failure) -> Bool {
    let file = try file()
    if key == nil, file.read() == .members([]) { return false }
    var outcome = Result<Bool, Failure>.success(false)
    do {
      try file.update { contents in
        do throws(Failure) {
          var members = try members(of: contents)
          _ = try keys(in: members)
          let count = members.count
          members.removeAll { $0.name == provider.name }
          outcome = .success(members.count < count)
          if let key {
            let value = key.count == 1 ? .string(key[0]) : JSON.array(key.map { .string($0) })
            members.append(JSON.Member(provider.name, value))
          } else if members.count == count {
            return nil
          }
          return members
        } catch {
          outcome = .failure(error)
          return nil
        }
      }
    } catch { throw Failure(description: "the key could not be stored: \(error.description)") }
    return try outcome.get()
  }

  /// The file itself. A symbolic link is followed and stays one: people keep such files in a folder of their own.
  private func file() throws(Failure) -> PrivateJSONFile {
    var path = path
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      guard let target = String(validatingCString: resolved) else {
        throw Failure(description: "\(path) is a link to a path that is not valid UTF-8, so it is not used")
      }
      path = target
    }
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return PrivateJSONFile(folder: String(path[..<slash]), name: String(path[slash...].dropFirst()))
  }

  private func members(of contents: PrivateJSONFile.Contents) throws(Failure) -> [JSON.Member] {
    switch contents {
    case .members(let members): return members
    case .damaged: throw damaged
    case .rejected(let reason):
      throw Failure(description: "\(path) \(reason), so it is not used. Make it yours, and run “chmod 600 \(path)”.")
    }
  }

  private func keys(in members: [JSON.Member]) throws(Failure) -> [String: [String]] {
    var keys: [String: [String]] = [:]
    for member in members {
      // Unknown members belong to a later version.
      guard let provider = CatalogProvider.named(member.name) else { continue }
      let parts = (member.value.array ?? [member.value]).compactMap(\.string).map { $0.trimmingASCIIWhitespace() }
      guard parts.count == provider.keyParts.count, !parts.contains("") else { throw damaged }
      keys[provider.name] = parts
    }
    return keys
  }

  private var damaged: Failure {
    Failure(description: "\(path) is damaged: it is not an object of keys. Repair or remove it.")
  }
}
