// What most files of this target use.
@_exported import JSON
@_exported import JSONRPC
@_exported import OperatingSystem
@_exported import Platform
