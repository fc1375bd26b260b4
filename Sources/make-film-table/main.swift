import BuiltinFilms
import CatalogImage
import Platform

// Makes the built-in films of the readable tables, as a Swift file. The build runs this program (FilmTablePlugin).

func read(_ path: String) -> String {
  guard let file = fopen(path, "r") else { fail(path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while true {
    let byte = getc(file)
    if byte == EOF { return String(decoding: bytes, as: UTF8.self) }
    bytes.append(UInt8(byte))
  }
}

func fail(_ path: String) -> Never {
  perror(path)
  exit(1)
}

/// A string literal with these bytes, which are valid UTF-8.
func literal(_ bytes: [UInt8]) -> [UInt8] {
  var text = [UInt8(ascii: "\"")]
  text.reserveCapacity(bytes.count * 2)
  for byte in bytes {
    switch byte {
    case 0..<0x20, 0x7F: text += "\\u{\(String(byte, radix: 16))}".utf8
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
    default: text.append(byte)
    }
  }
  return text + [UInt8(ascii: "\"")]
}

guard CommandLine.arguments.count == 5 else {
  print("usage: make-film-table FILMS KOREAN-NAMES KOREAN-OVERVIEWS OUTPUT")
  exit(2)
}
let tables = BuiltinTables.read(
  films: read(CommandLine.arguments[1]), koreanNames: read(CommandLine.arguments[2]),
  koreanOverviews: read(CommandLine.arguments[3]))
let output = CommandLine.arguments[4]
let (image, texts) = try CatalogWriter(tables).image().encodedCatalog
var source = Array("/// See `SectionImage.decoded`.\nlet builtinImage: StaticString = ".utf8)
source += literal(image)
source += "\n\n/// The texts of the films.\nlet builtinTexts: StaticString = ".utf8
source += literal(texts)
// A constant, because `initialize` tells it, before any film is read.
source += "\n\nextension LocalCatalog { public static let builtinCount = \(tables.films.count) }\n".utf8
guard let file = fopen(output, "w"), fwrite(source, 1, source.count, file) == source.count, fclose(file) == 0 else {
  fail(output)
}
