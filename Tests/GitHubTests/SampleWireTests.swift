import Foundation
import GitHub
import Rill
import RillHTTP
import RillHTTPTesting
import SampleServices
import Testing

/// What the sample service sends, byte for byte where a client could depend on it.
@Suite(.timeLimit(.minutes(2))) struct SampleWireTests {
    private func ask(_ requests: Anything...) async throws -> (answers: [Anything.Answer], baseURL: String) {
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.userAgent: "test"])
        var answers: [Anything.Answer] = []
        for request in requests { answers.append(try await client.send(request).firstValue()) }
        return (answers, sample.baseURL)
    }

    @Test func linksThePagesInGitHubsOrder() async throws {
        let query = "/search/users?q=repos:%3E=0&per_page=10"
        let (answers, base) = try await ask(
            Anything(target: query), Anything(target: query + "&page=2"), Anything(target: query + "&page=4"),
            Anything(target: query + "&page=9"), Anything(target: "/search/users?q=repos:%3E=0&per_page=100"))
        func link(_ page: Int, _ rel: String) -> String {
            "<\(base)/search/users?q=repos:%3E=0&per_page=10&page=\(page)>; rel=\"\(rel)\""
        }
        let expected: [[String]] = [
            [link(2, "next"), link(4, "last")],
            [link(1, "prev"), link(3, "next"), link(4, "last"), link(1, "first")],
            [link(3, "prev"), link(1, "first")],
            [link(4, "prev"), link(4, "last"), link(1, "first")],
        ]
        #expect(answers.map { $0["Link"] } == expected.map { $0.joined(separator: ", ") } + [nil])
        #expect(answers[3].body.contains(#""items":[],"total_count":37"#) == true)
    }

    @Test func takesMoreThanAHundredForAHundredAndMendsOddNumbers() async throws {
        func count(_ body: String) -> Int { body.components(separatedBy: "\"full_name\":").count - 1 }
        let search = "/search/repositories?q=stars:%3E=0"
        let (answers, _) = try await ask(
            Anything(target: search + "&per_page=500"), Anything(target: search + "&per_page=x&page=-3"),
            Anything(target: search + "&per_page=0"), Anything(target: search + "&per_page=7"))
        #expect(answers.map { count($0.body) } == [100, 30, 30, 7])
        #expect(answers[0]["Link"]?.contains("page=10>; rel=\"last\"") == true)
        #expect(answers[1]["Link"]?.contains("page=34>; rel=\"last\"") == true)
    }

    @Test(arguments: [
        ("per_page=100&page=11", true), ("per_page=100&page=10", false), ("page=35", true), ("page=34", false),
    ])
    func givesOutTheFirstThousand(query: String, isBeyond: Bool) async throws {
        let (answers, _) = try await ask(Anything(target: "/search/repositories?q=stars:%3E=0&\(query)"))
        #expect(answers.map(\.head.status.code) == [isBeyond ? 422 : 200])
        guard isBeyond else { return }
        let body =
            #"{"documentation_url":"https://docs.github.com/rest/search","message":"#
            + #""Only the first 1000 search results are available","status":"422"}"#
        #expect(answers.map(\.body) == [body])
    }

    @Test func letsNobodyPassWithoutAName() async throws {
        let (answers, _) = try await ask(Anything(target: "/rate_limit", headerFields: [.userAgent: ""]))
        #expect(answers.map(\.head.status.code) == [403])
        #expect(answers[0]["Content-Type"] == "text/html; charset=utf-8")
        #expect(answers[0]["X-RateLimit-Limit"] == nil)
    }

    @Test func refusesAVersionThatIsNone() async throws {
        let version = HTTPField.Name(literal: "X-GitHub-Api-Version")
        let (answers, _) = try await ask(
            Anything(target: "/rate_limit", headerFields: [version: "2000-01-01"]),
            Anything(target: "/rate_limit", headerFields: [version: "2022-11-28"]),
            Anything(target: "/rate_limit", headerFields: [version: "2026-03-10"]))
        #expect(answers.map(\.head.status.code) == [400, 200, 200])
        #expect(answers[0].body.contains(#""errors":"The version in the"#))
        #expect(answers[1].body.contains(#""rate":{"limit":60"#))
        #expect(!answers[2].body.contains(#""rate":"#))
        #expect(answers[2].body.contains(#""search":{"limit":10,"remaining":10"#))
    }

    @Test(arguments: ["Bearer", "Bearer other", "Basic sample-token", "sample-token"])
    func wantsATokenThatItKnows(authorization: String) async throws {
        let (answers, _) = try await ask(
            Anything(target: "/users/rill-octo", headerFields: [.authorization: authorization]),
            Anything(target: "/users/rill-octo", headerFields: [.authorization: "token sample-token"]))
        #expect(answers.map(\.head.status.code) == [401, 200])
        #expect(answers[1]["X-RateLimit-Limit"] == "5000")
    }

    @Test(arguments: ["/", "/repos/rill-octo", "/users/", "/search", "/repositories/x", "/repos/rill-octo/rill/"])
    func findsNothingElsewhere(target: String) async throws {
        let (answers, _) = try await ask(Anything(target: target), Anything(target: "/rate_limit", method: .post))
        #expect(answers.map(\.head.status.code) == [404, 404])
        #expect(answers.allSatisfy { $0.body.contains(#""message":"Not Found","status":"404""#) })
    }

    @Test func leadsFromTheFormerNameToThePresentOne() async throws {
        let (answers, base) = try await ask(Anything(target: "/repos/RILL-octo/creek"))
        #expect(answers.map(\.head.status.code) == [301])
        #expect(answers[0]["Location"] == "\(base)/repositories/4001")
        #expect(answers[0].body.contains("\"url\":\"\(base)/repositories/4001\""))
    }

    @Test func sendsTheNullsOfGitHub() async throws {
        let (answers, _) = try await ask(
            Anything(target: "/search/repositories?q=stars:%3E=0&per_page=100"), Anything(target: "/users/rill-octo"))
        for null in [#""license":null"#, #""description":null"#, #""language":null"#, #""mirror_url":null"#] {
            #expect(answers[0].body.contains(null))
        }
        #expect(answers[0].body.contains(#""score":1"#))
        #expect(answers[1].body.contains(#""email":null"#))
    }

    @Test func tagsItsAnswersAndKnowsTheTagsAgain() async throws {
        // The address of the service is part of the body, and so of the tag: all of this is asked of one service.
        let sample = try SampleGitHub()
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.userAgent: "test"])
        func answer(_ condition: String?) async throws -> Anything.Answer {
            var fields: HTTPFields = [:]
            fields[.ifNoneMatch] = condition
            return try await client.send(Anything(target: "/users/rill-octo", headerFields: fields)).firstValue()
        }
        let known = try #require(try await answer(nil)["ETag"])
        #expect(known.hasPrefix("W/\""))
        for condition in [known, "W/\"0\", \(known)", String(known.dropFirst(2)), "*"] {
            let answer = try await answer(condition)
            #expect(answer.head.status == .notModified)
            #expect(answer.body.isEmpty)
            #expect(answer["ETag"] == known)
        }
        #expect(try await answer("W/\"0\"").head.status == .ok)
    }
}
