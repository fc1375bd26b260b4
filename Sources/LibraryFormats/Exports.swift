// Most files of this target use these modules.
@_exported import MovieCore
@_exported import Platform
