import Foundation
import Rill
import RillHTTP
import Testing

@testable import RillHTTPTesting
@testable import RillTransportConformance

/// Tests cassettes of responses with content codings.
@Suite struct CassetteCodingTests {
    private let folder = CassetteFolder()
    private let limit = Duration.seconds(30)
    private let fields: HTTPFields = [
        .contentType: "text/plain", .contentEncoding: "gzip", .contentLength: "\(CodedSamples.gzip.count)",
    ]

    private func body(over transport: any Transport) throws -> String {
        try Client(baseURL: "https://a.example", transport: transport).send(Endpoint("/x", parser: .text))
            .wait(timeout: limit)
    }

    @Test func recordsDecodedBody() throws {
        let upstream = StubTransport { [fields] _ in .respond(fields: fields, chunks: [.init(CodedSamples.gzip)]) }
        #expect(try body(over: folder.recorder(upstream)) == CodedSamples.text)
        #expect(folder.text.contains("A rill is a very small stream."))
        // The header fields are unchanged.
        #expect(folder.text.contains("Content-Encoding"))
        #expect(try body(over: folder.player()) == CodedSamples.text)
    }

    /// "hello" in a gzip file, compressed again.
    private static let nestedGzip: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 147, 239, 230, 96, 0, 1, 38, 230, 211, 30, 103, 79, 158, 100, 103, 104, 91,
        38, 96, 198, 10, 20, 0, 0, 167, 111, 180, 69, 25, 0, 0, 0,
    ]

    @Test(arguments: [
        (200, "br", [11, 2, 128, 104, 101, 108, 108, 111, 3]),  // a coding that the client does not decode
        (206, "gzip", [203, 72, 205]),  // a part of compressed content
        (206, "gzip", [31, 139, 8, 0]),
        (200, "gzip", nestedGzip),
    ])
    func playsTheSameCodingAndBody(status: HTTPResponse.Status, coding: String, body: [UInt8]) throws {
        let upstream = StubTransport { _ in
            .respond(status: status, fields: [.contentEncoding: coding], chunks: [.init(body)])
        }
        let parser = ResponseParser<[String]> { head, body, _ in
            ["\(Array(body))", head.headerFields[.contentEncoding] ?? "none"]
        }
        let transports: [any Transport] = [upstream, folder.recorder(upstream), folder.player()]
        let results = try transports.map { transport in
            try Client(baseURL: "https://a.example", transport: transport).send(Endpoint("/x", parser: parser))
                .wait(timeout: limit)
        }
        #expect(results[1] == results[0])
        #expect(results[2].first == results[0].first)
        // The fields of a decoded body do not name its coding in playback.
        #expect(results[2].last == (body == Self.nestedGzip ? "none" : coding))
    }

    @Test func recordsFailureOfTruncatedBody() throws {
        let part = Array(CodedSamples.gzip.prefix(40))
        let upstream = StubTransport { [fields] _ in .respond(fields: fields, chunks: [.init(part)]) }
        #expect(throws: APIError.self) { try body(over: folder.recorder(upstream)) }
        let error = #expect(throws: APIError.self) { try body(over: folder.player()) }
        #expect((error?.underlying as? TransportError)?.code == .closedEarly)
    }

    /// Some tools record the compressed body.
    @Test func playsCompressedBody() throws {
        try folder.write(
            """
            {"log": {"version": "1.2", "creator": {"name": "tool", "version": "1"}, "entries": [{
              "startedDateTime": "2026-03-01T11:15:02.118+02:00", "time": 1, "cache": {},
              "timings": {"send": 0, "wait": 1, "receive": 0},
              "request": {"method": "GET", "url": "https://a.example/x", "httpVersion": "HTTP/1.1", "headers": [],
                "cookies": [], "queryString": [], "headersSize": -1, "bodySize": 0},
              "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                "headers": [{"name": "Content-Encoding", "value": "gzip"}], "cookies": [], "redirectURL": "",
                "headersSize": -1, "bodySize": -1,
                "content": {"size": \(CodedSamples.gzip.count), "mimeType": "text/plain", "encoding": "base64",
                  "text": "\(Data(CodedSamples.gzip).base64EncodedString())"}}}]}}
            """)
        #expect(try body(over: folder.player()) == CodedSamples.text)
    }
}
