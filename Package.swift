// swift-tools-version: 6.2
import PackageDescription

// The targets enforce the layers: a target can only use its dependencies. From bottom to top: the system (Platform,
// Concurrency, OperatingSystem, SectionImage), protocols (JSON, JSONRPC, Redaction, Transcripts), the domain (Text,
// MovieCore, SearchIndex), its I/O (SQLite, FavoritesStore, BuiltinFilms, LocalCatalog, IMDbCatalog, IMDbImport, HTTP,
// OnlineCatalogs), the API (MovieAPI), and the composition root (movie-server).
let package = Package(
  name: "movie-server",
  // For `Task.immediate` (SE-0472), which runs a request on the reader's thread until it first suspends.
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "movie-server", targets: ["movie-server"])
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    // Without `pkgConfig`, which would link the library. The module's header explains why it is not linked.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CLinux"),
    // Without `pkgConfig`: Sources/install links it statically.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "Platform"),
    .target(name: "Concurrency", dependencies: ["Platform"]),
    .target(name: "OperatingSystem", dependencies: ["Concurrency", "JSON", "Platform"]),
    .target(name: "Text"),
    .target(name: "JSON", dependencies: ["Platform"]),
    .target(name: "Redaction", dependencies: ["JSON", "Platform"]),
    .target(name: "JSONRPC", dependencies: ["Concurrency", "JSON", "Platform"]),
    .target(
      name: "Transcripts",
      dependencies: ["Concurrency", "JSON", "JSONRPC", "OperatingSystem", "Platform", "Redaction"]),
    .target(name: "MovieCore", dependencies: ["Concurrency", "JSON", "Platform", "Text"]),
    .target(name: "MovieAPI", dependencies: ["Concurrency", "JSON", "JSONRPC", "MovieCore", "Platform"]),
    .target(name: "SQLite", dependencies: ["CSQLite", "OperatingSystem", "Platform"]),
    .target(
      name: "FavoritesStore",
      dependencies: ["CLinux", "Concurrency", "JSON", "MovieCore", "OperatingSystem", "Platform", "SQLite"]),
    .target(name: "SectionImage", dependencies: ["Concurrency", "Platform"]),
    .target(name: "SearchIndex", dependencies: ["Platform", "SectionImage", "Text"], exclude: ["README.md"]),
    .target(
      name: "BuiltinFilms", dependencies: ["Platform", "SearchIndex", "SectionImage", "Text"], exclude: ["Tables"]),
    .executableTarget(name: "make-film-table", dependencies: ["BuiltinFilms", "Platform", "SectionImage"]),
    .plugin(
      name: "FilmTablePlugin", capability: .buildTool(), dependencies: ["make-film-table"],
      path: "Sources/FilmTablePlugin"),
    .target(
      name: "LocalCatalog", dependencies: ["BuiltinFilms", "MovieCore", "SearchIndex", "SectionImage"],
      plugins: ["FilmTablePlugin"]),
    .target(
      name: "IMDbCatalog",
      dependencies: ["Concurrency", "MovieCore", "OperatingSystem", "Platform", "SearchIndex", "SectionImage"]),
    .target(
      name: "IMDbImport", dependencies: ["CZlib", "Concurrency", "IMDbCatalog", "OperatingSystem", "Platform"]),
    .target(
      name: "HTTP",
      dependencies: ["CCurl", "Concurrency", "JSON", "OperatingSystem", "Platform", "Redaction", "SQLite"]),
    .target(
      name: "OnlineCatalogs",
      dependencies: ["Concurrency", "HTTP", "JSON", "MovieCore", "OperatingSystem", "Platform"]),
    .executableTarget(
      name: "movie-server",
      dependencies: [
        "CLinux", "Concurrency", "FavoritesStore", "HTTP", "IMDbCatalog", "IMDbImport", "JSON", "JSONRPC",
        "LocalCatalog", "MovieAPI", "MovieCore", "OnlineCatalogs", "OperatingSystem", "Platform", "Transcripts",
      ]
    ),
    .executableTarget(
      name: "json-benchmark", dependencies: ["JSON", "LocalCatalog", "MovieCore"],
      path: "Tests/Benchmarks/JSONBenchmark"
    ),
    .executableTarget(
      name: "search-benchmark", dependencies: ["SearchIndex", "SectionImage", "Text"],
      path: "Tests/Benchmarks/SearchBenchmark"
    ),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TestSupport", "Concurrency"]),
    .target(
      name: "TestSupport", dependencies: ["HTTP", "JSON", "Concurrency", "OperatingSystem"], path: "Tests/TestSupport"),
    .testTarget(name: "TestSupportTests", dependencies: ["JSON", "TestSupport", "Concurrency"]),
    .testTarget(name: "OperatingSystemTests", dependencies: ["JSON", "OperatingSystem"]),
    .testTarget(name: "ConcurrencyTests", dependencies: ["TestSupport", "Concurrency"]),
    .testTarget(
      name: "MovieCoreTests", dependencies: ["FavoritesStore", "JSON", "MovieCore", "TestSupport", "Concurrency"]),
    .testTarget(
      name: "FavoritesStoreTests",
      dependencies: [
        "CSQLite", "Concurrency", "FavoritesStore", "JSON", "MovieCore", "OperatingSystem", "SQLite", "TestSupport",
      ]),
    .testTarget(name: "SectionImageTests", dependencies: ["Platform", "SectionImage", "TestSupport"]),
    .testTarget(
      name: "SearchIndexTests", dependencies: ["Platform", "SearchIndex", "SectionImage", "TestSupport", "Text"]),
    .testTarget(
      name: "LocalCatalogTests",
      dependencies: ["BuiltinFilms", "LocalCatalog", "MovieCore", "SearchIndex", "SectionImage", "TestSupport"]),
    .testTarget(
      name: "IMDbImportTests", dependencies: ["CZlib", "IMDbCatalog", "IMDbImport", "TestSupport"]),
    .testTarget(
      name: "IMDbCatalogTests",
      dependencies: [
        "IMDbCatalog", "MovieCore", "OperatingSystem", "Platform", "SearchIndex", "SectionImage", "TestSupport",
      ]),
    .testTarget(
      name: "MovieAPITests",
      dependencies: ["FavoritesStore", "JSON", "JSONRPC", "MovieAPI", "MovieCore", "TestSupport"]
    ),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "JSON", "SQLite", "TestSupport", "Concurrency"],
      exclude: ["Support/http2.py", "Support/origin.py"]
    ),
    .testTarget(
      name: "OnlineCatalogsTests",
      dependencies: [
        "FavoritesStore", "OperatingSystem", "HTTP", "JSON", "MovieCore", "OnlineCatalogs", "TestSupport",
        "Concurrency",
      ]
    ),
    .testTarget(name: "RedactionTests", dependencies: ["JSON", "Redaction"]),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["JSON", "JSONRPC", "Redaction", "TestSupport", "Transcripts"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "JSON", "MovieCore", "OnlineCatalogs", "SQLite", "TestSupport", "Concurrency", "Transcripts", "movie-server",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Regular expressions would be a tenth of the installed program, and nothing outside the tests uses them.
for target in package.targets
where [.regular, .executable].contains(target.type) && target.path?.hasPrefix("Tests/") != true {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}

// What waits for a network, a disk or a person is as small as possible. The others are on the way of every request.
for target in package.targets
where ["OnlineCatalogs", "HTTP", "Transcripts", "Redaction", "movie-server"].contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
}
