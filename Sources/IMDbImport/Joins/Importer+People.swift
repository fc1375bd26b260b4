import CatalogImage

private enum NamesColumn: Int, DatasetColumn {
  case nconst, primaryName, birthYear, deathYear
}

extension Importer {
  mutating func importNames() throws(ImportError) {
    counts[.names] = try TableReader<NamesColumn>.read(.names, folder: folder, report: report) {
      row, counts throws(ImportError) in
      guard let id = row[.nconst].identifier("nm") else { return .identifier }
      guard let person = people.row(of: id).map({ Int($0) }) else { return .uncredited }
      guard tables.people.names[person] == 0 else { return .duplicate }
      let name = row[.primaryName]
      guard name.isText else { return .text }
      if name.isMissing { return .untitled }
      tables.people.names[person] = try add(name)
      let years = [row[.birthYear].optionalNumber(atMost: 9_999), row[.deathYear].optionalNumber(atMost: 9_999)]
      for year in years where year == nil { counts.dropValue() }
      tables.people.birthYears[person] = UInt16(years[0] ?? 0)
      tables.people.deathYears[person] = UInt16(years[1] ?? 0)
      return nil
    }
  }

  /// Removes people without a name, and their credits. Returns how many there are.
  mutating func removeUnknownPeople() -> Int {
    let old = tables.people
    let removed = UInt32.max
    var rows = [UInt32](repeating: removed, count: old.ids.count)
    tables.people = FilmTables().people
    for person in old.ids.indices where old.names[person] != 0 {
      rows[person] = UInt32(tables.people.ids.count)
      tables.people.ids.append(old.ids[person])
      tables.people.names.append(old.names[person])
      tables.people.birthYears.append(old.birthYears[person])
      tables.people.deathYears.append(old.deathYears[person])
    }
    guard tables.people.ids.count < old.ids.count else { return 0 }
    // In place: the credits are the largest columns.
    var kept = 0
    for credit in tables.credits.films.indices {
      let person = rows[Int(tables.credits.people[credit])]
      if person == removed { continue }
      tables.credits.films[kept] = tables.credits.films[credit]
      tables.credits.people[kept] = person
      tables.credits.kinds[kept] = tables.credits.kinds[credit]
      tables.credits.orders[kept] = tables.credits.orders[credit]
      tables.credits.characters[kept] = tables.credits.characters[credit]
      kept += 1
    }
    let surplus = tables.credits.films.count - kept
    tables.credits.films.removeLast(surplus)
    tables.credits.people.removeLast(surplus)
    tables.credits.kinds.removeLast(surplus)
    tables.credits.orders.removeLast(surplus)
    tables.credits.characters.removeLast(surplus)
    return old.ids.count - tables.people.ids.count
  }
}
