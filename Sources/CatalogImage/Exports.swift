// What most files of this target use.
@_exported import SearchIndex
@_exported import SectionImage
@_exported import Text
