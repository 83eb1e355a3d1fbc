import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillOAuth
import RillTestSupport
import RillWebSocket
import RillXML
import Synchronization
import Testing

/// Verifies the defaults in the table of limits in `SECURITY.md`.
@Suite struct SecurityPageTests {
    /// The defaults of properties, by name.
    private static let properties: [String: String] = {
        let options = TransportOptions()
        let client = Client(baseURL: "https://example.com")
        let webSocket = WebSocketOptions()
        return [
            "`TransportOptions.connectTimeout`": seconds(options.connectTimeout),
            "`TransportOptions.responseTimeout`": seconds(options.responseTimeout),
            "`TransportOptions.idleTimeout`": seconds(options.idleTimeout),
            "`TransportOptions.totalTimeout`": seconds(options.totalTimeout),
            "`Client.timeout`": seconds(client.timeout),
            "`TransportOptions.maximumHeadSize`": size(options.maximumHeadSize),
            "`TransportOptions.maximumFieldCount`": count(options.maximumFieldCount),
            "`TransportOptions.maximumInformationalResponses`": count(options.maximumInformationalResponses),
            "`TransportOptions.maximumDecompressedSize`": size(options.maximumDecompressedSize),
            "`Client.bodyLimit`": size(client.bodyLimit),
            "`ReconnectionPolicy.maximumServerDelay`": seconds(ReconnectionPolicy().maximumServerDelay),
            "`Retry.maximumRetryAfter`": seconds(Retry().maximumRetryAfter),
            "`FollowRedirects.limit`": count(FollowRedirects().limit),
            "`XMLDecoder.maximumDepth`": count(XMLDecoder().maximumDepth),
            "`WebSocketOptions.handshakeTimeout`": seconds(webSocket.handshakeTimeout),
            "`WebSocketOptions.maximumMessageSize`": size(webSocket.maximumMessageSize),
            "`WebSocketOptions.maximumFrameSize`": webSocket.maximumFrameSize.map(size) ?? "none",
            "`WebSocketOptions.maximumPendingSize`": size(webSocket.maximumPendingSize),
            "`WebSocketOptions.keepAliveInterval`": seconds(webSocket.keepAliveInterval),
            "`WebSocketOptions.closeTimeout`": seconds(webSocket.closeTimeout),
        ]
    }()

    /// The defaults of arguments, with their declarations in `Tests/API`, by name.
    private static let arguments: [String: (value: String, declarations: [String])] = [
        "`limit` of `lines(limit:)`, `ndjson(of:limit:)`, `jsonArray(of:at:limit:)`": (
            "1 MiB",
            [
                "func lines(limit: Int = 1 << 20,", "ndjson(of type: Element.Type, limit: Int = 1 << 20)",
                "ndjson<Value>(of type: Value.Type, decoder: any DataDecoder = JSONDecoder(), limit: Int = 1 << 20,",
                "jsonArray(of type: Element.Type, at path: String = \"\", limit: Int = 1 << 20)",
            ]
        ),
        "`lineLimit` of `Client.serverSentEvents`": (
            "1 MiB", ["lastEventID: String = \"\", lineLimit: Int = 1 << 20,"]
        ),
        "`eventLimit` of `Client.serverSentEvents`": (
            "8 MiB", ["eventLimit: Int = 8 << 20, reconnection: ReconnectionPolicy"]
        ),
        "`capacity` of `ResponseCache`": ("16 MiB", ["init(capacity: Int = 16 << 20,"]),
        "`maximumSize` of `DiskCacheStorage`": ("256 MiB", ["init(_ path: String, maximumSize: Int = 256 << 20,"]),
        "`replayLimit` of `Transport.coalescing`": ("1 MiB", ["func coalescing(replayLimit: Int = 1 << 20)"]),
        "`bufferSize` of `observeOn`, `BufferingPolicy`": (
            "1,024", ["func observeOn(_ scheduler: any Scheduler, bufferSize: Int = 1_024,"]
        ),
    ]

    /// The defaults without a declaration, by name or description, with functions that return whether a size is within the
    /// limit.
    private static let behaviors: [String: (value: String, limit: Int, isWithinLimit: @Sendable (Int) throws -> Bool)] =
        [
            "Size of the body of an error response": ("64 KiB", 64 << 10, keepsErrorBody),
            "Length of `Link` header fields": (
                "64 KiB", 64 << 10, { !LinkHeader(String(repeating: " ", count: $0)).isMalformed }
            ),
            "Length of `WWW-Authenticate` header fields": ("16 KiB", 16 << 10, respondsToChallenge),
            "Depth of a `JSONValue`": ("64", 64, decodesNestedArrays),
            "Number of URLs in the `domain` of a digest challenge": ("64", 64, sendsDigestInAdvance),
            "`limit` of `lines(limit:)`, `ndjson(of:limit:)`, `jsonArray(of:at:limit:)`": ("1 MiB", 1 << 20, emitsLine),
        ]

    /// The defaults in the table, by name, or by description if the limit has no name.
    private let defaults: [String: String]

    init() throws {
        let rows = try PackageFiles.text(of: "SECURITY.md").matches(of: /\n\| (.+) \| (.+) \| (.*\d.*|none) \|/)
        defaults = Dictionary(
            rows.map { (String($0.2 == "none" ? $0.1 : $0.2), String($0.3)) }, uniquingKeysWith: { first, _ in first })
        try #require(defaults.count == rows.count)
    }

    @Test func everyLimitIsVerified() {
        let names = [Set(Self.properties.keys), Set(Self.arguments.keys), Set(Self.behaviors.keys)]
        #expect(Set(defaults.keys) == names.reduce([]) { $0.union($1) })
    }

    @Test(arguments: properties.keys.sorted())
    func tableContainsDefault(limit: String) {
        #expect(defaults[limit] == Self.properties[limit])
    }

    /// `PublicAPITests` compares the declarations with the code.
    @Test(arguments: arguments.keys.sorted())
    func tableContainsDefaultArgument(limit: String) throws {
        let (value, declarations) = try #require(Self.arguments[limit])
        let text = try ["Rill", "RillHTTP", "RillMiddleware"].map { try PackageFiles.text(of: "Tests/API/\($0).txt") }
            .joined()
        #expect(defaults[limit] == value)
        for declaration in declarations { #expect(text.contains(declaration)) }
    }

    @Test(arguments: behaviors.keys.sorted())
    func tableContainsLimit(limit: String) throws {
        let (value, size, isWithinLimit) = try #require(Self.behaviors[limit])
        #expect(defaults[limit] == value)
        #expect(try isWithinLimit(size))
        #expect(try !isWithinLimit(size + 1))
    }

    private static func keepsErrorBody(size: Int) throws -> Bool {
        let transport = StubTransport { _ in
            .respond(status: .internalServerError, chunks: [.init([UInt8](repeating: 0x61, count: size))])
        }
        let kept = Mutex(0)
        let decoder = ErrorDecoder { _, body in
            kept.withLock { $0 = body.count }
            return nil
        }
        let client = Client(baseURL: "https://example.com", transport: transport, errorDecoder: decoder)
        #expect(throws: APIError.self) { try client.send(Endpoint<Void>("/")).wait(timeout: .seconds(10)) }
        return kept.withLock { $0 } == size
    }

    private static func respondsToChallenge(size: Int) throws -> Bool {
        let start = "Digest nonce="
        let nonce = String(repeating: "a", count: size - start.utf8.count)
        let transport = StubTransport { _ in .status(.unauthorized, fields: [.wwwAuthenticate: start + nonce]) }
        let url = "https://example.com"
        let digest = DigestAuthentication(user: "user", password: "password", for: url)
        let client = Client(baseURL: url, transport: transport, middleware: [digest])
        #expect(throws: APIError.self) { try client.send(Endpoint<Void>("/")).wait(timeout: .seconds(10)) }
        return transport.requests.count > 1
    }

    private static func decodesNestedArrays(depth: Int) -> Bool {
        let document = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return (try? JSONDecoder().decode(JSONValue.self, from: Data(document.utf8))) != nil
    }

    /// Returns whether a digest is sent in advance to the last of several URLs.
    private static func sendsDigestInAdvance(count: Int) throws -> Bool {
        let domain = (1...count).map { "/\($0)-" }.joined(separator: " ")
        let transport = StubTransport { request in
            request.headerFields.contains(.authorization)
                ? .json("7")
                : .status(.unauthorized, fields: [.wwwAuthenticate: "Digest nonce=n, domain=\"\(domain)\""])
        }
        let url = "https://example.com"
        let digest = DigestAuthentication(user: "user", password: "password", for: url)
        let client = Client(baseURL: url, transport: transport, middleware: [digest])
        for _ in 0..<2 { _ = try client.send(Endpoint<Int>("/\(count)-")).wait(timeout: .seconds(10)) }
        return transport.requests.count == 3
    }

    private static func emitsLine(size: Int) throws -> Bool {
        let body = TransportEvent.chunk([UInt8](repeating: 0x61, count: size))
        let exchange = Observable.of(.head(HTTPResponse(status: .ok)), body)
        let lines = StreamingParser<String>.lines.elements(of: exchange, decoder: JSONDecoder())
        return try lines.map(Optional.some).catch { _ in .just(nil) }.wait(timeout: .seconds(10))?.utf8.count == size
    }

    private static func seconds(_ duration: Duration?) -> String {
        duration.map { "\($0.components.seconds) s" } ?? "none"
    }

    private static func size(_ bytes: Int) -> String {
        bytes >= 1 << 30 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
    }

    private static func count(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_US")))
    }
}
