import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct GitHubErrorTests {
    private typealias Detail = GitHubError.Detail

    private func failure(
        _ status: HTTPResponse.Status, _ body: String, fields: HTTPFields = [:]
    ) throws -> APIError {
        let transport = StubTransport { _ in .json(body, status: status, fields: fields) }
        return try Recorder(GitHubClient(transport: transport).searchRepositories("")).failure()
    }

    @Test func decodesValidationError() throws {
        let body = #"""
            {"message":"Validation Failed","errors":[{"resource":"Search","field":"q","code":"missing"}],
            "documentation_url":"https://docs.github.com/v3/search","status":"422"}
            """#
        let error = try failure(422, body, fields: [HTTPField.Name(literal: "X-GitHub-Request-Id"): "1BA5:EAD5F"])
        #expect(error.stage == .status)
        let github = try #require(error.github)
        #expect(github.message == "Validation Failed")
        #expect(github.status == "422")
        #expect(github.requestID == "1BA5:EAD5F")
        #expect(github.documentationURL?.absoluteString == "https://docs.github.com/v3/search")
        #expect(github.errors == [Detail(resource: "Search", field: "q", code: "missing")])
        #expect(!github.isRateLimited)
        #expect(github.retryAfter == nil)
        #expect(!github.isBeyondSearchResultLimit)
        let text = "422 Unprocessable Content: \"Validation Failed\" (Search.q: missing), request 1BA5:EAD5F"
        #expect("\(error)".hasSuffix(text))
    }

    @Test(arguments: [
        (
            #"[{"resource":"Search","field":"q","code":"invalid","message":"Too long."}]"#,
            ["Search.q: invalid, Too long."]
        ),
        (#"[{"resource":"Search","field":"q","code":"missing"}]"#, ["Search.q: missing"]),
        (#"[{"message":"Only this."},{"code":"custom","field":null}]"#, ["Only this.", "custom"]),
        (#"["One.","Two."]"#, ["One.", "Two."]),
        (#""The version is not supported.""#, ["The version is not supported."]),
        (#"["One.",{"code":7,"field":"q"},3,null,{},[]]"#, ["One.", "q"]), ("[]", []), ("null", []), ("{}", []),
        ("7", []),
    ])
    func decodesErrorDetailsInEveryFormat(json: String, texts: [String]) throws {
        let github = try #require(try failure(422, #"{"message":"m","errors":\#(json)}"#).github)
        #expect(github.errors.map(\.description) == texts)
        #expect(github.message == "m")
    }

    @Test func descriptionHasOneLine() throws {
        let error = try failure(422, #"{"message":"a\nb","errors":[{"field":"c\nd"}]}"#)
        let github = try #require(error.github)
        #expect("\(github)" == "\"a b\" (c d)")
        #expect(github.errors.map { "\($0)" } == ["c d"])
    }

    @Test(arguments: [(#""404""#, "404"), ("404", "404"), ("null", nil), ("[]", nil)])
    func decodesStatusAsStringOrNumber(json: String, status: String?) throws {
        #expect(try failure(404, #"{"message":"Not Found","status":\#(json)}"#).github?.status == status)
        #expect(try failure(404, #"{"message":"Not Found"}"#).github?.status == nil)
    }

    @Test(arguments: ["", "<html></html>", #"{"error":"x"}"#, #"{"message":7}"#, "[]"])
    func ignoresBodiesThatAreNotGitHubErrors(body: String) throws {
        let error = try failure(502, body)
        #expect(error.github == nil)
        #expect(error.status == 502)
        #expect(error.bodyPrefix == body)
    }

    // MARK: Rate limits

    private static let date = "Mon, 21 Sep 2026 14:13:00 GMT"
    private static let secondary = "You have exceeded a secondary rate limit. Please wait."

    @Test func detectsPrimaryLimitAndReset() throws {
        var fields = Fixtures.rate(remaining: 0, reset: 1_790_000_000)
        fields[.date] = Self.date
        let error = try failure(403, #"{"message":"API rate limit exceeded for 127.0.0.1."}"#, fields: fields)
        let github = try #require(error.github)
        #expect(github.exceededLimit == .primary)
        #expect(github.isRateLimited)
        #expect(github.rateLimit?.resource == "search")
        // Relative to the date of the response.
        #expect(github.retryAfter == .seconds(20))
        let text =
            "\"API rate limit exceeded for 127.0.0.1.\", primary rate limit of 10 requests (search) exceeded, "
            + "retry after 2026-09-21T14:13:20Z"
        #expect("\(error)".hasSuffix(text))
    }

    @Test func detectsSecondaryLimitAndRetryAfter() throws {
        var fields = Fixtures.rate(remaining: 7)
        fields[.retryAfter] = "90"
        let error = try failure(403, #"{"message":"\#(Self.secondary)"}"#, fields: fields)
        #expect(error.github?.exceededLimit == .secondary)
        #expect(error.github?.retryAfter == .seconds(90))
        #expect("\(error)".hasSuffix("secondary rate limit exceeded, retry in 90.0 seconds"))
    }

    @Test func capsRetryAfterForResetOutOfRange() throws {
        let fields = Fixtures.rate(remaining: 0, reset: .max)
        let error = try failure(403, #"{"message":"API rate limit exceeded"}"#, fields: fields)
        #expect(error.github?.exceededLimit == .primary)
        #expect(error.github?.retryAfter == .seconds(315_576_000))
        #expect(
            "\(error)".hasSuffix("primary rate limit of 10 requests (search) exceeded, retry in 315576000.0 seconds"))
    }

    @Test func retryAfterDefaultsToOneMinute() throws {
        let body = #"{"message":"\#(Self.secondary)"}"#
        #expect(try failure(403, body).github?.retryAfter == .seconds(60))
        #expect(try failure(403, body, fields: Fixtures.rate(remaining: 7)).github?.retryAfter == .seconds(60))
        let html = try #require(try failure(429, "<h1>Slow down</h1>").github)
        #expect(html.exceededLimit == .secondary)
        #expect(html.retryAfter == .seconds(60))
        #expect(html.message == "Rate limit exceeded")
    }

    @Test(
        arguments: [
            (403, "API rate limit exceeded for user 7.", 0, nil, .primary),
            (429, "API rate limit exceeded for user 7.", 0, nil, .primary),
            (403, "API rate limit exceeded for user 7.", nil, nil, .primary),
            (403, "Forbidden", 0, nil, .primary), (403, Self.secondary, 7, "60", .secondary),
            (403, Self.secondary, 0, nil, .secondary), (429, Self.secondary, nil, nil, .secondary),
            (403, "You have triggered an abuse detection mechanism.", nil, "60", .secondary),
            (403, "Forbidden", 7, "60", .secondary), (429, "Too many", 7, nil, .secondary),
            (403, "Resource not accessible by personal access token", 7, nil, nil), (403, "Forbidden", nil, nil, nil),
            (404, "Not Found", 0, "60", nil), (401, "Bad credentials", 0, nil, nil),
            (422, Self.secondary, 0, "60", nil),
        ] as [(Int, String, Int?, String?, GitHubError.ExceededLimit?)])
    func distinguishesRateLimitsFromOtherErrors(
        code: Int, message: String, remaining: Int?, retryAfter: String?, limit: GitHubError.ExceededLimit?
    ) throws {
        var fields = remaining.map { Fixtures.rate(remaining: $0) } ?? [:]
        fields[.retryAfter] = retryAfter
        let error = try failure(HTTPResponse.Status(code: code), #"{"message":"\#(message)"}"#, fields: fields)
        #expect(error.github?.exceededLimit == limit)
        #expect((error.github?.retryAfter == nil) == (limit == nil))
    }

    @Test(arguments: ["secondary-rate-limits", "about-secondary-rate-limits", "abuse-rate-limits"])
    func detectsSecondaryLimitByDocumentationURL(anchor: String) throws {
        let body = #"{"message":"m","documentation_url":"https://docs.github.com/rest#\#(anchor)"}"#
        #expect(try failure(403, body).github?.exceededLimit == .secondary)
    }

    @Test func reportsKeyPathOfDecodingFailure() throws {
        let body = Fixtures.searchResults(
            Fixtures.bareRepository.replacing(#""private":false"#, with: #""private":"no""#))
        let error = try failure(200, body)
        #expect(error.stage == .decoding)
        #expect(error.reason == #"items[0].private: expected Bool, found "no""#)
        #expect(error.github == nil)
    }
}
