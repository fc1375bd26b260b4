import JSON
import MovieCore
import OperatingSystem

/// The favorites that a user's account and this machine both had when they last agreed:
/// `synced-favorites-<catalog>-<user>.json`.
struct SyncedFavoritesFile: Sendable {
  private let file: PrivateJSONFile
  private let catalog: String
  private let epoch: String

  /// - Parameters:
  ///   - user: the user's id, digits.
  ///   - epoch: of the favorites on this machine.
  init(folder: String, catalog: String, user: String, epoch: String) {
    file = PrivateJSONFile(folder: folder, name: "synced-favorites-\(catalog)-\(user).json")
    self.catalog = catalog
    self.epoch = epoch
  }

  /// Empty where there is none, or a damaged one, or another epoch's: nothing counts as removed by the user then.
  func read() -> Set<MovieID> { ids(file.read()) }

  func update(adding: Set<MovieID>, removing: Set<MovieID>) throws(MovieError) {
    do {
      try file.update { contents in
        let before = ids(contents)
        let after = before.subtracting(removing).union(adding)
        guard after != before else { return nil }
        // In an order of its own: the same favorites are the same bytes.
        let natives = after.map(\.native).sorted().map { JSON.string($0) }
        return [JSON.Member("epoch", .string(epoch)), JSON.Member("ids", .array(natives))]
      }
    } catch {
      throw MovieError(
        .storageFailed, "What was synced could not be written to \(file.path).", catalog: catalog,
        detail: error.description)
    }
  }

  private func ids(_ contents: PrivateJSONFile.Contents) -> Set<MovieID> {
    guard case .members(let members) = contents, case let json = JSON.object(members),
      json["epoch"]?.string == epoch, let ids = json["ids"]?.array
    else { return [] }
    return Set(ids.compactMap(\.string).map { MovieID(catalog: catalog, native: $0) })
  }
}
