// What most files of this target use.
@_exported import Concurrency
@_exported import JSON
@_exported import Platform
