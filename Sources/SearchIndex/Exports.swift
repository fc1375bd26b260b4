// Most files of this target use these modules.
@_exported import SectionImage
@_exported import Text
