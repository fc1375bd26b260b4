// Most files of this target use these modules.
@_exported import HTTP
@_exported import JSON
@_exported import MovieCore
@_exported import Platform
