import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import SampleServices
import Testing

/// What the sample service sends, byte for byte where a client could depend on it.
@Suite(.timeLimit(.minutes(2))) struct SampleWireTests {
    private struct Answer: Sendable {
        let head: HTTPResponse
        let body: String

        subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
    }

    /// Any target, any answer.
    private struct Anything: Request {
        typealias Response = Answer
        let target: String
        var method = HTTPRequest.Method.get
        var headerFields: HTTPFields = [:]
        var path: URLPath { URLPath(encoded: target) }

        func accepts(_ status: HTTPResponse.Status) -> Bool { true }

        var parser: ResponseParser<Answer> {
            ResponseParser { head, body, _ in Answer(head: head, body: String(decoding: body, as: UTF8.self)) }
        }
    }

    private func ask(_ requests: Anything...) async throws -> (answers: [Answer], baseURL: String) {
        let sample = try SampleQiita()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL)
        var answers: [Answer] = []
        for request in requests { answers.append(try await client.send(request).firstValue()) }
        return (answers, sample.baseURL)
    }

    @Test func linksThePagesInQiitasOrder() async throws {
        let (answers, base) = try await ask(
            Anything(target: "/tags?per_page=100&sort=name"), Anything(target: "/tags?page=2&per_page=100"),
            Anything(target: "/tags?page=3&per_page=100"), Anything(target: "/tags?page=100&per_page=100"))
        func link(_ page: Int, _ rel: String, _ rest: String = "") -> String {
            "<\(base)/tags?page=\(page)&per_page=100\(rest)>; rel=\"\(rel)\""
        }
        let expected = [
            [link(1, "first", "&sort=name"), link(2, "next", "&sort=name"), link(3, "last", "&sort=name")],
            [link(1, "first"), link(1, "prev"), link(3, "next"), link(3, "last")],
            [link(1, "first"), link(2, "prev"), link(3, "last")],
            [link(1, "first"), link(99, "prev"), link(3, "last")],
        ]
        #expect(answers.map { $0["Link"] } == expected.map { $0.joined(separator: ", ") })
        #expect(answers.last?.body == "[]")
        #expect(Set(answers.map { $0["Total-Count"] }).count == 1)
    }

    @Test func sendsTwentyTagsAndTheRate() async throws {
        let (answers, _) = try await ask(Anything(target: "/tags"))
        let answer = try #require(answers.first)
        #expect(answer.head.status == .ok)
        #expect(answer["Content-Type"] == "application/json; charset=utf-8")
        #expect(answer["Rate-Limit"] == "60")
        #expect(answer["Rate-Remaining"] == "59")
        #expect(answer["Rate-Reset"].flatMap { Int($0) } != nil)
        #expect(answer.body.components(separatedBy: "\"items_count\":").count == 21)
        #expect(answer.body.contains("\"icon_url\":null"))
    }

    @Test(arguments: [
        "page=0", "page=101", "page=x", "page=", "per_page=0", "per_page=101", "per_page=-1", "sort=x", "sort=newest",
    ])
    func refusesAParameterOutOfRange(query: String) async throws {
        let (answers, _) = try await ask(Anything(target: "/tags?\(query)"))
        #expect(answers.map(\.head.status) == [.badRequest])
        #expect(answers.first?.body.contains("\"type\":\"bad_request\"") == true)
        #expect(answers.first?["Rate-Remaining"] == "59")
    }

    @Test(arguments: ["/", "/tag", "/tags/", "/tags/Swift/items", "/tags/%FF", "/users", "/tags/Swift/"])
    func findsNothingElsewhere(target: String) async throws {
        let (answers, _) = try await ask(Anything(target: target), Anything(target: "/tags", method: .post))
        #expect(answers.map(\.head.status) == [.notFound, .notFound])
        #expect(answers.map(\.body) == Array(repeating: #"{"message":"Not found","type":"not_found"}"#, count: 2))
    }

    @Test(arguments: ["Bearer", "Bearer other", "Basic sample-token", "sample-token", "Bearer sample-token "])
    func wantsATokenThatItKnows(authorization: String) async throws {
        let (answers, _) = try await ask(
            Anything(target: "/tags/C++", headerFields: [.authorization: authorization]),
            Anything(target: "/tags/C%2b%2B", headerFields: [.authorization: "bearer sample-token"]))
        // What stands behind the last word is not part of a field's value.
        #expect(answers.first?.head.status == (authorization.hasSuffix(" ") ? .ok : .unauthorized))
        #expect(answers.last?.head.status == .ok)
        #expect(answers.last?["Rate-Limit"] == "1000")
    }
}
