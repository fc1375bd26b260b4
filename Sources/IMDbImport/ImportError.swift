import LocalCatalog
import OperatingSystem

/// The reason why an import has stopped. The catalog that was there before is still in use.
public enum ImportError: Error, CustomStringConvertible {
  case missingFile(Dataset, folder: String)
  case missingColumn(String, path: String)
  case truncated(path: String)
  case damaged(path: String, reason: String)
  case longLine(path: String)
  /// No row of `title.basics` is a film that the options ask for.
  case noFilms
  case tooMuchText
  case file(FileError)
  case catalog(CatalogFileError)

  public var description: String {
    switch self {
    case .missingFile(let dataset, let folder):
      """
      \(folder) has neither \(dataset.rawValue).tsv nor \(dataset.rawValue).tsv.gz; \
      download it from \(Dataset.source)
      """
    case .missingColumn(let name, let path): "\(path) has no column “\(name)” in its first line"
    case .truncated(let path): "\(path) is incomplete: its compressed data has no end; download it again"
    case .damaged(let path, let reason): "\(path) is damaged (\(reason)); download it again"
    case .longLine(let path): "\(path) has a line of more than \(ReadAhead.blockSize >> 20) MiB; download it again"
    case .noFilms: "no film is left to import"
    case .tooMuchText: "the texts of these films take more than 4 GiB; import fewer, with --min-votes"
    case .file(let error): error.description
    case .catalog(let error): error.description
    }
  }
}
