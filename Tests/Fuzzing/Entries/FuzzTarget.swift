internal import Foundation
internal import Rill
package import RillHTTP
internal import RillHTTPTesting
internal import RillJSON
import RillMiddleware
import RillOAuth
internal import RillWebSocket
internal import RillXML

/// A parser of server input that can be fuzzed.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case links
    case challenges
    case lines
    case ndjson
    case jsonArrays = "json-arrays"
    case events
    case dates
    case retryAfter = "retry-after"
    case contentRanges = "content-ranges"
    case cassettes = "har"
    case multipart
    case xml
    case json
    case webSocket = "web-socket"

    /// The target named by the environment variable `RILL_FUZZ`.
    static let selected: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["RILL_FUZZ"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            FileHandle.standardError.write(Data("rill-fuzz: set RILL_FUZZ to one of \(names)\n".utf8))
            exit(64)
        }
        return target
    }()

    /// Parses one input.
    ///
    /// Traps if the result is invalid.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .links:
            for link in LinkHeader(String(decoding: bytes, as: UTF8.self)).links { _ = link.target }
        case .challenges: respondToChallenge(String(decoding: bytes, as: UTF8.self))
        case .lines: read(bytes, with: LineParser(limit: 1 << 12))
        case .ndjson: read(bytes, with: JSONLineParser(limit: 1 << 20))
        case .jsonArrays:
            read(bytes, with: JSONArrayParser(path: ["a"], limit: 1 << 12))
            read(bytes, with: JSONArrayParser(path: ["1", "a"], limit: 1 << 12))
        case .events: read(bytes, with: ServerSentEventParser(lineLimit: 1 << 12, eventLimit: 1 << 14))
        case .dates:
            _ = HTTPDate.parse(bytes)
            if let date = try? DateText.parse(bytes) { precondition(date.timeIntervalSince1970.isFinite) }
        case .retryAfter:
            let text = String(decoding: bytes, as: UTF8.self)
            let fields = [HTTPField.Name.retryAfter, .rateLimit].map { HTTPField(name: $0, value: text) }
            let head = HTTPResponse(status: .tooManyRequests, headerFields: HTTPFields(fields))
            if let wait = head.serverDelay(at: Date(timeIntervalSince1970: 0)) {
                precondition(wait >= .zero, "the delay requested by a server must not be negative")
            }
        case .contentRanges: _ = ContentRange(String(decoding: bytes, as: UTF8.self))
        case .cassettes: _ = CassetteProbe.play(bytes)
        case .multipart:
            // The first line is the boundary.
            let boundary = bytes.prefix { $0 != UInt8(ascii: "\n") }
            _ = CassetteProbe.filtered(
                Array(bytes.dropFirst(boundary.count + 1)), boundary: String(decoding: boundary, as: UTF8.self))
        case .xml:
            _ = try? XMLDecoder().decode(Sample.self, from: Data(bytes))
            _ = try? XMLDecoder().decode([String: String].self, from: Data(bytes))
        case .json: decodeJSON(Data(bytes))
        case .webSocket:
            precondition(
                receive([bytes]) == receive(bytes.map { [$0] }),
                "the messages depend on how the input is split into chunks")
        }
    }

    /// Returns the messages of a server that sends chunks over a WebSocket connection, and the error.
    private func receive(_ chunks: [[UInt8]]) -> [String] {
        var options = WebSocketOptions()
        options.compression = WebSocketCompression()
        options.maximumMessageSize = 1 << 16
        let kit = TestKit()
        let transport = FrameTransport(chunks: chunks, options: options)
        let client = Client(baseURL: "http://a.example", transport: transport, scheduler: kit.scheduler)
        let recorder = Recorder(client.webSocket("/", options: options).flatMap { $0.messages })
        precondition(recorder.waitForEnd(timeout: .seconds(10)), "the connection is open after its end")
        return recorder.values.map { "\($0)" } + [(recorder.error as? APIError)?.reason ?? "\(recorder.error as Any)"]
    }

    /// Traps if the credentials for a challenge cannot be sent.
    private func respondToChallenge(_ text: String) {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/x?y=1")
        let head = HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: text])
        let next = Next { request, _, _ in
            let value = request.headerFields[.authorization] ?? ""
            precondition(HTTPField.isValidValue(value), "the credentials contain a control character")
            return .just(.head(head))
        }
        let middleware = DigestAuthentication(user: "user", password: "password", for: "https://a.example")
        _ = try? middleware.intercept(request, body: nil, next: next).subscribe(onNext: { _ in }, onError: { _ in })
    }

    /// Decodes the input with the fast decoder, and traps if Foundation's decoder returns another value.
    private func decodeJSON(_ data: Data) {
        let decoder = FastJSONDecoder()
        _ = try? decoder.decode([Sample].self, from: data)
        _ = try? decoder.decode(Sample.self, from: data)
        guard let value = try? decoder.decode(JSONValue.self, from: data) else { return }
        // JSONDecoder refuses zeros with an exponent.
        if String(decoding: data, as: UTF8.self).range(of: "0e", options: .caseInsensitive) != nil { return }
        let expected = try? JSONDecoder().decode(JSONValue.self, from: data)
        precondition(value.withoutIntegers == expected?.withoutIntegers, "JSONDecoder decodes another value")
    }

    /// Parses the input as one chunk and byte by byte, and traps if the elements differ.
    private func read<Parser: ChunkParser<[UInt8]>>(_ bytes: [UInt8], with parser: Parser) {
        precondition(
            elements(of: [bytes], parser) == elements(of: bytes.map { [$0] }, parser),
            "the elements depend on how the input is split into chunks")
    }

    private func elements<Parser: ChunkParser<[UInt8]>>(of chunks: [[UInt8]], _ parser: Parser) -> [String] {
        var parser = parser
        var elements: [String] = []
        do {
            for chunk in chunks {
                parser.append(chunk)
                while let element = try parser.next() { elements.append("\(element)") }
            }
            if let element = try parser.last() { elements.append("\(element)") }
        } catch {
            elements.append("\(error)")
        }
        return elements
    }
}

/// A transport that accepts a WebSocket connection, and then sends chunks.
private struct FrameTransport: Transport {
    let chunks: [[UInt8]]
    let options: WebSocketOptions

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        .deferred {
            let fields = try WebSocketUpgrade(request.headerFields, options: options).responseFields
            let received: Observable<TransportEvent?> = .from(
                [.head(HTTPResponse(status: 101, headerFields: fields))] + chunks.map { .chunk($0) } + [nil])
            let sent = (body?.chunks ?? .empty()).ignoreElements(as: TransportEvent?.self)
            return Observable.merge(sent, received).take(while: { $0 != nil }).compactMap { $0 }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let rateLimit = HTTPField.Name(literal: "RateLimit")
}

/// A type with all kinds of values that the decoders support.
private struct Sample: Decodable {
    let name: String?
    let count: Int?
    let ratio: Double?
    let isTrue: Bool?
    let date: Date?
    let bytes: Data?
    let list: [String]
    let children: [[String: String]]?
    let text: String
    let attribute: Int?

    private enum CodingKeys: String, CodingKey {
        case name
        case count
        case ratio
        case isTrue
        case date
        case bytes
        case list
        case children = "*"
        case text = ""
        case attribute = "@attribute"
    }
}

extension JSONValue {
    /// The value with floating-point numbers only.
    ///
    /// The decoders differ in which numbers with a fraction or an exponent are integers.
    package var withoutIntegers: JSONValue {
        switch self {
        case .integer(let value): .number(Double(value))
        case .decimal: doubleValue.map { .number($0) } ?? self
        case .array(let values): .array(values.map(\.withoutIntegers))
        case .object(let values): .object(values.mapValues(\.withoutIntegers))
        default: self
        }
    }
}
