import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests which parts of a request stay the same for each page and which parts change.
@Suite struct PageRequestTests {
    /// Two pages, of which the second is requested with `marker=m`.
    private func transport() -> StubTransport {
        StubTransport { .json($0.number == 0 ? #"{"next": "m"}"# : "{}") }
    }

    private struct Blobs: Decodable, Sendable {
        var next: String?
    }

    private func record(
        _ request: some Request<Blobs>, _ transport: StubTransport, baseURL: String = "https://h/api"
    ) -> Recorder<Page<Blobs>> {
        let client = Client(baseURL: baseURL, transport: transport, defaultFields: [.authorization: "Bearer t0ken"])
        return Recorder(client.pages(request, by: .marker("marker", next: \.next)))
    }

    @Test func nextPagesKeepSecretsOfPath() throws {
        let transport = StubTransport {
            $0.number == 0 ? .json(#"{"next": "m"}"#) : .json("{}", status: .internalServerError)
        }
        let recorder = record(Anything<Blobs>(path: "/boxes/\(secret: "hush4711")/items"), transport)
        let error = try recorder.failure(after: 1)
        #expect(error.status == .internalServerError)
        #expect(transport.requests.count == 2)
        #expect(!error.url.contains("hush4711"))
    }

    @Test func nextPagesChangeOnlyMarker() {
        let transport = transport()
        var request = Anything<Blobs>(method: .post, path: "/search")
        request.query = ["q": "a b+c", "marker": "old", "n": 1]
        request.headerFields = [.via: "1", .via: "2"]
        request.body = HTTPBody("text", contentType: "x/y")
        #expect(record(request, transport).isCompleted)
        let paths = ["old", "m"].map { "/api/search?q=a%20b%2Bc&marker=\($0)&n=1" }
        #expect(transport.requests.map(\.message.path) == paths)
        let fields: HTTPFields = [
            .accept: "application/json", .via: "1", .via: "2", .contentType: "x/y", .authorization: "Bearer t0ken",
        ]
        for request in transport.requests {
            #expect(request.method == .post)
            #expect(request.headerFields == fields)
            #expect(request.bodyText == "text")
        }
    }

    @Test(arguments: [
        ("https://h/api", "/l?marker=1&x=%2f+y&marker=2&flag", "/api/l?marker=m&x=%2f+y&flag"),
        ("https://h/api?v=1", "/l", "/api/l?v=1&marker=m"), ("https://h/api?marker=1", "/l?x", "/api/l?marker=m&x"),
        ("https://h/api/", "/l?%6Darker=1&marked=2", "/api/l?marker=m&marked=2"), ("https://h", "", "/?marker=m"),
        ("https://h//a", "//b?", "//a//b?marker=m"), ("https://h", "/l?marker&x=&=y&&", "/l?marker=m&x=&=y"),
    ])
    func replacesMarkerInExistingQuery(baseURL: String, path: String, expected: String) {
        let transport = transport()
        #expect(record(Anything<Blobs>(path: URLPath(encoded: path)), transport, baseURL: baseURL).isCompleted)
        #expect(transport.requests.count == 2)
        #expect(transport.requests.last?.message.path == expected)
    }

    @Test func omitsCredentialsForOtherOriginOnEachPage() {
        let transport = transport()
        var request = Anything<Blobs>(path: "/l")
        request.baseURL = "https://other.example:8443/x"
        #expect(record(request, transport).isCompleted)
        #expect(transport.requests.map(\.url) == ["", "?marker=m"].map { "https://other.example:8443/x/l\($0)" })
        #expect(transport.requests.allSatisfy { !$0.headerFields.contains(.authorization) })
    }

    @Test func usesAcceptedStatusAndParserForEachPage() {
        struct Special: Request {
            typealias Response = Blobs
            var path: URLPath { "/l" }
            func accepts(_ status: HTTPResponse.Status) -> Bool { status == 300 }
            var parser: ResponseParser<Blobs> {
                ResponseParser(accept: "x/z") { _, body, _ in Blobs(next: body.isEmpty ? nil : "m") }
            }
        }
        let transport = StubTransport { $0.number == 0 ? .text("a", status: 300) : .status(300) }
        let recorder = record(Special(), transport)
        #expect(recorder.values.map(\.value.next) == ["m", nil])
        #expect(recorder.isCompleted)
        #expect(recorder.values.map(\.head.status) == [300, 300])
        #expect(transport.requests.map { $0.headerFields[.accept] } == ["x/z", "x/z"])
    }

    @Test func usesDecoderOfRequestForEachPage() {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Snake: Decodable, Sendable { var nextMarker: String? }
        let transport = StubTransport { .json($0.number < 2 ? #"{"next_marker": "\#($0.number)"}"# : "{}") }
        let request = Anything<Snake>(options: RequestOptions(decoder: decoder))
        let pages = makeClient(transport).pages(request, by: .marker("marker", next: \.nextMarker))
        #expect(Recorder(pages).values.map(\.value.nextMarker) == ["0", "1", nil])
    }

    @Test func pathSecretIsRedactedInErrorOfLaterPage() throws {
        let request = Anything<Blobs>(path: "/\(secret: "s3cr3t-path")")
        for strategy in [.marker("marker", next: \.next), .linkHeader] as [PageStrategy<Blobs>] {
            let transport = StubTransport { request in
                request.number == 0
                    ? .json(#"{"next": "m"}"#, fields: [.link: "</api/s3cr3t-path?page=2>; rel=\"next\""])
                    : .text("no s3cr3t-path", status: .badRequest)
            }
            let client = Client(baseURL: "https://h/api", transport: transport)
            let error = try Recorder(client.pages(request, by: strategy)).failure(after: 1)
            #expect(error.bodyPrefix == "no <redacted>")
            #expect(!"\(error)".contains("s3cr3t"))
        }
    }

    @Test func invalidRequestFailsBeforeSending() throws {
        struct Invalid: Request {
            typealias Response = Blobs
            var id = "a"
            var failure: TransportError?
            var path: URLPath { "/\(id)/l" }
            var query: QueryItems {
                get throws {
                    if let failure { throw failure }
                    return [:]
                }
            }
        }
        let transport = transport()
        let client = makeClient(transport)
        let requests = [Invalid(id: ".."), Invalid(failure: TransportError(.invalidRequest, "no"))]
        let strategies: [(name: String, strategy: PageStrategy<Blobs>)] = [
            ("marker", .marker("marker", next: \.next)), ("linkHeader", .linkHeader),
        ]
        for request in requests {
            for (name, strategy) in strategies {
                for cursor in [nil, PageCursor("m")] {
                    let error = try Recorder(client.pages(request, by: strategy, from: cursor)).failure()
                    #expect(error.stage == .request, "\(name) from \(cursor?.description ?? "nil"), id \(request.id)")
                }
            }
        }
        #expect(transport.requests.isEmpty)
    }
}
