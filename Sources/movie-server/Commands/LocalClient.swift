import LibraryStore
import MovieAPI
import OperatingSystem

final class LocalClient: Sendable {
  private let service: MovieService
  private let favorites: LibraryStore
  private let undoFile: PrivateJSONFile
  private let notifications = Monitor<Waiting>(Waiting())
  private let progress = Mutex<(@Sendable (_ params: JSON) -> Void)?>(nil)

  private struct Waiting {
    /// Nil before `observe`: they are not kept.
    var received: [any OutgoingNotification]?
    var isComplete = true
  }

  /// The number of notifications that wait for a slow reader of the output; more are dropped.
  private static let maximumWaiting = 100

  init(_ parts: ServerParts) {
    let notifier = Notifier(parts.methods)
    favorites = parts.favorites
    undoFile = PrivateJSONFile(folder: parts.configuration.paths.data, name: Undo.fileName)
    service = parts.service(notifier, followProcess: { _ in }, push: notifier.push)
    notifier.connect { [notifications, progress] notification in
      if notification.method == "loading", let show = progress.withLock({ $0 }) { show(notification.jsonParams) }
      notifications.withLock { waiting in
        guard let count = waiting.received?.count else { return }
        if count < Self.maximumWaiting { waiting.received?.append(notification) } else { waiting.isComplete = false }
      }
      notifications.notify()
    }
  }

  /// Calls a method and waits for its result. Members that are null count as absent.
  func call(_ method: String, _ params: [(String, JSON?)] = []) throws(RPCError) -> JSON {
    try call(method, .object(params.compactMap { name, value in value.map { JSON.Member(name, $0) } }))
  }

  func call(_ method: String, _ params: JSON) throws(RPCError) -> JSON {
    do {
      return try waitFor { [service] in try await service.call(method, params) }.get()
    } catch { throw error as? RPCError ?? .internalError }
  }

  /// The changes that `undo` takes back: for each of the last commands that have changed something, those of its films.
  var undoable: [JSON] { if case .members(let all) = undoFile.read() { all.first?.value.array ?? [] } else { [] } }

  func remember(_ commands: [JSON]) {
    do throws(FileError) {
      try undoFile.update { _ in commands.isEmpty ? [] : [JSON.Member("commands", .array(commands.suffix(20)))] }
    } catch { report(error.description) }
  }

  /// Shows with these words on a terminal how much of its work a method has done, until it ends.
  func showProgress(_ text: @escaping @Sendable (_ params: JSON) -> String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    progress.withLock {
      $0 = { params in
        let shown = params["active"] == true && params["done"] != nil ? text(params) : ""
        writeText("\r\(shown)\u{1B}[K", to: STDERR_FILENO)
      }
    }
  }

  func observe() { notifications.withLock { $0.received = [] } }

  /// Waits for the next notification with this name, and returns its parameters; nil if notifications were lost.
  func next(_ method: String) throws(RPCError) -> JSON? {
    while true {
      let notification = notifications.wait(until: { !$0.isComplete || $0.received?.isEmpty == false }) {
        waiting -> (any OutgoingNotification)? in
        guard waiting.isComplete else {
          waiting = Waiting(received: [])
          return nil
        }
        return waiting.received?.removeFirst()
      }
      guard let notification else { return nil }
      if notification.method == method { return notification.jsonParams }
    }
  }

  /// Closes the favorites. Changes that were answered are on the disk already.
  func close() { favorites.close(milliseconds: 1_000) }
}

func waitFor<Value: Sendable, Failure>(
  _ body: @escaping @Sendable () async throws(Failure) -> Value
) -> Result<Value, Failure> {
  let result = Monitor<Result<Value, Failure>?>(nil)
  Task(executorPreference: ThreadPoolExecutor.shared) {
    let value: Result<Value, Failure>
    do throws(Failure) { value = .success(try await body()) } catch { value = .failure(error) }
    result.withLock { $0 = value }
    result.notify()
  }
  while true { if let value = result.wait(until: { $0 != nil }, then: { $0 }) { return value } }
}
