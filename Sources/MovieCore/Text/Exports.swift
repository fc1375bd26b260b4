// Exports the folding of texts, which catalogs and favorites need.
@_exported import Text
