/// The names of things in each `CatalogLanguage`, from a table: bars separate a key, its names and further words for
/// searches, commas these words, and semicolons the rows.
public struct NameTable: Sendable {
  public let keys: [String]
  private let rows: [String: [Substring]]

  init(_ table: String) {
    let all = table.split(separator: ";").map { row in
      row.drop { $0 == " " || $0 == "\n" }.split(separator: "|", omittingEmptySubsequences: false)
    }
    keys = all.map { String($0[0]) }
    rows = Dictionary(zip(keys, all.map { Array($0.dropFirst()) })) { first, _ in first }
  }

  /// The name in a language, by its number in `CatalogLanguage.all`; nil if the table has no such key.
  public func name(of key: String, in language: Int) -> String? {
    rows[key].flatMap { $0.indices.contains(language) ? String($0[language]) : nil }
  }

  /// The name in a language of what has a name or a key; nil if the table has no such name.
  public func translation(of name: String, in language: Int) -> String? {
    key(of: name).flatMap { self.name(of: $0, in: language) }
  }

  /// The key of a name in any language, or of a further word, in any case; nil if the table has no such name.
  public func key(of name: String) -> String? {
    let name = name.lowercased()
    return keys.first { key in ([key] + searchWords(key)).contains { $0.lowercased() == name } }
  }

  /// The words for which a search finds what the key stands for: its names, and the further words.
  public func searchWords(_ key: String) -> [String] {
    guard let row = rows[key] else { return [] }
    let count = CatalogLanguage.all.count
    return row.prefix(count).map(String.init) + row.dropFirst(count).joined().split(separator: ",").map(String.init)
  }
}

extension NameTable {
  /// The genres of IMDb by their names in its files.
  public static let genres = NameTable(
    """
    Action|Action|액션; Adult|Adult|성인; Adventure|Adventure|모험; Animation|Animation|애니메이션|만화영화;
    Biography|Biography|전기; Comedy|Comedy|코미디|코메디; Crime|Crime|범죄; Documentary|Documentary|다큐멘터리;
    Drama|Drama|드라마; Family|Family|가족; Fantasy|Fantasy|판타지; Film-Noir|Film-Noir|필름 누아르; Game-Show|Game-Show|게임쇼;
    History|History|역사; Horror|Horror|공포|호러; Music|Music|음악; Musical|Musical|뮤지컬; Mystery|Mystery|미스터리;
    News|News|뉴스; Reality-TV|Reality-TV|리얼리티; Romance|Romance|로맨스|멜로; Sci-Fi|Sci-Fi|SF|Science Fiction,공상과학;
    Short|Short|단편; Sport|Sport|스포츠; Talk-Show|Talk-Show|토크쇼; Thriller|Thriller|스릴러; War|War|전쟁;
    Western|Western|서부극
    """)

  /// The languages of films by their codes of ISO 639-1, and Cantonese as `cn`.
  public static let languages = NameTable(
    """
    ar|Arabic|아랍어|아랍; bn|Bengali|벵골어|벵골; cn|Cantonese|광둥어|광둥; cs|Czech|체코어|체코; da|Danish|덴마크어|덴마크;
    de|German|독일어|독일; el|Greek|그리스어|그리스; en|English|영어; es|Spanish|스페인어|스페인; fa|Persian|페르시아어|페르시아;
    fi|Finnish|핀란드어|핀란드; fr|French|프랑스어|프랑스; he|Hebrew|히브리어|히브리; hi|Hindi|힌디어|힌디; hu|Hungarian|헝가리어|헝가리;
    id|Indonesian|인도네시아어|인도네시아; it|Italian|이탈리아어|이탈리아; ja|Japanese|일본어|일본; ko|Korean|한국어|한국;
    no|Norwegian|노르웨이어|노르웨이; pl|Polish|폴란드어|폴란드; pt|Portuguese|포르투갈어|포르투갈; ro|Romanian|루마니아어|루마니아;
    ru|Russian|러시아어|러시아; sv|Swedish|스웨덴어|스웨덴; te|Telugu|텔루구어|텔루구; th|Thai|태국어|태국; tr|Turkish|튀르키예어|튀르키예;
    vi|Vietnamese|베트남어|베트남; wo|Wolof|월로프어|월로프; zh|Mandarin|표준 중국어|표준 중국
    """)

  /// Countries by their codes of ISO 3166-1.
  public static let countries = NameTable(
    """
    AE|United Arab Emirates|아랍에미리트; AR|Argentina|아르헨티나; AT|Austria|오스트리아; AU|Australia|호주; BE|Belgium|벨기에;
    BG|Bulgaria|불가리아; BR|Brazil|브라질; BY|Belarus|벨라루스; CA|Canada|캐나다; CH|Switzerland|스위스; CL|Chile|칠레;
    CN|China|중국; CO|Colombia|콜롬비아; CU|Cuba|쿠바; CZ|Czech Republic|체코; DE|Germany|독일; DK|Denmark|덴마크;
    DZ|Algeria|알제리; EE|Estonia|에스토니아; EG|Egypt|이집트; ES|Spain|스페인; FI|Finland|핀란드; FR|France|프랑스;
    GB|United Kingdom|영국; GE|Georgia|조지아; GR|Greece|그리스; HK|Hong Kong|홍콩; HR|Croatia|크로아티아; HU|Hungary|헝가리;
    ID|Indonesia|인도네시아; IE|Ireland|아일랜드; IL|Israel|이스라엘; IN|India|인도; IR|Iran|이란; IS|Iceland|아이슬란드;
    IT|Italy|이탈리아; JO|Jordan|요르단; JP|Japan|일본; KH|Cambodia|캄보디아; KR|South Korea|한국; LB|Lebanon|레바논;
    LT|Lithuania|리투아니아; LU|Luxembourg|룩셈부르크; LV|Latvia|라트비아; MA|Morocco|모로코; MT|Malta|몰타; MX|Mexico|멕시코;
    NG|Nigeria|나이지리아; NL|Netherlands|네덜란드; NO|Norway|노르웨이; NZ|New Zealand|뉴질랜드; PE|Peru|페루; PH|Philippines|필리핀;
    PL|Poland|폴란드; PT|Portugal|포르투갈; QA|Qatar|카타르; RO|Romania|루마니아; RS|Serbia|세르비아; RU|Russia|러시아;
    SA|Saudi Arabia|사우디아라비아; SE|Sweden|스웨덴; SG|Singapore|싱가포르; SI|Slovenia|슬로베니아; SK|Slovakia|슬로바키아;
    SN|Senegal|세네갈; TH|Thailand|태국; TN|Tunisia|튀니지; TR|Turkey|튀르키예; TW|Taiwan|대만; UA|Ukraine|우크라이나;
    US|United States|미국; VN|Vietnam|베트남; ZA|South Africa|남아프리카 공화국
    """)
}
