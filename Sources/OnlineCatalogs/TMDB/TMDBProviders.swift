/// The services that show a movie. TMDB has this data from JustWatch, and requires its users to name the source.
enum TMDBProviders {
  static let attribution = "Where to watch: data by JustWatch."

  /// Returns nil if no service of the country is known.
  static func whereToWatch(in country: String, _ providers: JSON?, images: TMDBImages) -> WhereToWatch? {
    guard let entry = providers?["results"]?[country] else { return nil }
    func list(_ name: String) -> [WhereToWatch.Provider] {
      let ordered = (entry[name]?.elements ?? []).sorted {
        ($0["display_priority"]?.wholeNumber ?? .max) < ($1["display_priority"]?.wholeNumber ?? .max)
      }
      return ordered.compactMap { provider in
        provider["provider_name"]?.text.map {
          WhereToWatch.Provider(name: $0, logoUrl: images.url(.logo, provider["logo_path"]))
        }
      }.uniqued(on: \.name)
    }
    var result = WhereToWatch(country: country, attribution: attribution)
    result.link = entry["link"]?.webAddress
    result.stream = list("flatrate")
    result.free = list("free")
    result.ads = list("ads")
    result.rent = list("rent")
    result.buy = list("buy")
    return result.providers.isEmpty ? nil : result
  }
}
