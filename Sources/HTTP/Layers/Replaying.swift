import Concurrency
import JSON

/// Answers from a recording, without a network. Where the same was asked more than once, the answers come in their
/// order, and the last again and again. What was only ever asked and given up does not come, until it is given up again
/// or its time is over.
final class Replaying: HTTPTransport {
  private let folder: ExchangeFolder
  private let redaction = Redaction()
  /// Answers that are still to come. Nil until the first request reads the recording.
  private let answers = Mutex<Result<[Exchange.Question: ArraySlice<Exchange.Outcome>], HTTPError>?>(nil)

  private let time: HTTPTime
  private let deadline: Duration

  init(of path: String, time: HTTPTime, deadline: Duration) {
    folder = ExchangeFolder(path: path)
    self.time = time
    self.deadline = deadline
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    redaction.learn(from: request, [try? JSON.parse(request.body)])
    switch try next(for: Exchange.Question(request, redaction)) {
    case .answer(let status, let headers, let body):
      return HTTPResponse(status: status, headers: headers, body: body.bytes)
    case .failure(let error): throw error
    case .cancelled:
      try await time.sleep(request.deadline ?? deadline)
      throw HTTPError(.timeout, "the recording has no answer to that: it was given up")
    }
  }

  private func next(for question: Exchange.Question) throws(HTTPError) -> Exchange.Outcome {
    let outcome: Result<Exchange.Outcome, HTTPError> = answers.withLock { answers in
      let loaded = answers ?? load()
      answers = loaded
      switch loaded {
      case .failure(let error): return .failure(error)
      case .success(var all):
        guard let coming = all[question], let outcome = coming.first else {
          return .failure(
            HTTPError(.notRecorded, "the recording has no \(question.method) of that address for \(question.service)"))
        }
        if coming.count > 1 {
          all[question] = coming.dropFirst()
          answers = .success(all)
        }
        return .success(outcome)
      }
    }
    return try outcome.get()
  }

  private func load() -> Result<[Exchange.Question: ArraySlice<Exchange.Outcome>], HTTPError> {
    do {
      let exchanges = try folder.exchanges()
      return .success(
        Dictionary(grouping: exchanges, by: \.question).mapValues { exchanges in
          let outcomes = exchanges.map(\.outcome).filter { if case .cancelled = $0 { false } else { true } }
          return outcomes.isEmpty ? [.cancelled] : outcomes[...]
        })
    } catch {
      return .failure(error)
    }
  }
}
