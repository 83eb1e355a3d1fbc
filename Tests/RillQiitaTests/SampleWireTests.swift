import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the sample server's responses byte by byte where clients may depend on them.
@Suite(.timeLimit(.minutes(10))) struct SampleWireTests {
    private func send(_ requests: RawRequest...) async throws -> (responses: [RawRequest.RawResponse], baseURL: String)
    {
        let sample = try SampleQiita()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL)
        var responses: [RawRequest.RawResponse] = []
        for request in requests { responses.append(try await client.send(request).firstValue()) }
        return (responses, sample.baseURL)
    }

    @Test func ordersLinksLikeQiita() async throws {
        let (responses, base) = try await send(
            RawRequest(target: "/tags?per_page=100&sort=name"), RawRequest(target: "/tags?page=2&per_page=100"),
            RawRequest(target: "/tags?page=3&per_page=100"), RawRequest(target: "/tags?page=100&per_page=100"))
        func link(_ page: Int, _ rel: String, _ rest: String = "") -> String {
            "<\(base)/tags?page=\(page)&per_page=100\(rest)>; rel=\"\(rel)\""
        }
        let expected = [
            [link(1, "first", "&sort=name"), link(2, "next", "&sort=name"), link(3, "last", "&sort=name")],
            [link(1, "first"), link(1, "prev"), link(3, "next"), link(3, "last")],
            [link(1, "first"), link(2, "prev"), link(3, "last")],
            [link(1, "first"), link(99, "prev"), link(3, "last")],
        ]
        #expect(responses.map { $0["Link"] } == expected.map { $0.joined(separator: ", ") })
        #expect(responses.last?.body == "[]")
        #expect(Set(responses.map { $0["Total-Count"] }).count == 1)
    }

    @Test func returnsTwentyTagsAndRateLimit() async throws {
        let (responses, _) = try await send(RawRequest(target: "/tags"))
        let response = try #require(responses.first)
        #expect(response.head.status == .ok)
        #expect(response["Content-Type"] == "application/json; charset=utf-8")
        #expect(response["Rate-Limit"] == "60")
        #expect(response["Rate-Remaining"] == "59")
        #expect(response["Rate-Reset"].flatMap { Int($0) } != nil)
        #expect(response.body.components(separatedBy: "\"items_count\":").count == 21)
        #expect(response.body.contains("\"icon_url\":null"))
    }

    @Test(arguments: [
        "page=0", "page=101", "page=x", "page=", "per_page=0", "per_page=101", "per_page=-1", "sort=x", "sort=newest",
    ])
    func rejectsParametersOutOfRange(query: String) async throws {
        let (responses, _) = try await send(RawRequest(target: "/tags?\(query)"))
        #expect(responses.map(\.head.status) == [.badRequest])
        #expect(responses.first?.body.contains("\"type\":\"bad_request\"") == true)
        #expect(responses.first?["Rate-Remaining"] == "59")
    }

    @Test(arguments: ["/", "/tag", "/tags/", "/tags/Swift/other", "/tags/%FF", "/projects", "/tags/Swift/"])
    func returns404ForUnknownPaths(target: String) async throws {
        let (responses, _) = try await send(RawRequest(target: target), RawRequest(target: "/tags", method: .post))
        #expect(responses.map(\.head.status) == [.notFound, .notFound])
        #expect(responses.map(\.body) == Array(repeating: #"{"message":"Not found","type":"not_found"}"#, count: 2))
    }

    @Test(arguments: ["Bearer", "Bearer other", "Basic sample-token", "sample-token", "Bearer sample-token "])
    func rejectsUnknownToken(authorization: String) async throws {
        let (responses, _) = try await send(
            RawRequest(target: "/tags/C++", headerFields: [.authorization: authorization]),
            RawRequest(target: "/tags/C%2b%2B", headerFields: [.authorization: "bearer sample-token"]))
        // Trailing whitespace is not part of a header field's value.
        #expect(responses.first?.head.status == (authorization.hasSuffix(" ") ? .ok : .unauthorized))
        #expect(responses.last?.head.status == .ok)
        #expect(responses.last?["Rate-Limit"] == "1000")
    }
}
