extension LanguageService {
  func notify(_ method: String, _ params: JSON) {
    state.withLock(\.connection)?.notify(LanguageNotification(method: method, params: params))
  }

  func ask(_ method: String, _ params: JSON?) async throws -> JSON {
    guard let connection = state.withLock(\.connection) else { throw CancellationError() }
    return try await connection.request(method, params)
  }

  /// Shows a message to the user. Kinds are those of LSP: 1 for an error, 3 for information.
  func show(_ message: String, kind: Int = 3) {
    notify("window/showMessage", ["type": .integer(kind), "message": .string(MarkdownText.clean(message))])
  }

  // MARK: Changes of the library

  func receive(_ notification: any OutgoingNotification) {
    guard films.apply(notification.method, notification.jsonParams) else { return }
    let begins = state.withLock { state in
      guard state.hasHints, state.client?.refreshesHints == true else { return false }
      state.needsRefresh = true
      defer { state.isRefreshing = true }
      return !state.isRefreshing
    }
    // One request at a time: a burst of changes is one refresh, or two.
    if begins { Task(executorPreference: ThreadPoolExecutor.shared) { await self.refreshHints() } }
  }

  private func refreshHints() async {
    while true {
      let isNeeded = state.withLock { state in
        defer { state.needsRefresh = false }
        state.isRefreshing = state.needsRefresh
        return state.needsRefresh
      }
      guard isNeeded else { return }
      _ = try? await ask("workspace/inlayHint/refresh", nil)
    }
  }

  // MARK: Progress

  /// Runs the work of a request, and tells its progress if the client has given a token and the work takes long.
  func withProgress(_ params: JSON, _ work: () async throws -> JSON) async throws -> JSON {
    guard let token = params["workDoneToken"], token.string != nil || token.int != nil else { return try await work() }
    let begin = Task(executorPreference: ThreadPoolExecutor.shared) { [self, clock = SystemClock()] in
      try await clock.sleep(for: Self.progressDelay)
      notify("$/progress", ["token": token, "value": ["kind": "begin", "title": "Movies"]])
    }
    let result: Result<JSON, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    begin.cancel()
    // Fails if the work was shorter.
    if case .success = await begin.result { notify("$/progress", ["token": token, "value": ["kind": "end"]]) }
    return try result.get()
  }

  /// Shorter work shows no progress.
  private static let progressDelay = Duration.milliseconds(100)

  // MARK: Diagnostics

  /// Publishes hints about the references of a document, if the user wants them: ids and titles that no catalog on this
  /// machine knows, and titles that several films have. No service is asked.
  func diagnose(_ uri: String) {
    let (document, wasDiagnosed) = state.withLock { state in
      let isWanted = state.settings.hasDiagnostics && state.client?.showsDiagnostics == true
      let document = isWanted ? state.documents[uri] : nil
      let wasDiagnosed = document == nil ? state.diagnosed.remove(uri) != nil : !state.diagnosed.insert(uri).inserted
      return (document, wasDiagnosed)
    }
    guard let document else {
      if wasDiagnosed { publish([], uri, version: nil) }
      return
    }
    Task(executorPreference: ThreadPoolExecutor.shared) { [self] in
      var hints: [JSON] = []
      for located in document.references.prefix(Self.maximumDiagnosed) {
        // A newer text has diagnostics of its own.
        guard state.withLock({ $0.documents[uri]?.version }) == document.version else { return }
        guard let problem = await problem(of: located.reference) else { continue }
        hints.append(["range": located.range, "severity": 4, "source": "movie-server", "message": .string(problem)])
      }
      publish(hints, uri, version: document.version)
    }
  }

  private static let maximumDiagnosed = 500

  private func publish(_ hints: [JSON], _ uri: String, version: Int?) {
    notify(
      "textDocument/publishDiagnostics",
      .members(["uri": .string(uri), "version": version.map { .integer($0) }, "diagnostics": .array(hints)]))
  }

  private func problem(of reference: Reference) async -> String? {
    guard films.known(reference.target) == nil else { return nil }
    switch reference.target {
    case .film(.movie), .film(.title): return nil
    case .film(.imdb):
      return await films.local(reference.target) == nil ? "No catalog on this machine has this film." : nil
    case .title:
      guard let found = try? await films.localMatches(of: reference.target), found.count > 1 else { return nil }
      let years = found.prefix(5).compactMap { $0.movie.year.map(String.init) }
      return "Several films have this title: \(years.joined(separator: ", "))."
    }
  }
}
