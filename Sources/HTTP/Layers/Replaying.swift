import JSON

/// Responds from a recording. The responses to a request come in order, the last one again and again. A request that
/// was always cancelled gets none until its deadline.
final class Replaying: HTTPTransport {
  private typealias Outcomes = [Exchange.Request: ArraySlice<Exchange.Outcome>]

  private let folder: ExchangeFolder
  private let clock: HTTPClock
  private let redactor = ExchangeRedactor()
  /// The outcomes that have not been replayed yet. Nil until the first request reads the recording.
  private let outcomes = Mutex<Result<Outcomes, HTTPError>?>(nil)

  init(from path: String, clock: HTTPClock) {
    folder = ExchangeFolder(path: path)
    self.clock = clock
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    redactor.addSecrets(in: request, [try? JSON.parse(request.body)])
    switch try nextOutcome(of: Exchange.Request(request, redactor)) {
    case .response(let status, let headers, let body):
      return HTTPResponse(status: status, headers: headers, body: body.bytes)
    case .failure(let error): throw error
    case .cancelled:
      try await clock.sleep(request.timeLimit)
      throw HTTPError(.timeout, "the recording has no response to this request, because it was cancelled")
    }
  }

  private func nextOutcome(of request: Exchange.Request) throws(HTTPError) -> Exchange.Outcome {
    try outcomes.withLock { outcomes throws(HTTPError) in
      let loaded = outcomes ?? Result { () throws(HTTPError) in try load() }
      outcomes = loaded
      var all = try loaded.get()
      guard let remaining = all[request], let outcome = remaining.first else {
        throw HTTPError(.notRecorded, "the recording contains no such \(request.method) request to \(request.service)")
      }
      if remaining.count > 1 {
        all[request] = remaining.dropFirst()
        outcomes = .success(all)
      }
      return outcome
    }
  }

  private func load() throws(HTTPError) -> Outcomes {
    Dictionary(grouping: try folder.exchanges(), by: \.request).mapValues { exchanges in
      let outcomes = exchanges.map(\.outcome).filter { if case .cancelled = $0 { false } else { true } }
      return outcomes.isEmpty ? [.cancelled] : outcomes[...]
    }
  }
}
