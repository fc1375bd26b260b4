import Foundation
import Testing
import Transcripts

@Suite struct RecorderTests {
  @Test func `a recording says where a slow disk has lost messages, and contains all others`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A pipe without a reader.
    let path = folder.appendingPathComponent("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDWR)
    defer { close(reader) }

    let recorder = try Recorder(path: path, title: "x") { Issue.record("failed: \($0)") }
    let message = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\"")]
    for _ in 0..<100 { recorder.sent(message) }

    var recorded = 0
    var lost: [Int] = []
    /// The beginning of the current line.
    var head: [UInt8] = []
    /// Reads until this many messages are recorded or reported as lost.
    func read(until count: Int) throws {
      var chunk = [UInt8](repeating: 0, count: 1 << 20)
      while recorded + lost.reduce(0, +) < count {
        var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        try #require(poll(&request, 1, 60_000) == 1, "\(recorded) recorded, \(lost) lost")
        let length = Foundation.read(reader, &chunk, chunk.count)
        var offset = 0
        while offset < length {
          let end = chunk.withUnsafeBytes { bytes in
            memchr(bytes.baseAddress! + offset, 0x0A, length - offset).map { UnsafeRawPointer($0) - bytes.baseAddress! }
          }
          head += chunk[offset..<min(end ?? length, offset + 100)].prefix(100 - head.count)
          offset = (end ?? length) + 1
          guard end != nil else { break }
          let words = String(decoding: head, as: UTF8.self).split(separator: " ")
          if words.first == "<--" { recorded += 1 }
          if words.count > 4, words[2...4] == ["messages", "were", "not"] { lost.append(Int(words[1]) ?? 0) }
          head = []
        }
      }
    }
    try read(until: 100)
    #expect(recorded >= 60 && recorded < 100)
    recorder.sent(message)
    try read(until: 101)
    #expect(lost.count == 1)
  }
}
