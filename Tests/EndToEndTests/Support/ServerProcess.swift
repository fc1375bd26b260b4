import Concurrency
import Foundation
import JSON
import Testing

import struct Synchronization.Atomic

/// A real server with real pipes. Created by a `Sandbox`, which also ends it.
final class ServerProcess: Sendable {
  let child: PipedProcess
  private let lastID = Atomic(0)

  init(_ child: PipedProcess) { self.child = child }

  var processID: pid_t { child.id }

  // MARK: Sending

  /// Writes raw text, in one call of write(2) if the pipe has room.
  func write(_ text: String) throws { try child.write(text.utf8) }

  func write(_ bytes: [UInt8]) throws { try child.write(bytes) }

  /// Sends a message in the framing that the server was launched with.
  func send(line: String) throws { try write(child.framing.frame(line)) }

  /// Sends a request and returns its id.
  @discardableResult
  func send(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = nextID()
    try send(line: Self.request(id, method, params))
    return id
  }

  func cancel(_ id: JSON) throws {
    try send(line: (["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": id]] as JSON).jsonText)
  }

  /// Returns an unused request id.
  func nextID() -> JSON { .integer(lastID.add(1, ordering: .relaxed).newValue) }

  static func request(_ id: JSON, _ method: String, _ params: JSON = [:]) -> String {
    (["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params] as JSON).jsonText
  }

  func closeInput() { child.closeInput() }

  // MARK: Receiving

  /// A response, and the notifications before it that were not yet taken.
  struct Reply {
    var notifications: [JSON]
    var message: JSON

    var result: JSON {
      get throws {
        guard let result = message["result"] else { throw Failure("Not a result: \(message.jsonText)") }
        return result
      }
    }

    var reason: String? { message["error"]?["data"]?["reason"]?.string }
    var field: String? { message["error"]?["data"]?["field"]?.string }
  }

  /// Sends a request and waits for its response, which must match the published contract.
  func ask(_ method: String, _ params: JSON = [:]) throws -> Reply {
    let reply = try reply(to: try send(method, params))
    for fault in try PublishedContract.published.get().faults(of: reply, to: method) {
      Issue.record("\(method) \(params.jsonText): \(fault)")
    }
    return reply
  }

  /// The same, but repeats a request that a service with a short time limit has not answered in time, unless that is
  /// `expected`: it may be due to a busy machine.
  func askPatiently(_ method: String, _ params: JSON = [:], expected: String? = nil) throws -> Reply {
    var reply = try ask(method, params)
    for _ in 0..<10 where reply.reason == "upstreamTimeout" && expected != "upstreamTimeout" {
      reply = try ask(method, params)
    }
    return reply
  }

  /// Waits for the response with this id. Other responses remain available.
  func reply(to id: JSON) throws -> Reply {
    let reply: Reply? = try child.output.wait(for: "The response to \(id.jsonText)") { contents in
      guard
        let index = contents.lines.firstIndex(where: { $0.json?["id"] == id && $0.json?["method"] == nil }),
        let message = contents.lines[index].json
      else { return nil }
      let earlier = contents.lines[..<index]
      let notifications = earlier.compactMap { $0.json?["method"] == nil ? nil : $0.json }
      contents.lines.replaceSubrange(...index, with: earlier.filter { $0.json?["method"] == nil })
      return Reply(notifications: notifications, message: message)
    }
    guard let reply else { throw Failure("The server exited without a response to \(id.jsonText).") }
    return reply
  }

  /// Waits for the next line; nil at the end of the output.
  func nextLine() throws -> LineReader.Line? {
    try child.output.wait(for: "The next line") { contents in
      contents.lines.isEmpty ? nil : contents.lines.removeFirst()
    }
  }

  /// Waits for the first notification that matches, and returns it with all notifications before it.
  func notifications(upTo isLast: (JSON) -> Bool) throws -> [JSON] {
    var taken: [JSON] = []
    while true {
      guard let line = try nextLine() else { throw Failure("The server exited without the notification.") }
      guard let json = line.json, json["method"] != nil else {
        throw Failure("Not a notification: \(line.text)")
      }
      taken.append(json)
      if isLast(json) { return taken }
    }
  }

  /// All lines up to the end of the output that were not yet taken.
  func remainingLines() throws -> [LineReader.Line] { try child.output.readToEnd().lines }

  /// The ids of the responses that have arrived and were not yet taken.
  func remainingResponses() throws -> [JSON] {
    let ids = try child.output.wait(for: "Responses") { $0.lines.compactMap { $0.json?["id"] } }
    return ids ?? []
  }

  /// All lines up to the end of the output, taken or not.
  func allLines() throws -> [LineReader.Line] { try child.output.readToEnd().all }

  /// Starts reading; for a server that was launched with `readsOutput: false`.
  func startReading() { child.output.start() }

  // MARK: Exit

  func signal(_ number: Int32) { child.signal(number) }

  func waitForExit() throws -> PipedProcess.Status { try child.waitForExit() }

  /// Closes the input and waits for the exit.
  func finish() throws -> PipedProcess.Status {
    closeInput()
    return try waitForExit()
  }

  /// Everything on stderr; waits for the exit.
  func errorText() throws -> String {
    let errors = try child.errors.readToEnd()
    return errors.all.map { $0.text + "\n" }.joined() + String(decoding: errors.rest, as: UTF8.self)
  }

  /// Closes the client's end of the output; for a server that was launched with `readsOutput: false`.
  func closeOutput() { child.output.close() }

  func destroy() { child.destroy() }

  /// All protocol violations in the output. Checked for every server in every test.
  func faults() throws -> [String] {
    var faults: [String] = []
    let output = try child.output.readToEnd()
    let errors = try errorText()
    let isOrderly = [.exited(0), .exited(1)].contains(try child.waitForExit())
    if !errors.isEmpty { faults.append("On stderr: \(errors)") }
    if !output.rest.isEmpty, isOrderly { faults.append("An incomplete line on stdout.") }

    var loading: Set<JSON> = []
    for line in output.all {
      guard Self.isMessage(line.text), let json = line.json else {
        faults.append("Not JSON on stdout: \(line.text)")
        continue
      }
      if ["\u{2028}", "\u{2029}", "\u{85}"].contains(where: line.text.unicodeScalars.contains)
        || line.text.replacing(#"\\"#, with: "").contains(#"\/"#)
      {
        faults.append("Wrong escapes: \(line.text)")
      }
      if json["method"]?.string == "loading", let request = json["params"]?["request"] {
        let isProgress = json["params"]?["done"]?.int ?? 0 > 0
        if json["params"]?["active"] == true, !loading.insert(request).inserted, !isProgress {
          faults.append("A second start of loading: \(line.text)")
        } else if json["params"]?["active"] == false {
          loading.remove(request)
        }
      } else if let id = json["id"], loading.contains(id), !Self.isRejection(json) {
        faults.append("Response before the end of loading: \(line.text)")
      }
    }
    if isOrderly, !loading.isEmpty {
      faults.append("No end of loading for \(loading.map(\.jsonText))")
    }
    return faults
  }

  /// Whether it rejects a message that was never accepted. Its id may be null, or that of a request in flight.
  private static func isRejection(_ response: JSON) -> Bool {
    [-32700, -32600].contains(response["error"]?["code"]?.int)
  }

  /// Whether a text is a JSON object or array, according to a parser other than the server's own.
  private static func isMessage(_ text: String) -> Bool {
    func isMessage(_ text: String) -> Bool {
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
      return value is [String: Any] || value is [Any]
    }
    // Foundation rejects numbers beyond Double and halves of surrogate pairs, but an id may be one.
    return isMessage(text)
      || isMessage(text.replacing(#/"(?:id|request)":(?:[-+.0-9eE]+|"(?:[^"\\]|\\.)*")/#, with: #""id":0"#))
  }
}
