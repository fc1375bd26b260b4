private enum NamesColumn: Int, DatasetColumn { case nconst, primaryName, birthYear, deathYear }

extension Importer {
  mutating func importNames() throws(ImportError) {
    counts[.names] = try TableReader<NamesColumn>.read(.names, folder: folder, report: report) {
      row, counts throws(ImportError) in
      guard let id = row[.nconst].identifier("nm") else { return .identifier }
      guard let person = people.row(of: id).map({ Int($0) }) else { return .uncredited }
      guard tables.people[person].name == 0 else { return .duplicate }
      let name = row[.primaryName]
      guard name.isText else { return .text }
      if name.isMissing { return .untitled }
      tables.people[person].name = try add(name)
      let years = [row[.birthYear].optionalNumber(atMost: 9_999), row[.deathYear].optionalNumber(atMost: 9_999)]
      for year in years where year == nil { counts.dropValue() }
      tables.people[person].birthYear = UInt16(years[0] ?? 0)
      tables.people[person].deathYear = UInt16(years[1] ?? 0)
      return nil
    }
  }

  /// Removes people without a name, and their credits. Returns how many there are.
  mutating func removeUnknownPeople() -> Int {
    var rows = [UInt32](repeating: .max, count: tables.people.count)
    var known: UInt32 = 0
    for person in rows.indices where tables.people[person].name != 0 {
      rows[person] = known
      known += 1
    }
    tables.people.removeAll { $0.name == 0 }
    tables.credits.removeAll { rows[Int($0.person)] == .max }
    for index in tables.credits.indices { tables.credits[index].person = rows[Int(tables.credits[index].person)] }
    return rows.count - Int(known)
  }
}
