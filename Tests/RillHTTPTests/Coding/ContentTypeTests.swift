import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import Testing

/// Tests the validation of a response's `Content-Type`.
@Suite struct ContentTypeTests {
    private func send(_ type: String?, _ expected: String..., status: HTTPResponse.Status = .ok) -> Event<String>? {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let transport = StubTransport { _ in .respond(status: status, fields: fields, chunks: ["x"]) }
        let parser =
            switch expected.count {
            case 1: ResponseParser<String>.text.validate(contentType: expected[0])
            default: ResponseParser<String>.text.validate(contentType: expected[0], expected[1])
            }
        return Recorder(makeClient(transport).send(Endpoint("/a", parser: parser))).events.first
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("Application/JSON; charset=utf-8", "application/json"),
        ("application/problem+json", "application/*+json"), ("text/html ;x", "text/*"), ("a/b", "*/*"),
        ("text/plain", "TEXT/plain"),
    ])
    func acceptsMatchingContentType(_ type: String, _ expected: String) {
        #expect(send(type, expected)?.element == "x")
    }

    @Test(arguments: [
        ("text/html", "application/json"), ("application/jsonp", "application/json"), ("+json/x", "*+json/*+json"),
        ("application/json", "application/*+json"), ("text", "text/*"), ("", "*/*"), ("a/b+json", "a/b+jsonx*"),
    ])
    func mismatchedContentTypeFailsDecoding(_ type: String, _ expected: String) {
        let error = send(type, expected)?.error as? APIError
        #expect(error?.stage == .decoding)
        #expect((error?.underlying as? BodyDecodingError)?.code == .contentType)
    }

    @Test func errorNamesExpectedAndActualContentType() throws {
        let error = try #require(send("text/html; charset=x", "application/json", "text/*+json")?.error)
        #expect(
            "\(error)".hasPrefix(
                """
                GET https://qiita.com/api/v2/a returned 200 OK, but the response could not be decoded: \
                unexpected Content-Type: expected application/json or text/*+json, found text/html; charset=x
                """))
        let other = try #require(send(nil, "text/*")?.error)
        #expect("\(other)".contains("unexpected Content-Type: expected text/*, found none"))
    }

    @Test(arguments: [("application/json", "application/json"), ("text/html", "application/json")])
    func usesTheLastOfSeveralFields(_ first: String, _ last: String) {
        let fields: HTTPFields = [.contentType: first, .contentType: last]
        let transport = StubTransport { _ in .respond(fields: fields, chunks: ["[]"]) }
        let endpoint = Endpoint("/a", parser: ResponseParser<[Int]>.json.validateJSON())
        #expect(Recorder(makeClient(transport).send(endpoint)).events.first?.element == [])
    }

    @Test func ignoresContentTypeOf204() {
        #expect(send(nil, "application/json", status: .noContent)?.element != nil)
    }
}
