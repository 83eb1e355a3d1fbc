import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct AllTagsTests {
    private func numbers(_ range: Range<Int>) -> [String] { range.map(String.init) }

    @Test(arguments: Fixtures.Hint.allCases)
    func requestsExactlyAllPages(hint: Fixtures.Hint) {
        let transport = Fixtures.pages(of: 45, hint: hint)
        let recorder = Recorder(QiitaClient(transport: transport).allTags(perPage: 20, sort: .name))
        #expect(recorder.values.map(\.id) == numbers(0..<45))
        #expect(recorder.isCompleted)
        #expect(
            transport.requests.map(\.message.path) == (1...3).map { "/api/v2/tags?page=\($0)&per_page=20&sort=name" })
    }

    @Test(arguments: [Fixtures.Hint.link, .totalCount])
    func detectsFullLastPage(hint: Fixtures.Hint) {
        let transport = Fixtures.pages(of: 40, hint: hint)
        #expect(Recorder(QiitaClient(transport: transport).allTags(perPage: 20)).values.count == 40)
        #expect(transport.requests.count == 2)
    }

    @Test func malformedLinkDoesNotEndTheList() {
        let transport = StubTransport { request in
            let id = request.number + 1
            return .json(
                #"[{"id":"\#(id)","items_count":1,"followers_count":1,"icon_url":null}]"#,
                fields: [.link: "<https://qiita.com/api/v2/tags?page=2; rel=\"next\"", "Total-Count": "3"])
        }
        #expect(Recorder(QiitaClient(transport: transport).allTags(perPage: 1)).values.map(\.id) == ["1", "2", "3"])
    }

    @Test func requestsAnotherPageWithoutLastPageHint() {
        let transport = Fixtures.pages(of: 40, hint: .shortPage)
        #expect(Recorder(QiitaClient(transport: transport).allTags(perPage: 20)).values.count == 40)
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: Fixtures.Hint.allCases)
    func completesForEmptyList(hint: Fixtures.Hint) {
        let transport = Fixtures.pages(of: 0, hint: hint)
        let recorder = Recorder(QiitaClient(transport: transport).allTags())
        #expect(recorder.values.isEmpty)
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == 1)
    }

    @Test func stopsAfterPage100() {
        let transport = StubTransport { _ in
            .json(Fixtures.tags(0..<1), fields: [.link: Fixtures.link(page: 1, next: 2)])
        }
        let recorder = Recorder(QiitaClient(transport: transport).allTags(perPage: 1))
        #expect(recorder.values.count == 100)
        #expect(transport.requests.count == 100)
        #expect(recorder.isCompleted)
        #expect(transport.requests.last?.queryItem("page") == "100")
    }

    @Test func pageIncludesMetadata() throws {
        let fields: HTTPFields = [
            .link: Fixtures.link(page: 7, next: 8), HTTPField.Name(literal: "Total-Count"): "286",
            HTTPField.Name(literal: "Rate-Remaining"): "59",
        ]
        let transport = StubTransport { _ in .json(Fixtures.tags(0..<1), fields: fields) }
        let page = try #require(Recorder(QiitaClient(transport: transport).tagPages(from: 7).take(1)).values.first)
        #expect(page.number == 7)
        #expect(page.nextNumber == 8)
        #expect(page.totalCount == 286)
        #expect(page.rateLimit == QiitaRateLimit(limit: nil, remaining: 59, reset: nil))
        #expect(transport.requests.map { $0.queryItem("page") } == ["7"])
    }
}
