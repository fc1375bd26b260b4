// Most files of this target use these modules.
@_exported import Concurrency
@_exported import JSON
@_exported import JSONRPC
@_exported import MovieAPI
@_exported import MovieCore
@_exported import Notes
@_exported import Platform
