// Most files of this target use these modules.
@_exported import HTTP
@_exported import MovieCore
