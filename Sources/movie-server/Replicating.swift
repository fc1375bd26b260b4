import LibrarySync
import MovieCore
import OperatingSystem

extension ServerParts {
  func replicator() -> Replicator? {
    guard let url = configuration.sync.url else { return nil }
    var settings = Replicator.Configuration(
      url: url, library: configuration.sync.library, folder: configuration.paths.data)
    if let words = configuration.sync.passwordCommand {
      settings.password = { () throws(Replicator.PasswordFailure) in
        let output: ChildCommand.Output
        do throws(SpawnFailure) {
          output = try ChildCommand.run(words, timeoutMilliseconds: TokenCommand.timeoutMilliseconds)
        } catch {
          throw Replicator.PasswordFailure("the command for the password of the database \(error.description)")
        }
        if let failure = output.failure {
          throw Replicator.PasswordFailure("the command for the password of the database \(failure)")
        }
        let line = output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first ?? []
        return String(decoding: line, as: UTF8.self)
      }
    }
    return Replicator(settings, favorites) { [log] in log(.info, $0) }
  }
}
