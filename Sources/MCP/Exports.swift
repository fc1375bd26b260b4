// Most files of this target use these modules.
@_exported import MovieAPI
