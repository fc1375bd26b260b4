import OperatingSystem
import Platform

/// The catalog file as it is now. One that an import replaces stays mapped until its last request ends.
final class CatalogFile: Sendable {
  struct Version {
    let films: CatalogFilms
    let number: Int

    private static let offsetBits = 40

    func cursor(_ offset: Int) -> Int { number << Self.offsetBits | offset }

    /// - Throws: `listNotReady` if the list began in another file, in which films have other positions.
    func offset(at cursor: Int) throws(MovieError) -> Int {
      guard cursor == 0 || cursor >> Self.offsetBits == number else {
        throw MovieError(
          .listNotReady, "The catalog \(LocalCatalog.imdbName) has been imported again. Request the list again.",
          catalog: LocalCatalog.imdbName)
      }
      return cursor & (1 << Self.offsetBits - 1)
    }
  }

  private struct State {
    var checkedAt = Int64.min
    var stamp: FileStamp?
    var versionNumber = 0
    var films: Result<CatalogFilms, MovieError> = .failure(CatalogFile.notImported)
  }

  private let path: String
  private let state = Mutex(State())
  private let verificationDelay: Duration

  /// Requests within this time of a check do not check again whether the file has been replaced.
  private static let checkInterval: Int64 = 1_000_000

  /// - Parameter verificationDelay: from opening a file to comparing it with its checksums, after short programs end.
  init(path: String, verificationDelay: Duration = .seconds(1)) {
    (self.path, self.verificationDelay) = (path, verificationDelay)
  }

  /// The file that is there now; throws `catalogNotConfigured` if there is none, or if it cannot be used.
  func current() throws(MovieError) -> Version {
    try state.withLock { state throws(MovieError) in
      refresh(&state)
      return Version(films: try state.films.get(), number: state.versionNumber)
    }
  }

  /// The films that are there now.
  var films: CatalogFilms? {
    state.withLock { state in
      refresh(&state)
      // `try? get()` would copy the error, for each film of a list.
      return if case .success(let films) = state.films { films } else { nil }
    }
  }

  var unavailability: MovieError? {
    do { _ = try current() } catch { return error }
    return nil
  }

  private func refresh(_ state: inout State) {
    let now = monotonicNanoseconds()
    guard now &- state.checkedAt >= Self.checkInterval || state.checkedAt == .min else { return }
    state.checkedAt = now
    let stamp = FileStamp(path: path)
    guard stamp != state.stamp else { return }
    state.stamp = stamp
    guard stamp != nil else {
      state.films = .failure(Self.notImported)
      return
    }
    do throws(SectionImageError) {
      let films = try CatalogFilms(SectionImage(path: path), of: LocalCatalog.imdbName)
      state.films = .success(films)
      state.versionNumber += 1
      verifyLater(films)
    } catch {
      state.films = .failure(Self.unusable(error))
    }
  }

  /// Compares the file with its checksums on a thread of its own, unless it is replaced before. A damaged one is not
  /// used.
  private func verifyLater(_ films: CatalogFilms) {
    try? startThread { [weak self, weak films, verificationDelay] in
      usleep(useconds_t(verificationDelay / .microseconds(1)))
      guard let self, let films, state.withLock({ Self.isCurrent(films, $0) }) else { return }
      do throws(SectionImageError) {
        try films.image.verify()
      } catch {
        state.withLock { state in
          if Self.isCurrent(films, state) { state.films = .failure(Self.unusable(error)) }
        }
      }
    }
  }

  private static func isCurrent(_ films: CatalogFilms, _ state: State) -> Bool {
    if case .success(let current) = state.films { current === films } else { false }
  }

  private static let notImported = MovieError(
    .catalogNotConfigured,
    """
    The catalog \(LocalCatalog.imdbName) has not been imported. Run “movie-server import imdb DIR” with the folder of IMDb's \
    files.
    """, catalog: LocalCatalog.imdbName)

  private static func unusable(_ error: SectionImageError) -> MovieError {
    MovieError(
      .catalogNotConfigured,
      "The catalog \(LocalCatalog.imdbName) cannot be used: \(error). Run “movie-server import imdb DIR” again.",
      catalog: LocalCatalog.imdbName)
  }
}
