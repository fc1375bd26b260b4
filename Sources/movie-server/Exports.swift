// What most files of the program use.
@_exported import JSONRPC
@_exported import MovieCore
