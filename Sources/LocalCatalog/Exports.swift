// Most files of this target use these modules.
@_exported import CatalogImage
@_exported import MovieCore
