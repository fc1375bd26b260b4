// What most files of this target use.
@_exported import HTTP
@_exported import JSON
@_exported import MovieCore
@_exported import Platform
