// swift-tools-version: 6.2
import PackageDescription

// The targets enforce the layers: a target can only use its dependencies. From bottom to top: the system (Platform,
// Concurrency, OperatingSystem, SectionImage), protocols (JSON, JSONRPC, Redaction, Transcripts), the domain (Text,
// MovieCore, SearchIndex, CatalogImage, Notes), its I/O (SQLite, LibraryStore, BuiltinFilms, LocalCatalog, IMDbImport,
// HTTP, OnlineCatalogs), the API (MovieAPI) and what offers it in other protocols (MCP, LSP), and the composition root
// (movie-server).
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
    // Neither linked nor needed to build: the module declares the functions of libpq that it opens on first use.
    .systemLibrary(name: "CPQ"),
    // Without `pkgConfig`: Sources/install links it statically.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "Platform"),
    .target(name: "Concurrency", dependencies: ["Platform"]),
    .target(name: "Text", dependencies: ["Platform"]),
    .target(name: "JSON", dependencies: ["Platform"]),
    .target(name: "OperatingSystem", dependencies: ["Concurrency", "JSON", "Platform"]),
    .target(name: "Redaction", dependencies: ["JSON", "Platform"]),
    .target(name: "JSONRPC", dependencies: ["Concurrency", "JSON", "Platform"]),
    .target(
      name: "Transcripts",
      dependencies: ["Concurrency", "JSON", "JSONRPC", "OperatingSystem", "Platform", "Redaction"]),
    .target(name: "MovieCore", dependencies: ["Concurrency", "JSON", "Platform", "Text"]),
    .target(name: "Notes", dependencies: ["MovieCore", "Platform"]),
    .target(
      name: "LibraryFormats",
      dependencies: ["CZlib", "JSON", "MovieCore", "Notes", "OperatingSystem", "Platform"]),
    .target(
      name: "MovieAPI",
      dependencies: ["Concurrency", "JSON", "JSONRPC", "LibraryFormats", "MovieCore", "Platform"],
      resources: [.embedInCode("Examples.jsonl")]),
    .target(
      name: "MCP",
      dependencies: ["Concurrency", "JSON", "JSONRPC", "MovieAPI", "MovieCore", "OperatingSystem", "Platform"],
      resources: [.embedInCode("Tools.json"), .embedInCode("Prompts.json")]),
    .target(
      name: "LSP",
      dependencies: [
        "Concurrency", "JSON", "JSONRPC", "MovieAPI", "MovieCore", "Notes", "OperatingSystem", "Platform",
      ]),
    .target(name: "SQLite", dependencies: ["CSQLite", "OperatingSystem", "Platform"]),
    .target(name: "PostgreSQL", dependencies: ["CPQ", "Concurrency", "Platform"]),
    .target(
      name: "LibraryStore",
      dependencies: ["CLinux", "Concurrency", "JSON", "MovieCore", "OperatingSystem", "Platform", "SQLite"]),
    .target(name: "SectionImage", dependencies: ["Concurrency", "Platform"]),
    .target(
      name: "SearchIndex", dependencies: ["Concurrency", "Platform", "SectionImage", "Text"], exclude: ["README.md"]),
    .target(name: "CatalogImage", dependencies: ["Concurrency", "Platform", "SearchIndex", "SectionImage", "Text"]),
    .target(name: "BuiltinFilms", dependencies: ["CatalogImage", "Platform", "Text"], exclude: ["Tables"]),
    .executableTarget(name: "make-film-table", dependencies: ["BuiltinFilms", "CatalogImage", "Platform"]),
    .plugin(
      name: "FilmTablePlugin", capability: .buildTool(), dependencies: ["make-film-table"],
      path: "Sources/FilmTablePlugin"),
    .target(
      name: "LocalCatalog",
      dependencies: [
        "CatalogImage", "Concurrency", "MovieCore", "OperatingSystem", "Platform", "SearchIndex", "SectionImage",
        "Text",
      ],
      plugins: ["FilmTablePlugin"]),
    .target(
      name: "IMDbImport",
      dependencies: [
        "CZlib", "CatalogImage", "Concurrency", "JSON", "LocalCatalog", "OperatingSystem", "Platform", "Text",
      ]),
    .target(
      name: "HTTP",
      dependencies: ["CCurl", "Concurrency", "JSON", "OperatingSystem", "Platform", "Redaction"]),
    .target(
      name: "OnlineCatalogs",
      dependencies: ["Concurrency", "HTTP", "JSON", "MovieCore", "OperatingSystem", "Platform", "Redaction"]),
    .target(
      name: "LibrarySync",
      dependencies: ["Concurrency", "JSON", "MovieCore", "OperatingSystem", "Platform", "PostgreSQL"]),
    .executableTarget(
      name: "movie-server",
      dependencies: [
        "CLinux", "Concurrency", "HTTP", "IMDbImport", "JSON", "JSONRPC", "LSP", "LibraryFormats", "LibraryStore",
        "LibrarySync", "LocalCatalog", "MCP", "MovieAPI", "MovieCore", "Notes", "OnlineCatalogs", "OperatingSystem",
        "Platform", "PostgreSQL", "Transcripts",
      ],
      resources: [.embedInCode("help.txt"), .embedInCode("translations.json")]
        + ["bash", "zsh", "fish"].map { .embedInCode("Completions/completion.\($0)") }
    ),
    .executableTarget(
      name: "json-benchmark", dependencies: ["JSON", "LocalCatalog", "MovieCore"],
      path: "Tests/Benchmarks/JSONBenchmark"
    ),
    .executableTarget(
      name: "search-benchmark", dependencies: ["SearchIndex", "SearchSupport", "SectionImage", "Text"],
      path: "Tests/Benchmarks/SearchBenchmark"
    ),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TestSupport", "Concurrency"]),
    .target(
      name: "TestSupport", dependencies: ["HTTP", "JSON", "Concurrency", "OperatingSystem"], path: "Tests/TestSupport"),
    .testTarget(name: "TestSupportTests", dependencies: ["JSON", "TestSupport", "Concurrency"]),
    .testTarget(name: "OperatingSystemTests", dependencies: ["JSON", "OperatingSystem"]),
    .testTarget(name: "ConcurrencyTests", dependencies: ["TestSupport", "Concurrency"]),
    .testTarget(
      name: "MovieCoreTests", dependencies: ["LibraryStore", "JSON", "MovieCore", "TestSupport", "Concurrency"]),
    .testTarget(
      name: "LibraryStoreTests",
      dependencies: [
        "CSQLite", "Concurrency", "LibraryStore", "JSON", "MovieCore", "OperatingSystem", "SQLite", "TestSupport",
      ]),
    .testTarget(name: "TextTests", dependencies: ["TestSupport", "Text"]),
    .testTarget(name: "NotesTests", dependencies: ["MovieCore", "Notes", "TestSupport"]),
    .testTarget(name: "SectionImageTests", dependencies: ["Platform", "SectionImage", "TestSupport"]),
    .testTarget(
      name: "SearchIndexTests",
      dependencies: ["Platform", "SearchIndex", "SearchSupport", "SectionImage", "TestSupport", "Text"]),
    .target(name: "SearchSupport", dependencies: ["SearchIndex", "SectionImage"], path: "Tests/SearchSupport"),
    .testTarget(
      name: "LocalCatalogTests",
      dependencies: [
        "BuiltinFilms", "CatalogImage", "LocalCatalog", "MovieCore", "OperatingSystem", "Platform", "SearchIndex",
        "SectionImage", "TestSupport",
      ]),
    .testTarget(
      name: "LibraryFormatsTests", dependencies: ["CZlib", "JSON", "LibraryFormats", "MovieCore", "TestSupport"]),
    .testTarget(
      name: "IMDbImportTests", dependencies: ["CZlib", "CatalogImage", "IMDbImport", "LocalCatalog", "TestSupport"]),
    .testTarget(
      name: "MovieAPITests",
      dependencies: ["LibraryStore", "JSON", "JSONRPC", "MovieAPI", "MovieCore", "TestSupport"]
    ),
    .testTarget(name: "MCPTests", dependencies: ["JSON", "MCP", "MovieCore"]),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "JSON", "Platform", "TestSupport", "Concurrency"],
      exclude: ["Support/http2.py", "Support/origin.py"]
    ),
    .testTarget(
      name: "OnlineCatalogsTests",
      dependencies: [
        "LibraryStore", "OperatingSystem", "HTTP", "JSON", "MovieCore", "OnlineCatalogs", "Platform", "TestSupport",
        "Concurrency",
      ]
    ),
    .testTarget(name: "RedactionTests", dependencies: ["JSON", "Redaction"]),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["JSON", "JSONRPC", "Redaction", "TestSupport", "Transcripts"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "JSON", "MovieCore", "Notes", "OnlineCatalogs", "SQLite", "TestSupport", "Concurrency", "Transcripts",
        "movie-server",
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
