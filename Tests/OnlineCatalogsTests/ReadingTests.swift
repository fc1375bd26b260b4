import HTTP
import JSON
import TestSupport
import Testing

@testable import OnlineCatalogs

struct ReadingTests {
  /// The cache asks whether a response is valid, which requires parsing it.
  @Test
  func `a response is parsed once`() async throws {
    let service = try TestSupport.Upstream(.omdb)
    let folder = TemporaryFolder()
    var configuration = HTTPClient.Configuration.patient
    configuration.cacheFolder = folder.file("responses")
    let upstream = OnlineCatalogs.Upstream(catalog: "omdb", http: HTTPClient(configuration))
    // OMDb sends malformed JSON for this title.
    var request = HTTPRequest(service: "omdb", base: service.baseURL, query: [HTTPRequest.Field("i", "tt0109830")])
    request.secrets.query = [HTTPRequest.Field("apikey", OMDbFixture.key)]
    let repairs = Observed(0)
    let repair: @Sendable ([UInt8]) -> JSON? = { body in
      repairs.change { $0 += 1 }
      return try? JSON.parse(JSONRepair.repaired(body))
    }
    for times in 1...2 {
      let answer = try await upstream.json(request, repair: repair) { _, _ in nil }
      #expect(answer.json["Title"] == "Forrest Gump")
      #expect(repairs.value == times)
    }
  }
}
