// What most files of this target use.
@_exported import CatalogImage
@_exported import MovieCore
@_exported import SectionImage
