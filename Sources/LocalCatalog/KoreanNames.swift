/// The names of people in Hangul: the name as the built-in films have it, and the Korean name. Only names that are
/// certain belong here.
let koreanNames: StaticString = """
  Song Kang-ho | 송강호
  Ha Jung-woo | 하정우
  Choi Min-sik | 최민식
  Park Chan-wook | 박찬욱
  Oh Dal-su | 오달수
  Hwang Jung-min | 황정민
  Bong Joon Ho | 봉준호
  Ma Dong-seok | 마동석
  Lee Byung-hun | 이병헌
  Jake Gyllenhaal | 제이크 질렌할
  Kim Yoon-seok | 김윤석
  Yoo Hae-jin | 유해진
  Sul Kyung-gu | 설경구
  Cho Jin-woong | 조진웅
  Paul Dano | 폴 다노
  Shin Ha-kyun | 신하균
  Lee Jung-jae | 이정재
  Ryu Seung-ryong | 류승룡
  Kim Jee-woon | 김지운
  Bae Doona | 배두나
  Lee Chang-dong | 이창동
  Kim Ki-duk | 김기덕
  Jun Ji-hyun | 전지현
  Jung Jae-young | 정재영
  Byun Hee-bong | 변희봉
  Kim Tae-ri | 김태리
  Tilda Swinton | 틸다 스윈튼
  Yoo Ah-in | 유아인
  Richard Armitage | 리처드 아미티지
  Son Ye-jin | 손예진
  Ryoo Seung-wan | 류승완
  Moon So-ri | 문소리
  Baek Yoon-sik | 백윤식
  Choi Woo-sik | 최우식
  Yeon Sang-ho | 연상호
  Gong Yoo | 공유
  Kim Min-hee | 김민희
  Park Hae-il | 박해일
  Na Hong-jin | 나홍진
  Lee Jung-hyun | 이정현
  Won Bin | 원빈
  Cha Tae-hyun | 차태현
  Kang Je-kyu | 강제규
  Jang Dong-gun | 장동건
  Gang Dong-won | 강동원
  Song Joong-ki | 송중기
  Jeon Do-yeon | 전도연
  Kim Yong-hwa | 김용화
  Ju Ji-hoon | 주지훈
  Kim Mu-yeol | 김무열
  Park Bo-young | 박보영
  Choi Dong-hoon | 최동훈
  Kim Hye-soo | 김혜수
  Cho Seung-woo | 조승우
  Shim Eun-kyung | 심은경
  Han Suk-kyu | 한석규
  Lee Joon-ik | 이준익
  Lee Kyung-young | 이경영
  Lee Sun-kyun | 이선균
  Park So-dam | 박소담
  Kang Hye-jeong | 강혜정
  Jung Yu-mi | 정유미
  Kim Su-an | 김수안
  Kwak Do-won | 곽도원
  Lee Young-ae | 이영애
  Seo Young-hee | 서영희
  Jin Goo | 진구
  Im Soo-jung | 임수정
  Moon Geun-young | 문근영
  Lee Seung-yeon | 이승연
  Kim Ok-bin | 김옥빈
  Kim Hae-sook | 김해숙
  Kwak Jae-yong | 곽재용
  Park Shin-hye | 박신혜
  Lee Re | 이레
  Jung Woo-sung | 정우성
  Jang Jae-hyun | 장재현
  Hirokazu Koreeda | 고레에다 히로카즈
  Park Hoon-jung | 박훈정
  Jo Sung-hee | 조성희
  Jin Seon-kyu | 진선규
  Thomas Kretschmann | 토마스 크레취만
  Ryu Jun-yeol | 류준열
  Kim Hyang-gi | 김향기
  Koo Kyo-hwan | 구교환
  Moon Sung-keun | 문성근
  Hwang Dong-hyuk | 황동혁
  Choi Gwi-hwa | 최귀화
  Zo In-sung | 조인성
  Huh Joon-ho | 허준호
  Cho Min-soo | 조민수
  Kim In-kwon | 김인권
  Youn Yuh-jung | 윤여정
  Kim Han-min | 김한민
  Simon Yam | 임달화
  Kim Jin-kyu | 김진규
  Kim Seong-hun | 김성훈
  Jang Joon-hwan | 장준환
  Kang Hyeong-cheol | 강형철
  Yunjin Kim | 김윤진
  Yoo Seung-ho | 유승호
  Yoon Jong-bin | 윤종빈
  Jung Jin-young | 정진영
  Jeon Hye-jin | 전혜진
  JK Youn | 윤제균
  Hong Sang-soo | 홍상수
  So Ji-sub | 소지섭
  Kim Nam-gil | 김남길
  Cho Jung-seok | 조정석
  Park In-hwan | 박인환
  Cho Yeo-jeong | 조여정
  Yoo Ji-tae | 유지태
  Ji Dae-han | 지대한
  Kim Sang-kyung | 김상경
  Kim Roi-ha | 김뢰하
  Song Jae-ho | 송재호
  Jeon Gook-hwan | 전국환
  Chun Ho-jin | 천호진
  Ko Asung | 고아성
  Ahn Seo-hyun | 안서현
  Chun Woo-hee | 천우희
  Jun Kunimura | 쿠니무라 준
  Steven Yeun | 스티븐 연
  Jeon Jong-seo | 전종서
  Kwon Yea-young | 권예영
  O Yeong-su | 오영수
  Kim Young-min | 김영민
  Seo Jae-kyung | 서재경
  Tang Wei | 탕웨이
  Go Kyung-pyo | 고경표
  Kim Hye-ja | 김혜자
  Yoon Je-moon | 윤제문
  Lee Jeong-beom | 이정범
  Kim Sae-ron | 김새론
  Kim Tae-hoon | 김태훈
  Kim Hee-won | 김희원
  Yum Jung-ah | 염정아
  Kim Kap-su | 김갑수
  Jae Hee | 재희
  Song Ok-sook | 송옥숙
  Kim Yeong-cheol | 김영철
  Shin Min-a | 신민아
  Lee Eun-ju | 이은주
  Kong Hyung-jin | 공형진
  Kwon Hae-hyo | 권해효
  Kim Go-eun | 김고은
  Lee Do-hyun | 이도현
  Kim Tae-woo | 김태우
  Rain | 비
  IU | 아이유
  Lee Joo-young | 이주영
  Park Sung-woong | 박성웅
  Lee Hwan-kyung | 이환경
  Kal So-won | 갈소원
  Jang Hoon | 장훈
  Lee Won-tae | 이원태
  Kim Sung-kyu | 김성규
  Um Tae-hwa | 엄태화
  Park Seo-joon | 박서준
  Kim Sun-young | 김선영
  Byun Sung-hyun | 변성현
  Kim Si-a | 김시아
  Esom | 이솜
  Jang Hang-jun | 장항준
  Kang Ha-neul | 강하늘
  Na Young-hee | 나영희
  Jung Byung-gil | 정병길
  Sung Joon | 성준
  Kim Seo-hyung | 김서형
  John H. Lee | 이재한
  Suh Jung | 서정
  Kim Yu-seok | 김유석
  Park Sung-hee | 박성희
  Kang Yoon-sung | 강윤성
  Yoon Kye-sang | 윤계상
  Cho Jae-yun | 조재윤
  Lee Jung-jin | 이정진
  Joe Odagiri | 오다기리 죠
  Fan Bingbing | 판빙빙
  Lee Sang-yong | 이상용
  Son Suk-ku | 손석구
  Park Ji-hwan | 박지환
  Yoon Jeong-hee | 윤정희
  Lee Da-wit | 이다윗
  Kim Hee-ra | 김희라
  Jang Cheol-soo | 장철수
  Ji Sung-won | 지성원
  Park Jeong-hak | 박정학
  Kim Dong-wook | 김동욱
  Lee Byeong-heon | 이병헌
  Lee Hanee | 이하늬
  Lee Dong-hwi | 이동휘
  Gong Myoung | 공명
  Im Sang-soo | 임상수
  Seo Woo | 서우
  Lee Hae-jun | 이해준
  Jung Ryeo-won | 정려원
  Park Young-seo | 박영서
  Moon Chae-won | 문채원
  Kim Da-mi | 김다미
  Park Hee-soon | 박희순
  Kim Sung-su | 김성수
  Jang Hyuk | 장혁
  Soo Ae | 수애
  Park Min-ha | 박민하
  Jung Bum-shik | 정범식
  Wi Ha-joon | 위하준
  Park Ji-hyun | 박지현
  Oh Ah-yeon | 오아연
  Moon Ye-won | 문예원
  Ahn Nae-sang | 안내상
  Kim Ki-young | 김기영
  Ju Jeung-ryu | 주증녀
  Lee Eun-shim | 이은심
  Um Aing-ran | 엄앵란
  Jung Man-sik | 정만식
  Han Ji-min | 한지민
  Um Tae-goo | 엄태구
  Shingo Tsurumi | 츠루미 신고
  Park Kwang-hyun | 박광현
  Im Ha-ryong | 임하룡
  Kim Ah-joong | 김아중
  Joo Jin-mo | 주진모
  Sung Dong-il | 성동일
  Kim Hyun-sook | 김현숙
  Yoo Ho-jeong | 유호정
  Kang So-ra | 강소라
  Jin Hee-kyung | 진희경
  Kim Yeo-jin | 김여진
  Lee Hyun-seung | 이현승
  Kim Mu-saeng | 김무생
  Lee Jeong-hyang | 이정향
  Kim Eul-boon | 김을분
  Dong Hyo-hee | 동효희
  Jang Young-nam | 장영남
  Yoo Yeon-seok | 유연석
  Uhm Ji-won | 엄지원
  Kam Woo-sung | 감우성
  Lee Joon-gi | 이준기
  Kang Sung-yeon | 강성연
  Wang Suk-hyun | 왕석현
  Choo Chang-min | 추창민
  Han Hyo-joo | 한효주
  Ryoo Seung-bum | 류승범
  Kim Byung-woo | 김병우
  Lee Sung-jae | 이성재
  Kim Ho-jung | 김호정
  Hur Jin-ho | 허진호
  Shim Eun-ha | 심은하
  Shin Goo | 신구
  Kwak Kyung-taek | 곽경택
  Yoo Oh-sung | 유오성
  Seo Tae-hwa | 서태화
  Jung Woon-taek | 정운택
  Park Ki-hyung | 박기형
  Lee Mi-yeon | 이미연
  Kim Gyu-ri | 김규리
  Choi Se-yeon | 최세연
  Park Jin-hee | 박진희
  Seo Young-hwa | 서영화
  Lee Joon | 이준
  Yang Woo-suk | 양우석
  Kim Young-ae | 김영애
  Im Si-wan | 임시완
  Woo Min-ho | 우민호
  Won Shin-yun | 원신연
  Kim Seol-hyun | 김설현
  Ha Ji-won | 하지원
  Park Joong-hoon | 박중훈
  Uhm Jung-hwa | 엄정화
  Lee Yong-ju | 이용주
  Uhm Tae-woong | 엄태웅
  Han Ga-in | 한가인
  Lee Je-hoon | 이제훈
  Bae Suzy | 수지
  Lee Hee-joon | 이희준
  Lee Jang-hoon | 이장훈
  Ko Chang-seok | 고창석
  Lee Sang-geun | 이상근
  Im Yoon-ah | 임윤아
  Go Doo-shim | 고두심
  Kang Woo-suk | 강우석
  Ahn Sung-ki | 안성기
  Na Moon-hee | 나문희
  Lee Jin-wook | 이진욱
  Lee Sung-min | 이성민
  Kim Bora | 김보라
  Park Ji-hu | 박지후
  Kim Sae-byuk | 김새벽
  Jung In-gi | 정인기
  Han Jae-rim | 한재림
  Lee Seok-hoon | 이석훈
  Yim Soon-rye | 임순례
  Jin Ki-joo | 진기주
  Oh Seong-yun | 오성윤
  Park Chul-min | 박철민
  Im Kwon-taek | 임권택
  Kim Myung-gon | 김명곤
  Oh Jung-hae | 오정해
  Kim Kyu-chul | 김규철
  Yu Hyun-mok | 유현목
  Choi Moo-ryong | 최무룡
  Moon Jeong-suk | 문정숙
  Robert De Niro | 로버트 드 니로
  Brad Pitt | 브래드 피트
  Leonardo DiCaprio | 레오나르도 디카프리오
  Samuel L. Jackson | 사무엘 L. 잭슨
  Steven Spielberg | 스티븐 스필버그
  Robert Downey Jr. | 로버트 다우니 주니어
  Tom Cruise | 톰 크루즈
  Quentin Tarantino | 쿠엔틴 타란티노
  Matt Damon | 맷 데이먼
  Scarlett Johansson | 스칼렛 요한슨
  Christopher Nolan | 크리스토퍼 놀란
  Tom Hanks | 톰 행크스
  Bruce Willis | 브루스 윌리스
  Ian McKellen | 이안 맥켈런
  Mark Ruffalo | 마크 러팔로
  Hugh Jackman | 휴 잭맨
  Chris Evans | 크리스 에반스
  Bradley Cooper | 브래들리 쿠퍼
  Clint Eastwood | 클린트 이스트우드
  Al Pacino | 알 파치노
  Martin Scorsese | 마틴 스코세이지
  Harrison Ford | 해리슨 포드
  Johnny Depp | 조니 뎁
  Emma Watson | 엠마 왓슨
  Emma Stone | 엠마 스톤
  Natalie Portman | 나탈리 포트만
  Jennifer Lawrence | 제니퍼 로렌스
  Hayao Miyazaki | 미야자키 하야오
  Rachel McAdams | 레이첼 맥아담스
  Charles Chaplin | 찰리 채플린
  Morgan Freeman | 모건 프리먼
  Christian Bale | 크리스찬 베일
  Michael Caine | 마이클 케인
  David Fincher | 데이비드 핀처
  Keanu Reeves | 키아누 리브스
  Hugo Weaving | 휴고 위빙
  Gary Oldman | 게리 올드만
  Ralph Fiennes | 랄프 파인즈
  Chris Hemsworth | 크리스 헴스워스
  Joe Pesci | 조 페시
  Woody Harrelson | 우디 해럴슨
  Daniel Radcliffe | 다니엘 래드클리프
  Rupert Grint | 루퍼트 그린트
  Benedict Cumberbatch | 베네딕트 컴버배치
  Daniel Craig | 다니엘 크레이그
  Will Smith | 윌 스미스
  Hugh Grant | 휴 그랜트
  Tom Hardy | 톰 하디
  Peter Jackson | 피터 잭슨
  Orlando Bloom | 올랜도 블룸
  Kevin Spacey | 케빈 스페이시
  Jonah Hill | 조나 힐
  Carrie Fisher | 캐리 피셔
  James Cameron | 제임스 카메론
  Zoe Saldaña | 조 샐다나
  Sigourney Weaver | 시고니 위버
  Keira Knightley | 키이라 나이틀리
  Bryan Singer | 브라이언 싱어
  Stanley Kubrick | 스탠리 큐브릭
  Ben Affleck | 벤 애플렉
  Willem Dafoe | 윌렘 대포
  Oscar Isaac | 오스카 아이작
  Denis Villeneuve | 드니 빌뇌브
  Ewan McGregor | 이완 맥그리거
  Taika Waititi | 타이카 와이티티
  Alfred Hitchcock | 알프레드 히치콕
  Ryan Gosling | 라이언 고슬링
  Colin Firth | 콜린 퍼스
  Tim Burton | 팀 버튼
  Helena Bonham Carter | 헬레나 본햄 카터
  Anne Hathaway | 앤 해서웨이
  Robert Zemeckis | 로버트 저메키스
  Robin Wright | 로빈 라이트
  Ridley Scott | 리들리 스콧
  Liam Neeson | 리암 니슨
  Mark Hamill | 마크 해밀
  Jack Nicholson | 잭 니콜슨
  Guy Pearce | 가이 피어스
  Kate Winslet | 케이트 윈슬렛
  Dave Bautista | 데이브 바티스타
  Jim Carrey | 짐 캐리
  Ed Harris | 에드 해리스
  Arnold Schwarzenegger | 아놀드 슈왈제네거
  Christopher Plummer | 크리스토퍼 플러머
  Robin Williams | 로빈 윌리엄스
  Lee Unkrich | 리 언크리치
  Harvey Keitel | 하비 케이틀
  Steve Buscemi | 스티브 부세미
  Chiwetel Ejiofor | 치웨텔 에지오포
  Emily Blunt | 에밀리 블런트
  Kirsten Dunst | 커스틴 던스트
  James Franco | 제임스 프랭코
  Guy Ritchie | 가이 리치
  Chris Columbus | 크리스 콜럼버스
  Julianne Moore | 줄리안 무어
  Martin Freeman | 마틴 프리먼
  Patrick Stewart | 패트릭 스튜어트
  Mark Strong | 마크 스트롱
  Sergio Leone | 세르지오 레오네
  Amy Adams | 에이미 아담스
  Bill Nighy | 빌 나이
  James McAvoy | 제임스 맥어보이
  Michael Fassbender | 마이클 패스벤더
  Brendan Gleeson | 브렌단 글리슨
  Michael Keaton | 마이클 키튼
  Famke Janssen | 팜케 얀센
  Simon Pegg | 사이먼 페그
  Billy Wilder | 빌리 와일더
  Joseph Gordon-Levitt | 조셉 고든 레빗
  Edward Norton | 에드워드 노튼
  Jared Leto | 자레드 레토
  Matthew McConaughey | 매튜 맥커너히
  Jessica Chastain | 제시카 차스테인
  Sally Field | 샐리 필드
  Ving Rhames | 빙 레임스
  Laurence Fishburne | 로렌스 피시번
  Carrie-Anne Moss | 캐리 앤 모스
  Francis Ford Coppola | 프란시스 포드 코폴라
  Marlon Brando | 말론 브란도
  Robert Duvall | 로버트 듀발
  Diane Keaton | 다이앤 키튼
  Elijah Wood | 일라이저 우드
  Viggo Mortensen | 비고 모텐슨
  Gwyneth Paltrow | 기네스 팰트로
  Andy Serkis | 앤디 서키스
  Jamie Foxx | 제이미 폭스
  Russell Crowe | 러셀 크로우
  Margot Robbie | 마고 로비
  Anthony Hopkins | 안소니 홉킨스
  George Lucas | 조지 루카스
  Alec Guinness | 알렉 기네스
  Jeremy Renner | 제레미 레너
  James Cromwell | 제임스 크롬웰
  Anthony Russo | 안소니 루소
  Joe Russo | 조 루소
  Chris Pratt | 크리스 프랫
  Josh Brolin | 조시 브롤린
  Sam Mendes | 샘 멘데스
  Geoffrey Rush | 제프리 러쉬
  Ryan Reynolds | 라이언 레이놀즈
  Jon Favreau | 존 파브로
  Pete Docter | 피트 닥터
  Stellan Skarsgård | 스텔란 스카스가드
  Charlize Theron | 샤를리즈 테론
  Sam Neill | 샘 닐
  Jeff Goldblum | 제프 골드블럼
  Tim Allen | 팀 알렌
  Mel Gibson | 멜 깁슨
  Tommy Lee Jones | 토미 리 존스
  J.K. Simmons | J.K. 시몬스
  Jennifer Connelly | 제니퍼 코넬리
  David Yates | 데이빗 예이츠
  Alan Rickman | 앨런 릭먼
  J.J. Abrams | J.J. 에이브럼스
  Domhnall Gleeson | 도널 글리슨
  Timothée Chalamet | 티모시 샬라메
  Zendaya | 젠데이아
  Brian De Palma | 브라이언 드 팔마
  Jeff Daniels | 제프 다니엘스
  Florence Pugh | 플로렌스 퓨
  Kenneth Branagh | 케네스 브래너
  Tobey Maguire | 토비 맥과이어
  Will Poulter | 윌 폴터
  Alfonso Cuarón | 알폰소 쿠아론
  Zack Snyder | 잭 스나이더
  Robert Pattinson | 로버트 패틴슨
  Colin Farrell | 콜린 파렐
  Sean Connery | 숀 코네리
  Rian Johnson | 라이언 존슨
  Jesse Eisenberg | 제시 아이젠버그
  Andrew Garfield | 앤드류 가필드
  Donnie Yen | 견자단
  Bill Murray | 빌 머레이
  Michael Bay | 마이클 베이
  Ang Lee | 이안
  Terry Gilliam | 테리 길리엄
  Seth Rogen | 세스 로건
  Meryl Streep | 메릴 스트립
  Steve Carell | 스티브 카렐
  Brian Cox | 브라이언 콕스
  Tony Leung Chiu-wai | 양조위
  Heath Ledger | 히스 레저
  John Travolta | 존 트라볼타
  Uma Thurman | 우마 서먼
  Lana Wachowski | 라나 워쇼스키
  Lilly Wachowski | 릴리 워쇼스키
  Sean Astin | 숀 애스틴
  Christoph Waltz | 크리스토프 왈츠
  Joaquin Phoenix | 호아킨 피닉스
  Connie Nielsen | 코니 닐슨
  Jodie Foster | 조디 포스터
  Todd Phillips | 토드 필립스
  Ben Kingsley | 벤 킹슬리
  Martin Sheen | 마틴 쉰
  Sam Worthington | 샘 워싱턴
  Michael J. Fox | 마이클 J. 폭스
  Christopher Lloyd | 크리스토퍼 로이드
  Lea Thompson | 리 톰슨
  James Gunn | 제임스 건
  Vin Diesel | 빈 디젤
  Luc Besson | 뤽 베송
  Gore Verbinski | 고어 버빈스키
  John Hurt | 존 허트
  Nicholas Hoult | 니콜라스 홀트
  Richard Attenborough | 리처드 애튼버러
  Michael Madsen | 마이클 매드슨
  Danny DeVito | 대니 드비토
  Ethan Coen | 에단 코엔
  Joel Coen | 조엘 코엔
  Javier Bardem | 하비에르 바르뎀
  Toni Collette | 토니 콜렛
  Josh Hutcherson | 조쉬 허처슨
  Liam Hemsworth | 리암 헴스워스
  Ian Holm | 이안 홈
  John Goodman | 존 굿맨
  John McTiernan | 존 맥티어난
  Daisy Ridley | 데이지 리들리
  John Boyega | 존 보예가
  Rebecca Ferguson | 레베카 퍼거슨
  Jon Watts | 존 왓츠
  Tom Holland | 톰 홀랜드
  Roman Polanski | 로만 폴란스키
  Cillian Murphy | 킬리언 머피
  Robert Redford | 로버트 레드포드
  Don Cheadle | 돈 치들
  Tom Hiddleston | 톰 히들스턴
  Joe Johnston | 조 존스톤
  Darren Aronofsky | 대런 아로노프스키
  Sam Raimi | 샘 레이미
  Alejandro G. Iñárritu | 알레한드로 곤살레스 이냐리투
  Brad Bird | 브래드 버드
  Sandra Bullock | 산드라 블록
  George Clooney | 조지 클루니
  Danny Boyle | 대니 보일
  Viola Davis | 비올라 데이비스
  Jeffrey Wright | 제프리 라이트
  Winona Ryder | 위노나 라이더
  James Mangold | 제임스 맨골드
  Cate Blanchett | 케이트 블란쳇
  Drew Barrymore | 드류 배리모어
  Patrick Swayze | 패트릭 스웨이지
  Lupita Nyong'o | 루피타 뇽오
  Henry Cavill | 헨리 카빌
  Jamie Lee Curtis | 제이미 리 커티스
  Clive Owen | 클라이브 오웬
  Rooney Mara | 루니 마라
  Cameron Diaz | 카메론 디아즈
  Kurt Russell | 커트 러셀
  Val Kilmer | 발 킬머
  Jon Voight | 존 보이트
  Paul Rudd | 폴 러드
  Evangeline Lilly | 에반젤린 릴리
  Frances McDormand | 프란시스 맥도맨드
  Marisa Tomei | 마리사 토메이
  Matthew Vaughn | 매튜 본
  Bryan Cranston | 브라이언 크랜스톤
  Ben Mendelsohn | 벤 멘델슨
  Chris Pine | 크리스 파인
  Mads Mikkelsen | 매즈 미켈슨
  Marc Webb | 마크 웹
  Guillermo del Toro | 기예르모 델 토로
  Jude Law | 주드 로
  Adam Driver | 아담 드라이버
  Shia LaBeouf | 샤이아 라보프
  Halle Berry | 할리 베리
  Paul Greengrass | 폴 그린그래스
  Idris Elba | 이드리스 엘바
  Greta Gerwig | 그레타 거윅
  Julia Roberts | 줄리아 로버츠
  Andy Garcia | 앤디 가르시아
  Brie Larson | 브리 라슨
  Edgar Wright | 에드가 라이트
  Michelle Yeoh | 양자경
  Ke Huy Quan | 키 호이 콴
  Julie Andrews | 줄리 앤드류스
  Aaron Taylor-Johnson | 애런 테일러 존슨
  Nicolas Cage | 니콜라스 케이지
  Ethan Hawke | 에단 호크
  Jim Broadbent | 짐 브로드벤트
  James Stewart | 제임스 스튜어트
  Ron Perlman | 론 펄먼
  Daniel Brühl | 다니엘 브륄
  Brendan Fraser | 브렌든 프레이저
  Léa Seydoux | 레아 세두
  Orson Welles | 오슨 웰스
  Rob Reiner | 로브 라이너
  Woody Allen | 우디 앨런
  Gene Hackman | 진 해크먼
  Amanda Seyfried | 아만다 사이프리드
  John Woo | 오우삼
  Yorgos Lanthimos | 요르고스 란티모스
  Akira Kurosawa | 구로사와 아키라
  Toshirô Mifune | 미후네 도시로
  Antonio Banderas | 안토니오 반데라스
  David Lean | 데이비드 린
  Charlton Heston | 찰톤 헤스톤
  Olivia Colman | 올리비아 콜먼
  Frank Darabont | 프랭크 다라본트
  Elliot Page | 엘리엇 페이지
  Ken Watanabe | 와타나베 켄
  Mackenzie Foy | 매켄지 포이
  Diane Kruger | 다이앤 크루거
  Michelle Williams | 미셸 윌리엄스
  Joss Whedon | 조스 웨던
  Mark Wahlberg | 마크 월버그
  Michelle Rodriguez | 미셸 로드리게스
  Kathy Bates | 캐시 베이츠
  Ray Liotta | 레이 리오타
  Peter Weir | 피터 위어
  Annette Bening | 아네트 베닝
  Linda Hamilton | 린다 해밀턴
  Wong Kar-Wai | 왕가위
  Leslie Cheung | 장국영
  Maggie Cheung | 장만옥
  Brigitte Lin | 임청하
  Faye Wong | 왕페이
  Takeshi Kaneshiro | 금성무
  Andy Lau | 유덕화
  Bruce Lee | 이소룡
  Jet Li | 이연걸
  Chow Yun-Fat | 주윤발
  Stephen Chow | 주성치
  Zhang Yimou | 장예모
  Gong Li | 공리
  Zhang Ziyi | 장쯔이
  Edward Yang | 에드워드 양
  Chen Kaige | 천카이거
  Makoto Shinkai | 신카이 마코토
  Isao Takahata | 다카하타 이사오
  Mamoru Oshii | 오시이 마모루
  Takeshi Kitano | 기타노 다케시
  Yasujirô Ozu | 오즈 야스지로
  Shunji Iwai | 이와이 슌지
  Kirin Kiki | 키키 키린
  Lily Franky | 릴리 프랭키
  Takashi Shimura | 시무라 다카시
  Jean-Luc Godard | 장뤽 고다르
  François Truffaut | 프랑수아 트뤼포
  Federico Fellini | 페데리코 펠리니
  Ingmar Bergman | 잉마르 베리만
  Andrei Tarkovsky | 안드레이 타르콥스키
  Wes Anderson | 웨스 앤더슨
  Paul Thomas Anderson | 폴 토마스 앤더슨
  David Lynch | 데이비드 린치
  Damien Chazelle | 데이미언 셔젤
  Jordan Peele | 조던 필
  Sofia Coppola | 소피아 코폴라
  Pedro Almodóvar | 페드로 알모도바르
  Céline Sciamma | 셀린 시아마
  Ari Aster | 아리 애스터
  Chloé Zhao | 클로이 자오
  Ron Howard | 론 하워드
  Jean Reno | 장 르노
  Audrey Tautou | 오드리 토투
  Audrey Hepburn | 오드리 헵번
  Ingrid Bergman | 잉그리드 버그만
  Humphrey Bogart | 험프리 보가트
  Marilyn Monroe | 마릴린 먼로
  Cary Grant | 케리 그랜트
  Grace Kelly | 그레이스 켈리
  Gregory Peck | 그레고리 펙
  Paul Newman | 폴 뉴먼
  Dustin Hoffman | 더스틴 호프만
  Denzel Washington | 덴젤 워싱턴
  Angelina Jolie | 안젤리나 졸리
  Nicole Kidman | 니콜 키드먼
  Sylvester Stallone | 실베스터 스탤론
  Mia Wasikowska | 미아 와시코브스카
  Saoirse Ronan | 시얼샤 로넌
  Anya Taylor-Joy | 안야 테일러 조이
  Ana de Armas | 아나 데 아르마스
  Gal Gadot | 갤 가돗
  Rami Malek | 라미 말렉
  Eddie Redmayne | 에디 레드메인
  Austin Butler | 오스틴 버틀러
  Chadwick Boseman | 채드윅 보즈먼
  Penélope Cruz | 페넬로페 크루즈
  Marion Cotillard | 마리옹 꼬띠아르
  Isabelle Huppert | 이자벨 위페르
  Catherine O'Hara | 캐서린 오하라
  Francis Lawrence | 프란시스 로렌스
  David Leitch | 데이빗 레이치
  Max von Sydow | 막스 폰 시도우
  Bill Skarsgård | 빌 스카스가드
  Ed Helms | 에드 헬름스
  Zach Galifianakis | 자흐 갈리피아나키스
  Doug Liman | 더그 라이만
  Mike Newell | 마이크 뉴웰
  Olivia Wilde | 올리비아 와일드
  David Thewlis | 데이빗 듈리스
  """
