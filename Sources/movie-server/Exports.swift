// What most files of the program use.
@_exported import Concurrency
@_exported import JSON
@_exported import JSONRPC
@_exported import MovieCore
@_exported import Platform
