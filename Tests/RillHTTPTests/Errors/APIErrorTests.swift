import Foundation
import RillMiddleware
import RillTesting
import Testing

@Suite struct APIErrorTests {
    private let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/a")

    @Test(
        arguments: [(404, nil, "404 Not Found"), (404, "Nope", "404 Nope"), (799, nil, "799")]
            as [(Int, String?, String)])
    func addsStandardPhraseWhenServerSentNone(_ code: Int, _ phrase: String?, _ expected: String) {
        let status = phrase.map { HTTPResponse.Status(code: code, reasonPhrase: $0) } ?? HTTPResponse.Status(code: code)
        let error = APIError(stage: .status, request: request, response: HTTPResponse(status: status))
        #expect("\(error)" == "GET https://h/a failed with status \(expected)")
    }

    @Test(arguments: [(404, "404 Not Found"), (416, "416 Range Not Satisfiable"), (799, "799 There is none.")])
    func omitsPhraseRepeatedInReason(_ code: Int, _ expected: String) {
        let status = HTTPResponse.Status(code: code, reasonPhrase: "There is none.")
        let error = APIError(
            stage: .status, request: request, response: HTTPResponse(status: status), reason: "\"There is none.\" (no)")
        #expect("\(error)" == "GET https://h/a failed with status \(expected): \"There is none.\" (no)")
        #expect(error.status?.reasonPhrase == "There is none.")
    }

    @Test func debugDescriptionContainsAllProperties() {
        let response = HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "3", .setCookie: "a=b"])
        let error = APIError(
            stage: .status, request: request, response: response, body: Data("slow\ndown".utf8), attempts: 2,
            reason: "too fast")
        #expect(
            String(reflecting: error) == """
                GET https://h/a failed with status 429 Too Many Requests: too fast
                Attempts: 2
                Stage: status
                Status: 429 Too Many Requests
                Retry-After: 3
                Set-Cookie: <redacted>
                Body: slow down
                """)
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func streamErrorHasALocalizedDescription() {
        let error = Recorder(Observable<Int>.empty().single()).error
        #expect(error is StreamError)
        #expect(error?.localizedDescription == error.map { "\($0)" })
    }

    @Test func supportsCustomStages() {
        let error = APIError(stage: .init("signing"), request: request, attempts: 0, reason: "no key")
        #expect("\(error)" == "GET https://h/a failed (signing): no key")
        #expect(error.stage == APIError.Stage("signing"))
        #expect(error.stage != .request)
    }

    @Test func truncatesBodyAtCharacterBoundary() {
        let body = Data((String(repeating: "a", count: 1_023) + "初心者").utf8)
        let error = APIError(stage: .status, request: request, response: HTTPResponse(status: 500), body: body)
        #expect(error.bodyPrefix == String(repeating: "a", count: 1_023) + "…")
        let half = APIError(stage: .status, request: request, body: Data("ab初".utf8).dropLast())
        #expect(half.bodyPrefix == "ab")
    }

    @Test func replacesControlCharacters() {
        let error = APIError(
            stage: .status,
            request: HTTPRequest(method: .get, scheme: "https", authority: "h\r\nX", path: "/\u{1B}[2J"),
            response: HTTPResponse(status: 500), body: Data("a\u{1B}[31m\u{7F}b\tc".utf8), reason: "x\u{1B}]0;\u{7}\ny")
        #expect(error.bodyPrefix == "a\u{FFFD}[31m\u{FFFD}b\tc")
        #expect(error.reason == "x\u{FFFD}]0;\u{FFFD} y")
        #expect(error.url == "https://h X/\u{FFFD}[2J")
    }

    @Test func acceptsDataSlice() {
        let data = Data("xxhello".utf8)
        #expect(APIError(stage: .status, request: request, body: data.dropFirst(2)).bodyPrefix == "hello")
    }
}
