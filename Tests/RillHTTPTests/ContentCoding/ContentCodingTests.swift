import Foundation
import RillTestSupport
import Testing

@testable import RillCurl
@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware
@testable import RillTransportConformance

/// Tests that the client decodes content codings, whatever transport sends the response.
@Suite struct ContentCodingTests {
    private let limit = Duration.seconds(30)
    private let gzip: HTTPFields = [.contentEncoding: "gzip"]
    private let text = CodedSamples.text

    private func client(
        middleware: [any Middleware] = [], _ handler: @escaping StubTransport.Handler
    ) -> (client: Client, transport: StubTransport) {
        let transport = StubTransport(handler)
        return (Client(baseURL: "https://a.example", transport: transport, middleware: middleware), transport)
    }

    private func response(
        _ fields: HTTPFields, _ body: [UInt8], status: HTTPResponse.Status = .ok
    ) -> StubTransport.Response {
        .respond(status: status, fields: fields, chunks: [.init(body)])
    }

    private func value(
        _ response: StubTransport.Response, method: HTTPRequest.Method = .get
    ) throws -> (value: Data, head: HTTPResponse) {
        var endpoint = Endpoint("/x", method: method, parser: ResponseParser<Data>.data.withHead)
        endpoint.acceptsStatus = { _ in true }
        return try client { _ in response }.client.send(endpoint).wait(timeout: limit)
    }

    // MARK: Bodies

    @Test(arguments: [
        ("gzip", CodedSamples.gzip), ("x-gzip", CodedSamples.gzip), ("GZIP", CodedSamples.gzip),
        ("deflate", CodedSamples.deflate), ("deflate", CodedSamples.rawDeflate),
        ("deflate, gzip", CodedSamples.gzippedDeflate), ("identity, gzip", CodedSamples.gzip),
        (" , gzip ,", CodedSamples.gzip),
    ])
    func decodesStubResponse(_ coding: String, _ body: [UInt8]) throws {
        let fields: HTTPFields = [.contentEncoding: coding, .contentLength: "\(body.count)", .eTag: "\"1\""]
        let (value, head) = try value(response(fields, body))
        #expect(String(decoding: value, as: UTF8.self) == text)
        // The header fields are unchanged.
        #expect(head == HTTPResponse(status: .ok, headerFields: fields))
    }

    @Test(arguments: ["UTF-8", "aws-chunked", "br", "gzip, br", "br, gzip", "identity", ""])
    func forwardsOtherCodingsUnchanged(_ coding: String) throws {
        let (value, head) = try value(response([.contentEncoding: coding], Array("as it is".utf8)))
        #expect(String(decoding: value, as: UTF8.self) == "as it is")
        #expect(head.headerFields[.contentEncoding] == coding)
    }

    @Test func codingsOfSeveralFieldsAreCombined() throws {
        let fields = HTTPFields([
            HTTPField(name: .contentEncoding, value: "deflate"), HTTPField(name: .contentEncoding, value: "gzip"),
        ])
        #expect(try value(response(fields, CodedSamples.gzippedDeflate)).value == Data(text.utf8))
    }

    @Test func responsesWithoutContentAreNotDecoded() throws {
        #expect(try value(response(gzip, []), method: .head).value.isEmpty)
        let empty: HTTPFields = [.contentEncoding: "gzip", .contentLength: "0"]
        let responses = [
            response(gzip, [], status: .noContent), response(gzip, [], status: .notModified), response(empty, []),
        ]
        for response in responses { #expect(try value(response).value.isEmpty, "\(response)") }
    }

    @Test func partsOfCodedContentAreNotDecoded() throws {
        let part = Array(CodedSamples.gzip[2..<12])
        let fields: HTTPFields = [.contentEncoding: "gzip", .contentRange: "bytes 2-11/\(CodedSamples.gzip.count)"]
        for status in [HTTPResponse.Status.partialContent, .ok] {
            #expect(try value(response(fields, part, status: status)).value == Data(part))
        }
    }

    @Test func decodesBodyOfErrorResponse() throws {
        let (client, _) = client { [gzip] _ in
            .respond(status: .badRequest, fields: gzip, chunks: [.init(CodedSamples.gzip)])
        }
        let error = #expect(throws: APIError.self) { try client.send(Endpoint<Void>("/x")).wait(timeout: limit) }
        #expect(error?.bodyPrefix.hasPrefix("A rill is a very small stream.") == true)
    }

    // MARK: Failures

    @Test func truncatedBodyIsNotStored() throws {
        let fields: HTTPFields = [.contentEncoding: "gzip", .cacheControl: "max-age=1000"]
        for count in [1, 10, CodedSamples.gzip.count - 8, CodedSamples.gzip.count - 1] {
            var (client, transport) = client { request in
                let body = request.number == 0 ? Array(CodedSamples.gzip.prefix(count)) : CodedSamples.gzip
                return .respond(fields: fields, chunks: [.init(body)])
            }
            client.transport = transport.caching(in: ResponseCache())
            let error = #expect(throws: APIError.self) {
                try client.send(Endpoint<Data>("/x")).wait(timeout: limit)
            }
            #expect((error?.underlying as? TransportError)?.code == .closedEarly)
            for _ in 0..<2 { #expect(try client.send(Endpoint<Data>("/x")).wait(timeout: limit) == Data(text.utf8)) }
            #expect(transport.requests.count == 2)
        }
    }

    @Test func damagedBodyCancelsTheExchange() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { [gzip] _ in
            .respond(fields: gzip, chunks: ["not gzip", .init("more", after: .seconds(1))])
        }
        let recorder = Recorder(
            Client(baseURL: "https://a.example", transport: transport).stream(Endpoint<Void>("/x"), as: .chunks))
        scheduler.advance(by: .zero)
        #expect(transport.requests.map(\.isCancelled) == [true])
        let error = try #require(recorder.error)
        #expect("\(error)".contains("cannot decode the gzip body: incorrect header check"))
    }

    @Test func metricsCountDecodedBytes() throws {
        let log = Log<ExchangeMetrics>()
        var (client, _) = client { [gzip] _ in .respond(fields: gzip, chunks: [.init(CodedSamples.gzip)]) }
        client.onMetrics = { log.append($0) }
        _ = try client.send(Endpoint<Data>("/x")).wait(timeout: limit)
        #expect(log.entries.map(\.byteCount) == [text.utf8.count])
    }

    // MARK: Requests

    @Test func requestOfClientAllowsCodings() throws {
        let (client, transport) = client { _ in .text("x") }
        _ = try client.send(Endpoint<Data>("/x")).wait(timeout: limit)
        #expect(transport.requests.first?.headerFields.contains(.acceptEncoding) == false)
    }

    #if os(Linux)
        @Test func clientOffersGzipAndDeflate() throws {
            let server = try LoopbackServer { _ in .text("x") }
            defer { server.stop() }
            let transport = CurlTransport()
            let client = Client(baseURL: server.baseURL, transport: transport)
            for fields: HTTPFields in [[:], [.range: "bytes=0-"], [.acceptEncoding: "br"]] {
                try client.send(Endpoint<Void>("/", headerFields: fields)).wait(timeout: limit)
            }
            // Without a client, the body is not decoded.
            let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
            try transport.send(request, body: nil).wait(timeout: limit)
            #expect(server.requests.map { $0.fields[.acceptEncoding] } == ["gzip, deflate", "identity", "br", nil])
        }
    #endif
}
