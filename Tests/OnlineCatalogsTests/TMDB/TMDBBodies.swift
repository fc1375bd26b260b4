import JSON

@testable import OnlineCatalogs

/// Bodies in TMDB's format, of invented films.
enum TMDBBodies {
  static func row(_ changes: [(String, JSON?)] = []) -> JSON {
    var row: [(String, JSON?)] = [
      ("adult", false), ("backdrop_path", "/backdrop.jpg"), ("genre_ids", [18, 99999, 53, 18]), ("id", 4711),
      ("original_language", "ko"), ("original_title", "비 오는 날"), ("overview", "A house, and rain."),
      ("popularity", .number("12.5")), ("poster_path", "/poster.jpg"), ("release_date", "2019-05-30"),
      ("title", "Rainy Day"), ("video", false), ("vote_average", .number("7.811")), ("vote_count", 42),
    ]
    row = row.filter { member in !changes.contains { $0.0 == member.0 } } + changes
    return .object(row.compactMap { name, value in value.map { JSON.Member(name, $0) } })
  }

  /// A complete response of `/movie/{id}` with all appended parts.
  static let detail = try! JSON.parse(
    Array(
      #"""
      {"adult":false,"backdrop_path":null,"budget":11400000,
       "belongs_to_collection":{"id":86,"name":"Weather Collection","poster_path":null},
       "genres":[{"id":18,"name":"드라마"},{"id":53,"name":null},{"id":99999,"name":"Clownery"}],
       "homepage":"","id":4711,"imdb_id":"","origin_country":["KR"],"original_language":"ko",
       "original_title":"비 오는 날","overview":"","popularity":12.5,"poster_path":"/poster.jpg",
       "production_companies":[{"id":1,"logo_path":"/logo.png","name":"Umbrella","origin_country":""},
                               {"id":2,"logo_path":null,"name":"Puddle","origin_country":"KR"}],
       "production_countries":[{"iso_3166_1":"KR","name":"South Korea"}],"release_date":"2019-05-30","revenue":2923706026,
       "runtime":133,"spoken_languages":[{"english_name":"Korean","iso_639_1":"ko","name":"한국어/조선말"},
                                         {"iso_639_1":"en","name":"English"}],
       "status":"Released","tagline":"","title":"비 오는 날","video":false,"vote_average":7.811,"vote_count":42,
       "credits":{
         "cast":[{"adult":false,"gender":0,"id":12,"name":"Second","profile_path":null,"character":"","order":1},
                 {"adult":false,"gender":2,"id":11,"name":"First","profile_path":"/face.jpg","character":"The Man",
                  "order":0}],
         "crew":[{"id":5,"name":"Cutter","department":"Editing","job":"Editor"},
                 {"id":9,"name":"Extra","department":"Weather","job":"Rainmaker"},
                 {"id":4,"name":"Author","department":"Writing","job":"Screenplay"},
                 {"id":3,"name":"Maker","department":"Writing","job":"Story"},
                 {"id":3,"name":"Maker","department":"Directing","job":"Director"},
                 {"id":3,"name":"Maker","department":"Directing","job":"Director"},
                 {"id":6,"name":"Helping Hand","department":"Directing","job":"Assistant Director"},
                 {"id":7,"name":"Light","department":"Lighting","job":"Director"},
                 {"id":8,"name":"","department":"Art","job":"Painter"}]},
       "external_ids":{"imdb_id":"tt9876543","wikidata_id":"Q4711","twitter_id":"","instagram_id":"rain.film",
         "facebook_id":"x/../y"},
       "videos":{"results":[
         {"iso_639_1":"en","key":"teaser_en","name":"Teaser","site":"YouTube","type":"Teaser","official":true},
         {"iso_639_1":"en","key":"trailer-en","name":"Trailer","site":"YouTube","type":"Trailer","official":true},
         {"iso_639_1":"en","key":"fan","name":"Fan cut","site":"YouTube","type":"Trailer","official":false},
         {"iso_639_1":"ko","key":"12345","name":"예고편","site":"Vimeo","type":"Trailer","official":true,
          "published_at":"2019-04-01T09:00:00.000Z"},
         {"iso_639_1":"en","key":"x&y=z","name":"Odd","site":"YouTube","type":"Trailer","official":true},
         {"iso_639_1":"en","key":"clip","name":"Clip","site":"YouTube","type":"Clip","official":true},
         {"iso_639_1":"en","key":"other","name":"Elsewhere","site":"Dailymotion","type":"Trailer","official":true}]},
       "release_dates":{"results":[
         {"iso_3166_1":"US","release_dates":[
           {"certification":"","type":1},{"certification":"NR","type":4},{"certification":"R","type":3}]},
         {"iso_3166_1":"KR","release_dates":[
           {"certification":"15","note":"","release_date":"2019-05-31T00:00:00.000Z","type":3},
           {"certification":"15","note":"VOD","release_date":"2019-07-01T00:00:00.000Z","type":4}]},
         {"iso_3166_1":"GB","release_dates":[{"certification":"","type":3}]}]},
       "keywords":{"keywords":[{"id":1,"name":"rain"},{"id":2,"name":"house"},{"id":3,"name":"rain"}]},
       "watch/providers":{"results":{"KR":{"link":"https://www.themoviedb.org/movie/4711/watch?locale=KR",
         "flatrate":[{"display_priority":9,"logo_path":"/b.jpg","provider_id":2,"provider_name":"Second"},
                     {"display_priority":1,"logo_path":"/a.jpg","provider_id":1,"provider_name":"First"}],
         "buy":[{"display_priority":1,"logo_path":null,"provider_id":3,"provider_name":"Shop"}]}}},
       "recommendations":{"page":1,"results":[
         {"id":1,"title":"One","genre_ids":[18],"media_type":"movie","release_date":""},
         {"id":2,"name":"A Series","media_type":"tv"},{"id":1,"title":"One"},{"id":3,"title":""}],
         "total_pages":1,"total_results":4},
       "reviews":{"page":1,"results":[],"total_pages":0,"total_results":0},
       "translations":{"translations":[
         {"iso_3166_1":"GB","iso_639_1":"en","data":{"homepage":"","overview":"British.","tagline":"","title":""}},
         {"iso_3166_1":"US","iso_639_1":"en","data":{"homepage":"https://rain.example/","overview":"A house, and rain.",
                                                    "tagline":"It pours.","title":"Rainy Day"}},
         {"iso_3166_1":"PT","iso_639_1":"pt","data":{"homepage":"","overview":"Uma casa.","tagline":"","title":""}},
         {"iso_3166_1":"BR","iso_639_1":"pt","data":{"homepage":"","overview":"","tagline":"Chove.",
                                                    "title":"Dia de Chuva"}}]}}
      """#.utf8))

  /// Values of every type, to replace others with.
  static let strange: [JSON] = [
    .null, true, -1, .number("9223372036854775807"), .number("1e400"), "", "x\u{0}", [.null], ["id": [:]],
  ]

  static func decoder(_ language: String?) -> TMDBDecoder {
    TMDBDecoder(
      language: TMDBLanguage(language), images: .documented, genres: [18: "Drama", 53: "Thriller"], dates: TMDBDates())
  }
}

extension JSON {
  /// The object with a member replaced or removed.
  func with(_ name: String, _ value: JSON?) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name } + (value.map { [Member(name, $0)] } ?? []))
  }

  /// Every value of the tree in turn, with a function that replaces it.
  var places: [(path: String, put: (JSON) -> JSON)] { Self.places(in: self, "") { $0 } }

  private static func places(
    in json: JSON, _ path: String, _ put: @escaping (JSON) -> JSON
  ) -> [(path: String, put: (JSON) -> JSON)] {
    let children: [(String, JSON, (JSON) -> JSON)] =
      switch json {
      case .object(let members):
        members.indices.map { place in
          let member = members[place]
          return (
            member.name, member.value,
            { value in
              var members = members
              members[place].value = value
              return put(.object(members))
            }
          )
        }
      case .array(let elements):
        elements.indices.map { place in
          (
            String(place), elements[place],
            { value in
              var elements = elements
              elements[place] = value
              return put(.array(elements))
            }
          )
        }
      default: []
      }
    return children.flatMap { name, value, put in
      [(path + "/" + name, put)] + places(in: value, path + "/" + name, put)
    }
  }
}
