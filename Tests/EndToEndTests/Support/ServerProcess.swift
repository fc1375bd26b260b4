import Concurrency
import Foundation
import JSON
import Testing

import struct Synchronization.Atomic

/// The real server, asked over real pipes. Made by a `Sandbox`, which also ends it.
final class ServerProcess: Sendable {
  let child: ChildProcess
  private let lastID = Atomic(0)

  init(_ child: ChildProcess) { self.child = child }

  var processID: pid_t { child.id }

  // MARK: Sending

  /// Writes text as it is, in one call of write(2) where the pipe has room.
  func write(_ text: String) throws { try child.write(text.utf8) }

  func write(_ bytes: [UInt8]) throws { try child.write(bytes) }

  /// Sends a message in the framing that the server was launched for.
  func send(line: String) throws { try write(child.framing.frame(line)) }

  /// Sends a request and gives its id.
  @discardableResult
  func send(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = nextID()
    try send(line: Self.request(id, method, params))
    return id
  }

  func cancel(_ id: JSON) throws {
    try send(line: (["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]] as JSON).jsonText)
  }

  /// An id that no request has had.
  func nextID() -> JSON { .integer(lastID.add(1, ordering: .relaxed).newValue) }

  static func request(_ id: JSON, _ method: String, _ params: JSON = [:]) -> String {
    (["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params] as JSON).jsonText
  }

  func closeInput() { child.closeInput() }

  // MARK: Receiving

  /// A response, and the notifications that came before it and were not taken yet.
  struct Reply {
    var notifications: [JSON]
    var message: JSON

    var result: JSON {
      get throws {
        guard let result = message["result"] else { throw Failure("This is no result: \(message.jsonText)") }
        return result
      }
    }

    var reason: String? { message["error"]?["data"]?["reason"]?.string }
  }

  /// Sends a request and waits for its answer, which has to be as the published contract says.
  func ask(_ method: String, _ params: JSON = [:]) throws -> Reply {
    let reply = try reply(to: try send(method, params))
    for fault in try PublishedContract.published.get().faults(of: reply, to: method) {
      Issue.record("\(method) \(params.jsonText): \(fault)")
    }
    return reply
  }

  /// Waits for the response with this id. Responses to others stay for those who ask for them.
  func reply(to id: JSON) throws -> Reply {
    let reply: Reply? = try child.output.wait(for: "The answer to \(id.jsonText)") { contents in
      guard
        let place = contents.lines.firstIndex(where: { $0.json?["id"] == id && $0.json?["method"] == nil }),
        let message = contents.lines[place].json
      else { return nil }
      let earlier = contents.lines[..<place]
      let notifications = earlier.compactMap { $0.json?["method"] == nil ? nil : $0.json }
      contents.lines.replaceSubrange(...place, with: earlier.filter { $0.json?["method"] == nil })
      return Reply(notifications: notifications, message: message)
    }
    guard let reply else { throw Failure("The server has ended without an answer to \(id.jsonText).") }
    return reply
  }

  /// Waits for the next line; nil at the end of the output.
  func nextLine() throws -> LineReader.Line? {
    try child.output.wait(for: "The next line") { contents in
      contents.lines.isEmpty ? nil : contents.lines.removeFirst()
    }
  }

  /// Waits for notifications up to the first that is the one looked for, and gives them all.
  func notifications(upTo isLast: (JSON) -> Bool) throws -> [JSON] {
    var taken: [JSON] = []
    while true {
      guard let line = try nextLine() else { throw Failure("The server has ended without the notification.") }
      guard let json = line.json, json["method"] != nil else {
        throw Failure("This is no notification: \(line.text)")
      }
      taken.append(json)
      if isLast(json) { return taken }
    }
  }

  /// All lines up to the end of the output that were not taken.
  func remainingLines() throws -> [LineReader.Line] { try child.output.readToEnd().lines }

  /// The ids of the responses that have come and were not taken.
  func remainingResponses() throws -> [JSON] {
    let ids = try child.output.wait(for: "Responses") { $0.lines.compactMap { $0.json?["id"] } }
    return ids ?? []
  }

  /// All lines up to the end of the output, taken or not.
  func allLines() throws -> [LineReader.Line] { try child.output.readToEnd().all }

  /// The client begins to read; for a server that was launched with `readsOutput: false`.
  func startReading() { child.output.start() }

  // MARK: ShutdownCoordinator

  func signal(_ number: Int32) { child.signal(number) }

  func waitForExit() throws -> ChildProcess.Status { try child.waitForExit() }

  /// Closes the input and waits for the end.
  func finish() throws -> ChildProcess.Status {
    closeInput()
    return try waitForExit()
  }

  /// Everything on stderr; waits for the end.
  func errorText() throws -> String {
    let errors = try child.errors.readToEnd()
    return errors.all.map { $0.text + "\n" }.joined() + String(decoding: errors.rest, as: UTF8.self)
  }

  /// The client closes its end of the output; for a server that was launched with `readsOutput: false`.
  func closeOutput() { child.output.close() }

  func destroy() { child.destroy() }

  /// What is wrong with everything that the process has written. Holds for every server in every test.
  func faults() throws -> [String] {
    var faults: [String] = []
    let output = try child.output.readToEnd()
    let errors = try errorText()
    let isOrderly = [.exited(0), .exited(1)].contains(try child.waitForExit())
    if !errors.isEmpty { faults.append("On stderr: \(errors)") }
    if !output.rest.isEmpty, isOrderly { faults.append("Half a line on stdout.") }

    var spinning: Set<JSON> = []
    for line in output.all {
      guard Self.isMessage(line.text), let json = line.json else {
        faults.append("No JSON on stdout: \(line.text)")
        continue
      }
      if ["\u{2028}", "\u{2029}", "\u{85}"].contains(where: line.text.unicodeScalars.contains)
        || line.text.replacing(#"\\"#, with: "").contains(#"\/"#)
      {
        faults.append("Escaped otherwise than agreed: \(line.text)")
      }
      if json["method"]?.string == "loading", let request = json["params"]?["request"] {
        if json["params"]?["active"] == true, !spinning.insert(request).inserted {
          faults.append("A second beginning of loading: \(line.text)")
        } else if json["params"]?["active"] == false {
          spinning.remove(request)
        }
      } else if let id = json["id"], spinning.contains(id), !Self.isRefusal(json) {
        faults.append("Answered before the end of its loading: \(line.text)")
      }
    }
    if isOrderly, !spinning.isEmpty {
      faults.append("Loading without an end for \(spinning.map(\.jsonText))")
    }
    return faults
  }

  /// Whether it answers what was never begun, and whose id, null or not, may be that of a request in flight.
  private static func isRefusal(_ response: JSON) -> Bool {
    [-32700, -32600].contains(response["error"]?["code"]?.int)
  }

  /// Whether a text is a JSON object or array, by a parser that is not the server's own.
  private static func isMessage(_ text: String) -> Bool {
    func isMessage(_ text: String) -> Bool {
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      return value is [String: Any] || value is [Any]
    }
    // Foundation refuses numbers beyond Double, which an id that is echoed may be.
    return isMessage(text) || isMessage(text.replacing(#/"(?:id|request)":[-+.0-9eE]+/#, with: #""id":0"#))
  }
}
