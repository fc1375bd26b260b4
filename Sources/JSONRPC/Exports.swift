// Most files of this target use these modules.
@_exported import Concurrency
@_exported import JSON
@_exported import Platform
