// Most files of this target use these modules.
@_exported import JSON
@_exported import JSONRPC
@_exported import OperatingSystem
@_exported import Platform
