import JSON
import OperatingSystem

/// A recording: a folder with one JSON file per exchange, numbered in order.
struct ExchangeFolder: Sendable {
  let path: String
  private var last: Int?

  init(path: String) { self.path = path }

  private static let suffix = ".json"
  /// The largest file that is read, in bytes: that of the largest response, in Base64 or indented, is smaller.
  private static let maximumFileBytes = 64 << 20
  /// The largest number that a name may begin with; a larger one is not counted.
  private static let maximumNumber = 999_999_999

  /// Adds an exchange after the existing ones, including those of other processes.
  mutating func add(_ exchange: Exchange) throws(HTTPError) {
    makeDirectory(path)
    var number = last ?? names().map(Self.number).max() ?? 0
    let label = "-\(exchange.request.service)-\(exchange.request.method.lowercased())"
    let safeLabel = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    while true {
      number += 1
      guard number <= Self.maximumNumber else {
        throw HTTPError(.unavailable, "the recording \(path) has a file with the last number, \(Self.maximumNumber)")
      }
      let file = "\(path)/\(String(number, width: 4))\(safeLabel)\(Self.suffix)"
      do throws(FileError) {
        try createFile(file, Array((exchange.json.indented() + "\n").utf8), isDurable: false)
      } catch {
        if error.code == EEXIST { continue }
        throw HTTPError(.unavailable, error.description)
      }
      last = number
      return
    }
  }

  func exchanges() throws(HTTPError) -> [Exchange] {
    guard access(path, R_OK | X_OK) == 0 else {
      throw HTTPError(.notRecorded, "the recording \(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    var exchanges: [Exchange] = []
    for name in names().sorted(by: { (Self.number($0), $0) < (Self.number($1), $1) }) {
      let file = "\(path)/\(name)"
      do {
        exchanges.append(try Exchange(try JSON.parse(readFile(file, maximumBytes: Self.maximumFileBytes))))
      } catch let error as FileError {
        throw HTTPError(.notRecorded, "\(file): \(error.reason)")
      } catch {
        throw HTTPError(.notRecorded, "\(file) is not a recorded exchange: \(error)")
      }
    }
    return exchanges
  }

  /// The number that a name begins with; 0 if there is none, or none that this program has written.
  private static func number(_ name: String) -> Int {
    let number = Int(Substring(name.utf8.prefix { $0.isASCIIDigit })) ?? 0
    return number <= maximumNumber ? number : 0
  }

  private func names() -> [String] { namesInFolder(path).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") } }
}

extension JSON {
  /// JSON text for people and for `diff`: one line per member and element.
  func indented(_ depth: Int = 0) -> String {
    let margin = String(repeating: "  ", count: depth)
    func lines(_ parts: [String], _ open: String, _ close: String) -> String {
      parts.isEmpty
        ? open + close : "\(open)\n\(parts.map { "\(margin)  \($0)" }.joined(separator: ",\n"))\n\(margin)\(close)"
    }
    switch self {
    case .array(let values): return lines(values.map { $0.indented(depth + 1) }, "[", "]")
    case .object(let members):
      return lines(members.map { "\(JSON.string($0.name).jsonText): \($0.value.indented(depth + 1))" }, "{", "}")
    default: return jsonText
    }
  }
}
