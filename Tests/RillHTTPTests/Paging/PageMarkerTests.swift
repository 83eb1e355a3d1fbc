import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import Testing

/// Tests pages with markers and custom strategies.
@Suite struct PageMarkerTests {
    private struct Blobs: Decodable, Sendable, Equatable {
        var names: [String]
        var nextMarker: String?
    }

    private func transport(_ responses: String...) -> StubTransport {
        StubTransport { .json(responses[min($0.number, responses.count - 1)]) }
    }

    private let blobs = Anything<Blobs>(path: "/blobs")

    @Test func emptyPageWithMarkerIsNotLast() {
        let transport = transport(
            #"{"names": ["a"], "nextMarker": "b/1+ &="}"#, #"{"names": [], "nextMarker": "日"}"#,
            #"{"names": ["d", "e"], "nextMarker": ""}"#)
        let recorder = Recorder(makeClient(transport).pages(blobs, by: .marker("marker") { $0.nextMarker }))
        #expect(recorder.values.map(\.value.names) == [["a"], [], ["d", "e"]])
        #expect(recorder.values.map(\.next?.description) == ["b/1+ &=", "日", nil])
        #expect(recorder.isCompleted)
        #expect(transport.targets == ["/blobs", "/blobs?marker=b%2F1%2B%20%26%3D", "/blobs?marker=%E6%97%A5"])
    }

    @Test func acceptsNumberAsMarker() {
        struct Posts: Decodable, Sendable { var sinceID: Int? }
        let transport = transport(#"{"sinceID": 7}"#, "{}")
        let pages = makeClient(transport).pages(Anything<Posts>(), by: .marker("since_id", next: \.sinceID))
        #expect(Recorder(pages).isCompleted)
        #expect(transport.targets == ["/anything", "/anything?since_id=7"])
    }

    @Test(arguments: [1, 2, 3, 5, 8])
    func repeatedMarkerFails(length: Int) {
        let transport = StubTransport { .json(#"{"names": ["a"], "nextMarker": "\#($0.number % length)"}"#) }
        let recorder = Recorder(makeClient(transport).pages(blobs, by: .marker("marker", next: \.nextMarker)))
        #expect(recorder.pagingError?.code == .loop)
        #expect(recorder.values.count > length)
        #expect(recorder.values.count <= 4 * length)
    }

    @Test func markerEqualToRequestMarkerFails() {
        var request = blobs
        request.query = ["marker": "x"]
        let transport = transport(#"{"names": ["a"], "nextMarker": "x"}"#)
        let recorder = Recorder(makeClient(transport).pages(request, by: .marker("marker", next: \.nextMarker)))
        #expect(recorder.values.count == 1)
        #expect(recorder.pagingError?.code == .loop)
    }

    // MARK: Custom strategies

    private let byOffset = PageStrategy<[Int]>.custom(
        query: { cursor in ["offset": cursor.description] },
        next: { page in
            page.value.isEmpty ? nil : PageCursor((page.cursor?.number ?? 0) + page.value.count)
        })

    @Test func customStrategyRequestsAllPages() {
        let responses = ["[1, 2, 3]", "[4]", "[]"]
        let transport = StubTransport { .json(responses[$0.number % 3]) }
        let client = makeClient(transport)
        #expect(Recorder(client.elements(of: numbers, by: byOffset)).values == [1, 2, 3, 4])
        #expect(transport.targets == ["/numbers", "/numbers?offset=3", "/numbers?offset=4"])
        #expect(Recorder(client.pages(numbers, by: byOffset).elements()).values == [1, 2, 3, 4])
    }

    private struct StrategyError: Error, Equatable {}

    @Test func errorInNextFailsAfterPage() throws {
        let strategy = PageStrategy<[Int]>.custom(query: { _ in [:] }, next: { _ in throw StrategyError() })
        let recorder = Recorder(makeClient(transport("[1]")).pages(numbers, by: strategy))
        #expect(recorder.values.map(\.value) == [[1]])
        let error = try #require(recorder.apiError)
        #expect(error.stage == .paging)
        #expect(error.underlying as? StrategyError == StrategyError())
        #expect("\(error)".hasPrefix("GET https://qiita.com/api/v2/numbers failed (paging): "))
    }

    @Test func errorInQueryFailsBeforeSending() throws {
        let strategy = PageStrategy<[Int]>.custom(query: { _ in throw StrategyError() }, next: { _ in PageCursor(2) })
        let transport = transport("[1]")
        let recorder = Recorder(makeClient(transport).pages(numbers, by: strategy))
        #expect(recorder.values.map(\.next?.number) == [2])
        #expect(transport.requests.count == 1)
        #expect(recorder.apiError?.stage == .request)
        #expect(recorder.apiError?.underlying as? StrategyError == StrategyError())
    }

    @Test func customStrategyWithUnchangedQueryFails() {
        let strategy = PageStrategy<[Int]>.custom(query: { _ in [:] }, next: { _ in PageCursor(2) })
        let transport = transport("[1]")
        let recorder = Recorder(makeClient(transport).pages(numbers, by: strategy))
        #expect(recorder.pagingError?.code == .loop)
        #expect(transport.requests.count == 1)
    }

    private struct Search: Request {
        typealias Response = Blobs
        var text: String
        var after: String?
        var method: HTTPRequest.Method { .post }
        var path: URLPath { "/search" }
        var body: HTTPBody { .json(["after": after]) }
    }

    @Test func sendsCustomRequestForEachPage() {
        let transport = transport(#"{"names": ["a", "b"], "nextMarker": "m"}"#, #"{"names": ["c"]}"#)
        let pages = makeClient(transport).pages { cursor in
            Search(text: "rx", after: cursor?.description)
        } next: { page in
            page.value.nextMarker.flatMap { PageCursor($0) }
        }
        #expect(Recorder(pages.elements { $0.names }).values == ["a", "b", "c"])
        #expect(transport.requests.map(\.bodyText) == [#"{"after":null}"#, #"{"after":"m"}"#])
        #expect(transport.targets == ["/search", "/search"])
    }

    @Test func customRequestCanUseACursorAgain() {
        let transport = transport("[1]", "[2]", "[]")
        let pages = makeClient(transport).pages { _ in
            numbers
        } next: { page in
            page.value.isEmpty ? nil : PageCursor("scroll")
        }
        let recorder = Recorder(pages)
        #expect(recorder.values.map(\.value) == [[1], [2], []])
        #expect(recorder.values.map(\.cursor?.description) == [nil, "scroll", "scroll"])
        #expect(recorder.isCompleted)
    }
}
