// swift-tools-version: 6.2
import PackageDescription

// Targets are the walls: what a target does not depend on, it cannot reach. From the ground up: the system (Threads,
// Files), bytes (JSON, JSONRPC, Transcripts), the domain (MovieCore), what does I/O for it (SQLite, FavoritesStore,
// LocalCatalog, HTTP, OnlineCatalogs), the contract (MovieAPI), and the composition root (movie-server).
let package = Package(
  name: "movie-server",
  // `Task.immediate` (SE-0472), which keeps a request on the reader's thread until it first has to wait.
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
    // Without `pkgConfig`, which would link the library: its header says why it must not be.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "Threads"),
    .target(name: "Files", dependencies: ["Threads"]),
    .target(name: "JSON"),
    .target(name: "JSONRPC", dependencies: ["JSON", "Threads"]),
    .target(name: "Transcripts", dependencies: ["Files", "JSON", "JSONRPC", "Threads"]),
    .target(name: "MovieCore", dependencies: ["JSON", "Threads"]),
    .target(name: "MovieAPI", dependencies: ["JSON", "JSONRPC", "MovieCore", "Threads"]),
    .target(name: "SQLite", dependencies: ["CSQLite", "Files"]),
    .target(name: "FavoritesStore", dependencies: ["Files", "JSON", "MovieCore", "SQLite", "Threads"]),
    .target(name: "LocalCatalog", dependencies: ["MovieCore", "SQLite", "Threads"]),
    .target(name: "HTTP", dependencies: ["CCurl", "Files", "JSON", "SQLite", "Threads"]),
    .target(name: "OnlineCatalogs", dependencies: ["Files", "HTTP", "JSON", "MovieCore", "Threads"]),
    .executableTarget(
      name: "movie-server",
      dependencies: [
        "CLinux", "FavoritesStore", "Files", "HTTP", "JSON", "JSONRPC", "LocalCatalog", "MovieAPI", "MovieCore",
        "OnlineCatalogs", "Threads", "Transcripts",
      ]
    ),
    .executableTarget(
      name: "json-benchmark", dependencies: ["JSON", "LocalCatalog", "MovieCore"],
      path: "Tests/Benchmarks/JSONBenchmark"
    ),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TestSupport", "Threads"]),
    .target(name: "TestSupport", dependencies: ["HTTP", "JSON", "Threads"], path: "Tests/TestSupport"),
    .testTarget(name: "TestSupportTests", dependencies: ["JSON", "TestSupport", "Threads"]),
    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "ThreadsTests", dependencies: ["TestSupport", "Threads"]),
    .testTarget(
      name: "MovieCoreTests", dependencies: ["FavoritesStore", "JSON", "MovieCore", "TestSupport", "Threads"]),
    .testTarget(
      name: "FavoritesStoreTests",
      dependencies: ["CSQLite", "FavoritesStore", "JSON", "MovieCore", "SQLite", "TestSupport", "Threads"]),
    .testTarget(name: "LocalCatalogTests", dependencies: ["LocalCatalog", "MovieCore", "TestSupport"]),
    .testTarget(
      name: "MovieAPITests",
      dependencies: ["FavoritesStore", "JSON", "JSONRPC", "MovieAPI", "MovieCore", "TestSupport"]
    ),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "JSON", "SQLite", "TestSupport", "Threads"],
      exclude: ["Support/http2.py", "Support/origin.py"]
    ),
    .testTarget(
      name: "OnlineCatalogsTests",
      dependencies: [
        "FavoritesStore", "Files", "HTTP", "JSON", "MovieCore", "OnlineCatalogs", "TestSupport", "Threads",
      ]
    ),
    .testTarget(name: "TranscriptsTests", dependencies: ["JSON", "JSONRPC", "TestSupport", "Transcripts"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "JSON", "MovieCore", "OnlineCatalogs", "SQLite", "TestSupport", "Threads", "Transcripts", "movie-server",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
