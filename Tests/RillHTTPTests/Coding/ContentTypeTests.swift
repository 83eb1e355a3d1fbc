import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Answers that say that they are something else.
@Suite struct ContentTypeTests {
    private func send(_ type: String?, _ wanted: String..., status: HTTPResponse.Status = .ok) -> Event<String>? {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let transport = StubTransport { _ in .respond(status: status, fields: fields, chunks: ["x"]) }
        let parser =
            switch wanted.count {
            case 1: ResponseParser<String>.text.validate(contentType: wanted[0])
            default: ResponseParser<String>.text.validate(contentType: wanted[0], wanted[1])
            }
        return Recording(makeClient(transport).send(Endpoint("/a", parser: parser))).events.first
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("Application/JSON; charset=utf-8", "application/json"),
        ("application/problem+json", "application/*+json"), ("text/html ;x", "text/*"), ("a/b", "*/*"),
        ("text/plain", "TEXT/plain"),
    ])
    func takesWhatWasNamed(_ type: String, _ wanted: String) {
        #expect(send(type, wanted)?.element == "x")
    }

    @Test(arguments: [
        ("text/html", "application/json"), ("application/jsonp", "application/json"), ("+json/x", "*+json/*+json"),
        ("application/json", "application/*+json"), ("text", "text/*"), ("", "*/*"), ("a/b+json", "a/b+jsonx*"),
    ])
    func refusesTheRest(_ type: String, _ wanted: String) {
        let error = send(type, wanted)?.error as? APIError
        #expect(error?.stage == .decoding)
        #expect((error?.underlying as? BodyReadingError)?.code == .contentType)
    }

    @Test func saysWhatItFoundInstead() throws {
        let error = try #require(send("text/html; charset=x", "application/json", "text/*+json")?.error)
        #expect(
            "\(error)".hasPrefix(
                """
                GET https://qiita.com/api/v2/a returned 200 OK, but the response could not be decoded: \
                the answer is of type text/html; charset=x; application/json or text/*+json was expected
                """))
        let other = try #require(send(nil, "text/*")?.error)
        #expect("\(other)".contains("the answer has no Content-Type; text/* was expected"))
    }

    @Test func asksNothingOfAnEmptyAnswer() {
        #expect(send(nil, "application/json", status: .noContent)?.element != nil)
    }
}
