/// When the column cache of a file is worth writing.
struct CachePolicy: Hashable, Sendable {
  /// Fewer rows are read as quickly.
  var minimumRows = 16_384
  /// So many changes may be missing in the cache: the next process looks them up as quickly.
  var maximumNews: Int64 = 1024
  /// Where an expense is left here and there, parts are not worth their place.
  var minimumRowsPerPart = 4096
}
