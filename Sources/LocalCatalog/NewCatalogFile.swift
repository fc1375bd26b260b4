import OperatingSystem
import Platform

public enum CatalogFileError: Error, CustomStringConvertible {
  case isBusy
  case file(FileError)
  case index(SectionImageError)

  public var description: String {
    switch self {
    case .isBusy: "another import is running"
    case .file(let error): error.description
    case .index(let error): error.description
    }
  }
}

/// The file that an import makes beside the one that it replaces. It is locked with flock(2), so there is one import at
/// a time, and a file without a lock is a killed process's, which the next import or start of a server removes.
public struct NewCatalogFile: ~Copyable {
  public static let name = "imdb.catalog"

  private let path: String
  private let descriptor: Int32
  private var isInstalled = false

  public static func temporaryPath(for path: String) -> String { path + ".new" }

  private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  /// Locks the path and creates the new file and its folder. Throws `isBusy` if another process is importing.
  public init(replacing path: String) throws(CatalogFileError) {
    self.path = path
    makeDirectory(Self.folder(of: path))
    let temporary = Self.temporaryPath(for: path)
    while true {
      let descriptor = open(temporary, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .file(FileError("create", temporary)) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        throw code == EWOULDBLOCK ? .isBusy : .file(FileError("lock", temporary, code: code))
      }
      // The process that had the lock may have renamed or removed the file since it was opened here.
      guard FileIdentity(path: temporary) == FileIdentity(descriptor: descriptor) else {
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    // After the rename, the name belongs to the next import.
    if !isInstalled { unlink(Self.temporaryPath(for: path)) }
    close(descriptor)
  }

  /// Writes the tables durably, releasing them on the way, and replaces the catalog by them at once.
  public consuming func write(_ tables: consuming FilmTables) throws(CatalogFileError) {
    let temporary = Self.temporaryPath(for: path)
    // A killed import may have left something in it.
    guard ftruncate(descriptor, 0) == 0 else { throw .file(FileError("write", temporary)) }
    do throws(SectionImageError) {
      try CatalogWriter(tables, to: descriptor).write()
    } catch {
      if case .unwritable(let code) = error { throw .file(FileError("write", temporary, code: code)) }
      throw .index(error)
    }
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw .file(FileError("write", temporary)) }
    isInstalled = true
    syncFolder(Self.folder(of: path))
  }

  /// Removes a catalog, but not one that is being imported. Returns whether there was one.
  public static func remove(_ path: String) throws(CatalogFileError) -> Bool {
    guard unlink(path) == 0 else {
      if errno == ENOENT { return false }
      throw .file(FileError("remove", path))
    }
    syncFolder(folder(of: path))
    return true
  }

  /// Removes files that a killed import has left beside the catalog.
  public static func removeAbandoned(for path: String) {
    guard access(temporaryPath(for: path), F_OK) == 0 else { return }
    _ = try? NewCatalogFile(replacing: path)
  }
}
