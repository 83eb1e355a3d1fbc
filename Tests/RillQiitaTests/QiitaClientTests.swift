import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct QiitaClientTests {
    private func client(token: String? = nil, _ transport: StubTransport) -> QiitaClient {
        QiitaClient(token: token, transport: transport)
    }

    @Test func requestsPageOfTags() {
        let transport = StubTransport { _ in .json(Fixtures.twoTags) }
        let tags = client(transport).tags(page: 2, perPage: 50, sort: .count)
        #expect(transport.requests.isEmpty)
        let recorder = Recorder(tags)
        #expect(recorder.values.map { $0.map(\.id) } == [["Swift", "新しいタグ"]])
        #expect(recorder.isCompleted)
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/tags?page=2&per_page=50&sort=count"])
        #expect(transport.requests.first?.method == .get)
        #expect(transport.requests.first?.headerFields == [.accept: "application/json"])
    }

    @Test func usesDefaultQueryParameters() {
        let transport = StubTransport { _ in .json("[]") }
        #expect(Recorder(client(transport).tags()).values == [[]])
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/tags?page=1&per_page=20"])
    }

    @Test(arguments: [
        ("C++", "C%2B%2B"), ("C#", "C%23"), (".NET", ".NET"), ("Node.js", "Node.js"), ("TCP/IP", "TCP%2FIP"),
        ("初心者", "%E5%88%9D%E5%BF%83%E8%80%85"), ("日本語 タグ", "%E6%97%A5%E6%9C%AC%E8%AA%9E%20%E3%82%BF%E3%82%B0"),
        ("100%", "100%25"), ("a?b", "a%3Fb"),
    ])
    func encodesTagNameAsOnePathSegment(id: String, segment: String) {
        let transport = StubTransport { _ in .json(Fixtures.swift) }
        #expect(Recorder(client(transport).tag(id: id)).values.map(\.id) == ["Swift"])
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/tags/\(segment)"])
    }

    @Test(arguments: ["", ".", ".."])
    func rejectsInvalidPathSegments(id: String) throws {
        let transport = StubTransport { _ in .json(Fixtures.swift) }
        #expect(try Recorder(client(transport).tag(id: id)).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        (0, 20, "page must be between 1 and 100, got 0"), (101, 20, "page must be between 1 and 100, got 101"),
        (1, 0, "per_page must be between 1 and 100, got 0"), (1, 101, "per_page must be between 1 and 100, got 101"),
    ])
    func rejectsPageNumbersOutOfRange(page: Int, perPage: Int, reason: String) throws {
        let transport = StubTransport { _ in .json("[]") }
        let failures = [
            try Recorder(client(transport).tags(page: page, perPage: perPage)).failure(),
            try Recorder(client(transport).tagPages(from: page, perPage: perPage)).failure(),
        ]
        for failure in failures {
            #expect(failure.stage == .request)
            #expect(failure.reason == reason)
            #expect(failure.attempts == 0)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsAndRedactsToken() throws {
        let transport = StubTransport { _ in
            .json(#"{"message":"no t0ken-of-mine","type":"unauthorized"}"#, status: 401)
        }
        let client = client(token: "t0ken-of-mine", transport)
        let error = try Recorder(client.tags()).failure()
        #expect(transport.requests.first?.headerFields[.authorization] == "Bearer t0ken-of-mine")
        var dumped = ""
        dump(client, to: &dumped)
        for text in ["\(client)", "\(error)", String(reflecting: error), String(reflecting: client), dumped] {
            #expect(!text.contains("t0ken"))
        }
        #expect("\(client)" == "QiitaClient(client: Client(https://qiita.com/api/v2))")
    }

    @Test func redactsPasswordInBaseURL() {
        let client = QiitaClient(baseURL: "https://user:pa55word@team.example/api/v2")
        var dumped = ""
        dump(client, to: &dumped)
        for text in ["\(client)", String(reflecting: client), dumped] {
            #expect(text.contains("team.example") && !text.contains("pa55word"))
        }
    }

    @Test func treatsEmptyTokenAsNone() {
        let transport = StubTransport { _ in .json("[]") }
        _ = Recorder(client(token: "", transport).tags())
        #expect(transport.requests.map { $0.headerFields[.authorization] } == [nil])
    }

    @Test func failsAfterTimeout() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json("[]", after: .seconds(9)) }
        let client = QiitaClient(transport: transport, timeout: .seconds(5), scheduler: scheduler)
        let recorder = Recorder(client.tags())
        scheduler.advance(by: .seconds(4))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(try recorder.failure().stage == .deadline)
        #expect(transport.requests.first?.isCancelled == true)
    }

    @Test func sendsCustomRequests() {
        struct TagCount: Request {
            typealias Response = Int
            var path: URLPath { "/count" }
        }
        let transport = StubTransport { _ in .json("7") }
        #expect(Recorder(client(transport).send(TagCount())).values == [7])
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/count"])
    }
}
