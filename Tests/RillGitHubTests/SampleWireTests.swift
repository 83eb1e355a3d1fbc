import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the sample server's responses byte by byte where clients may depend on them.
@Suite(.timeLimit(.minutes(10))) struct SampleWireTests {
    private func send(_ requests: RawRequest...) async throws -> (responses: [RawRequest.RawResponse], baseURL: String)
    {
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.userAgent: "test"])
        var responses: [RawRequest.RawResponse] = []
        for request in requests { responses.append(try await client.send(request).firstValue()) }
        return (responses, sample.baseURL)
    }

    @Test func ordersLinksLikeGitHub() async throws {
        let query = "/search/users?q=repos:%3E=0&per_page=10"
        let (responses, base) = try await send(
            RawRequest(target: query), RawRequest(target: query + "&page=2"), RawRequest(target: query + "&page=4"),
            RawRequest(target: query + "&page=9"), RawRequest(target: "/search/users?q=repos:%3E=0&per_page=100"))
        func link(_ page: Int, _ rel: String) -> String {
            "<\(base)/search/users?q=repos:%3E=0&per_page=10&page=\(page)>; rel=\"\(rel)\""
        }
        let expected: [[String]] = [
            [link(2, "next"), link(4, "last")],
            [link(1, "prev"), link(3, "next"), link(4, "last"), link(1, "first")],
            [link(3, "prev"), link(1, "first")],
            [link(4, "prev"), link(4, "last"), link(1, "first")],
        ]
        #expect(responses.map { $0["Link"] } == expected.map { $0.joined(separator: ", ") } + [nil])
        #expect(responses[3].body.contains(#""items":[],"total_count":37"#) == true)
    }

    @Test func clampsPageSizesAndIgnoresInvalidNumbers() async throws {
        func count(_ body: String) -> Int { body.components(separatedBy: "\"full_name\":").count - 1 }
        let search = "/search/repositories?q=stars:%3E=0"
        let (responses, _) = try await send(
            RawRequest(target: search + "&per_page=500"), RawRequest(target: search + "&per_page=x&page=-3"),
            RawRequest(target: search + "&per_page=0"), RawRequest(target: search + "&per_page=7"))
        #expect(responses.map { count($0.body) } == [100, 30, 30, 7])
        #expect(responses[0]["Link"]?.contains("page=10>; rel=\"last\"") == true)
        #expect(responses[1]["Link"]?.contains("page=34>; rel=\"last\"") == true)
    }

    @Test(arguments: [
        ("per_page=100&page=11", true), ("per_page=100&page=10", false), ("page=35", true), ("page=34", false),
    ])
    func limitsSearchToThousandResults(query: String, isBeyond: Bool) async throws {
        let (responses, _) = try await send(RawRequest(target: "/search/repositories?q=stars:%3E=0&\(query)"))
        #expect(responses.map(\.head.status.code) == [isBeyond ? 422 : 200])
        guard isBeyond else { return }
        let body =
            #"{"documentation_url":"https://docs.github.com/rest/search","message":"#
            + #""Only the first 1000 search results are available","status":"422"}"#
        #expect(responses.map(\.body) == [body])
    }

    @Test func rejectsRequestsWithoutUserAgent() async throws {
        let (responses, _) = try await send(RawRequest(target: "/rate_limit", headerFields: [.userAgent: ""]))
        #expect(responses.map(\.head.status.code) == [403])
        #expect(responses[0]["Content-Type"] == "text/html; charset=utf-8")
        #expect(responses[0]["X-RateLimit-Limit"] == nil)
    }

    @Test func rejectsUnknownVersion() async throws {
        let version = HTTPField.Name(literal: "X-GitHub-Api-Version")
        let (responses, _) = try await send(
            RawRequest(target: "/rate_limit", headerFields: [version: "2000-01-01"]),
            RawRequest(target: "/rate_limit", headerFields: [version: "2022-11-28"]),
            RawRequest(target: "/rate_limit", headerFields: [version: "2026-03-10"]))
        #expect(responses.map(\.head.status.code) == [400, 200, 200])
        #expect(responses[0].body.contains(#""errors":"The version in the"#))
        #expect(responses[1].body.contains(#""rate":{"limit":60"#))
        #expect(!responses[2].body.contains(#""rate":"#))
        #expect(responses[2].body.contains(#""search":{"limit":10,"remaining":10"#))
    }

    @Test(arguments: ["Bearer", "Bearer other", "Basic sample-token", "sample-token"])
    func rejectsUnknownToken(authorization: String) async throws {
        let (responses, _) = try await send(
            RawRequest(target: "/users/rill-octo", headerFields: [.authorization: authorization]),
            RawRequest(target: "/users/rill-octo", headerFields: [.authorization: "token sample-token"]))
        #expect(responses.map(\.head.status.code) == [401, 200])
        #expect(responses[1]["X-RateLimit-Limit"] == "5000")
    }

    @Test(arguments: ["/", "/repos/rill-octo", "/users/", "/search", "/repositories/x", "/repos/rill-octo/rill/"])
    func returns404ForUnknownPaths(target: String) async throws {
        let (responses, _) = try await send(
            RawRequest(target: target), RawRequest(target: "/rate_limit", method: .post))
        #expect(responses.map(\.head.status.code) == [404, 404])
        #expect(responses.allSatisfy { $0.body.contains(#""message":"Not Found","status":"404""#) })
    }

    @Test func redirectsFormerRepositoryName() async throws {
        let (responses, base) = try await send(RawRequest(target: "/repos/RILL-octo/creek"))
        #expect(responses.map(\.head.status.code) == [301])
        #expect(responses[0]["Location"] == "\(base)/repositories/4001")
        #expect(responses[0].body.contains("\"url\":\"\(base)/repositories/4001\""))
    }

    @Test func sendsNullsLikeGitHub() async throws {
        let (responses, _) = try await send(
            RawRequest(target: "/search/repositories?q=stars:%3E=0&per_page=100"),
            RawRequest(target: "/users/rill-octo"))
        for null in [#""license":null"#, #""description":null"#, #""language":null"#, #""mirror_url":null"#] {
            #expect(responses[0].body.contains(null))
        }
        #expect(responses[0].body.contains(#""score":1"#))
        #expect(responses[1].body.contains(#""email":null"#))
    }

    @Test func returns304ForMatchingETag() async throws {
        // The ETag depends on the server's base URL, which is part of the body, so all requests use one server.
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.userAgent: "test"])
        func response(_ condition: String?) async throws -> RawRequest.RawResponse {
            var fields: HTTPFields = [:]
            fields[.ifNoneMatch] = condition
            return try await client.send(RawRequest(target: "/users/rill-octo", headerFields: fields)).firstValue()
        }
        let known = try #require(try await response(nil)["ETag"])
        #expect(known.hasPrefix("W/\""))
        for condition in [known, "W/\"0\", \(known)", String(known.dropFirst(2)), "*"] {
            let response = try await response(condition)
            #expect(response.head.status == .notModified)
            #expect(response.body.isEmpty)
            #expect(response["ETag"] == known)
        }
        #expect(try await response("W/\"0\"").head.status == .ok)
    }
}
