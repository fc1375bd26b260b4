// What most files of this target use.
@_exported import Concurrency
@_exported import Platform
