import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillServiceTestSupport
import Testing

@Suite struct QiitaErrorTests {
    private static let remaining = HTTPField.Name(literal: "Rate-Remaining")

    private func failure(
        _ status: HTTPResponse.Status, _ body: String, fields: HTTPFields = [:]
    ) throws -> APIError {
        let transport = StubTransport { _ in .json(body, status: status, fields: fields) }
        return try Recorder(QiitaClient(transport: transport).tag(id: "x")).failure()
    }

    @Test func decodesQiitaError() throws {
        let error = try failure(404, #"{"message":"Not found","type":"not_found"}"#)
        #expect(error.stage == .status)
        let qiita = try #require(error.qiita)
        #expect(qiita.message == "Not found")
        #expect(qiita.type == .notFound)
        #expect(qiita.type == "not_found")
        #expect(!qiita.isRateLimited)
        #expect(qiita.rateLimit == nil)
        #expect(
            "\(error)"
                == "GET https://qiita.com/api/v2/tags/x failed with status 404 Not Found: \"Not found\" (not_found)")
    }

    @Test func descriptionHasOneLine() throws {
        let error = try failure(404, #"{"message":"a\nb","type":"c\nd"}"#)
        #expect("\(try #require(error.qiita))" == "\"a b\" (c d)")
    }

    @Test func detectsRateLimitAndReset() throws {
        let fields: HTTPFields = [
            HTTPField.Name(literal: "Rate-Limit"): "60", Self.remaining: "0",
            HTTPField.Name(literal: "Rate-Reset"): "1790000000",
        ]
        let error = try failure(403, #"{"message":"Rate limit exceeded","type":"rate_limit_exceeded"}"#, fields: fields)
        let qiita = try #require(error.qiita)
        #expect(qiita.isRateLimited)
        let reset = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(qiita.rateLimit == QiitaRateLimit(limit: 60, remaining: 0, reset: reset))
        let end =
            "\"Rate limit exceeded\" (rate_limit_exceeded), "
            + "limit 60 requests per hour, retry after 2026-09-21T14:13:20Z"
        #expect("\(error)".hasSuffix(end))
    }

    @Test(arguments: [
        (403, "rate_limit_exceeded", "7", true), (429, "rate_limit_exceeded", nil, true), (403, "forbidden", "0", true),
        (429, "forbidden", "0", true), (403, "forbidden", "1", false), (403, "forbidden", nil, false),
        (404, "not_found", "0", false), (401, "unauthorized", "0", false),
    ])
    func distinguishesRateLimitFromOtherErrors(code: Int, type: String, remaining: String?, isLimited: Bool) throws {
        var fields = HTTPFields()
        fields[Self.remaining] = remaining
        let error = try failure(
            HTTPResponse.Status(code: code), #"{"message":"m","type":"\#(type)"}"#, fields: fields)
        #expect(error.qiita?.isRateLimited == isLimited)
    }

    @Test func detectsRateLimitFromHeaderFields() throws {
        let error = try failure(429, "<h1>Slow down</h1>", fields: [Self.remaining: "0"])
        #expect(error.qiita?.isRateLimited == true)
        #expect(error.qiita?.type == .rateLimitExceeded)
        #expect(error.qiita?.rateLimit == QiitaRateLimit(limit: nil, remaining: 0, reset: nil))
    }

    @Test(arguments: ["", "<html></html>", #"{"error":"x"}"#, #"{"message":7,"type":"x"}"#, "[]"])
    func ignoresBodiesThatAreNotQiitaErrors(body: String) throws {
        let error = try failure(502, body)
        #expect(error.qiita == nil)
        #expect(error.status == 502)
        #expect(error.bodyPrefix == body)
    }

    @Test func reportsKeyPathOfDecodingFailure() throws {
        let body =
            #"[{"id":"a","items_count":1,"followers_count":2},{"id":"b","items_count":1,"followers_count":"12"}]"#
        let transport = StubTransport { _ in .json(body) }
        let error = try Recorder(QiitaClient(transport: transport).tags()).failure()
        #expect(error.stage == .decoding)
        #expect(error.reason == #"[1].followers_count: expected Int, found "12""#)
        #expect(error.qiita == nil)
    }
}
