/// The declarations that the code on the pages expects in the reader's program, by path.
///
/// Pages show everything else, including imports and extensions of the package's types.
let pagePreambles = [
    "Sources/Rill/Rill.docc/Instruments.md": """
    final class CallTable: Instrument {}
    let calls = CallTable()
    """,
    "Sources/Rill/Rill.docc/Rill.md": """
    let queries = Observable.of("rill")
    func search(_ query: String) -> Observable<[String]> { .just([query]) }
    func show(_ page: [String]) {}
    """,
    "Sources/Rill/Rill.docc/ComingFromRxSwift.md": streamPreamble,
    "Sources/Rill/Rill.docc/ComingFromCombine.md": streamPreamble,
    "Sources/Rill/Rill.docc/ComingFromAsyncSequence.md": """
    func makeNumbers() -> AsyncStream<Int> { AsyncStream { $0.finish() } }
    func load(_ path: String) async throws -> String { path }
    """,
    "Sources/Rill/Rill.docc/Operators.md": """
    struct JobStatus: Sendable {
        let isFinished: Bool
        let retryAfter: Duration?
    }
    let loadedPages = [["rill"]]
    func save(_ page: [String]) async {}
    let jobStatus = Observable.just(JobStatus(isFinished: true, retryAfter: nil))
    """,
    "Sources/Rill/Rill.docc/SendableAndIsolation.md": """
    final class Person {
        var name: String
        init(name: String) { self.name = name }
    }
    func load(_ path: String) async throws -> String { path }
    """,
    "Sources/Rill/Rill.docc/CompileTimes.md": """
    let numbers = Observable.of(1, 2, 3)
    """,
    "Sources/Rill/Rill.docc/BridgingCallbacksAndDelegates.md": """
    struct Geocoder: Sendable {
        struct Request: Sendable {
            func cancel() {}
        }
        func lookUp(_ city: String, _ handle: @escaping @Sendable (Result<String, any Error>) -> Void) -> Request {
            Request()
        }
    }
    protocol LocationManagerDelegate: AnyObject, Sendable {
        func didUpdate(_ location: String)
        func didFail(_ error: any Error)
    }
    final class LocationManager: @unchecked Sendable {
        weak var delegate: (any LocationManagerDelegate)?
    }
    """,
    "Sources/Rill/Rill.docc/NonSendableModels.md": """
    final class Person {
        let id: Int
        var name: String
        init(id: Int, name: String) { (self.id, self.name) = (id, name) }
    }
    final class Database {
        var people: [Person] = []
    }
    """,
    "Sources/Rill/Rill.docc/Scripts.md": """
    func tags() -> Observable<String> { .of("swift", "rill") }
    """,
    "Sources/RillHTTP/RillHTTP.docc/ComingFromAlamofireAndMoya.md": """
    struct User: Decodable, Sendable {
        let name: String
    }
    """,
    "Sources/RillHTTP/RillHTTP.docc/Requests.md": """
    struct Item: Codable, Sendable {
        var url = "https://api.example.com/items/1"
    }
    struct User: Decodable, Sendable {}
    let client = Client(baseURL: "https://api.example.com")
    let item = Item()
    let id = "1"
    let name = "rill"
    let filter = ["tag": "swift"]
    """,
    "Sources/RillHTTP/RillHTTP.docc/Errors.md": """
    struct Item: Codable, Sendable {}
    let id = "1"
    """,
    "Sources/RillHTTP/RillHTTP.docc/MiddlewareOrder.md": """
    struct Tokens: Decodable, Sendable {
        var accessToken = ""
        var refreshToken = ""
    }
    let base = "https://api.example.com"
    let saved = Tokens()
    let password = "…"
    let tokens = CredentialRefresher(saved) { .just($0) }
    let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/")
    let renewed = request
    let body: HTTPBody? = nil
    let next = Next { _, _, _ in .empty() }
    """,
    "Sources/RillHTTP/RillHTTP.docc/Streaming.md": """
    struct Repository: Decodable, Sendable {}
    struct Entry: Decodable, Sendable {}
    struct Tag: Decodable, Sendable {}
    let client = Client(baseURL: "https://api.example.com")
    let saved = PageCursor(2)
    func save(_ cursor: PageCursor?) {}
    let sha256: [UInt8] = []
    func expect(_ digest: [UInt8], of file: String) throws {}
    """,
    "Sources/RillGarage/RillGarage.docc/RillGarage.md": """
    struct Recipe: Decodable, Sendable {
        let title: String
    }
    struct Byline: Decodable, Sendable {}
    let (endpoint, uid, secret) = ("https://api.example.com", "uid", "secret")
    let (name, password, token) = ("name", "password", "token")
    let (id, title) = (1, "tofu")
    let storedToken: GarageToken? = nil
    func save(_ token: GarageToken) {}
    """,
    "Sources/RillGitHub/RillGitHub.docc/RillGitHub.md": """
    let token = "token"
    let typed = Observable.of("rill")
    let saved: PageCursor? = nil
    func keep(_ cursor: PageCursor?) {}
    """,
    "Sources/RillQiita/RillQiita.docc/RillQiita.md": """
    let token = "token"
    let itemID = "c686397e4a0f4f11683d"
    let (clientID, clientSecret) = ("id", "secret")
    let (code, state) = ("code", "state")
    """,
    "Sources/RillConoHa/RillConoHa.docc/RillConoHa.md": """
    struct Volume: Decodable, Sendable {
        let name: String
    }
    let password: Secret = "password"
    let (tenantID, userID, projectID) = ("1", "2", "3")
    """,
    "Sources/RillAzureStorage/RillAzureStorage.docc/RillAzureStorage.md": """
    let connectionString = "UseDevelopmentStorage=true"
    let (path, copy) = ("film.mp4", "copy.mp4")
    let key = AccountKey.emulator
    let stop = Observable<Void>.never()
    func resize(_ name: String) async throws {}
    let issuer = "https://login.microsoftonline.com/22222222-2222-2222-2222-222222222222/v2.0"
    let (applicationID, secret, programID, tokenPath) = ("application", "secret", "program", "token.json")
    @Sendable func open(_ url: String) {}
    """,
    "Sources/RillAzureStorage/RillAzureStorage.docc/ScalingOut.md": """
    let connectionString = "UseDevelopmentStorage=true"
    func resize(_ name: String) async throws {}
    """,
    "Sources/RillWebSocket/RillWebSocket.docc/Reconnecting.md": """
    let client = Client(baseURL: "https://chat.example.com")
    """,
    "Sources/RillXML/RillXML.docc/RillXML.md": """
    let document = Data()
    let damaged = Data()
    """,
    "Sources/RillJSON/RillJSON.docc/RillJSON.md": """
    let data = Data()
    """,
]

private let streamPreamble = """
    let query = Observable.of("rill")
    func search(_ query: String) -> Observable<[String]> { .just([query]) }
    func show(_ page: [String]) {}
    """
