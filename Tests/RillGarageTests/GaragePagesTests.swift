import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct GaragePagesTests {
    private typealias User = GarageExample.User

    private func all(_ transport: StubTransport, perPage: Int = 20) -> Observable<User> {
        GarageExample(Fixtures.client(transport)).allUsers(perPage: perPage)
    }

    @Test func followsLinksToAllPages() {
        let transport = Fixtures.pages(of: 45)
        let recorder = Recorder(all(transport))
        #expect(recorder.values.map(\.id) == Array(0..<45))
        #expect(recorder.isCompleted)
        #expect(transport.requests.map(\.message.path) == (1...3).map { "/v1/users?page=\($0)&per_page=20" })
    }

    @Test func followsLinkURLUnchanged() {
        let transport = StubTransport { request in
            request.queryItem("cursor") == nil
                ? .json(
                    Fixtures.users(0..<2), fields: [.link: #"</v1/other/place?cursor=a%2Fb+c&x>; rel="next"; page="2""#]
                )
                : .json(Fixtures.users(2..<3))
        }
        let client = Fixtures.client(transport, token: "t0ken")
        let request = GarageExample.ListUsers().selecting(["id"], as: [GarageExample.PartialUser].self)
        #expect(Recorder(client.elements(of: request)).values.map(\.id) == [0, 1, 2])
        #expect(
            transport.requests.map(\.message.path) == [
                "/v1/users?page=1&per_page=20&fields=id", "/v1/other/place?cursor=a%2Fb+c&x",
            ])
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer t0ken", "Bearer t0ken"])
    }

    @Test(arguments: [0, 1, 20]) func pageWithoutLinksIsLast(count: Int) {
        let transport = Fixtures.pages(of: count)
        let recorder = Recorder(all(transport))
        #expect(recorder.values.count == count)
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == 1)
    }

    @Test func completesWhenPageIsAfterLast() throws {
        let transport = Fixtures.pages(of: 45)
        let recorder = Recorder(Fixtures.client(transport).pages(GarageExample.ListUsers(page: 9)))
        let page = try #require(recorder.values.first?.value)
        #expect(page.resource.isEmpty)
        #expect(page.totalCount == 45)
        #expect(page.links.prev?.page == 8)
        #expect(page.links.next == nil)
        #expect(page.links.last?.page == 3)
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == 1)
    }

    @Test func stopsAtEmptyPageWithoutTotalCount() throws {
        let transport = Fixtures.pages(of: 45, hidesTotal: true)
        #expect(Recorder(all(transport)).values.count == 45)
        #expect(transport.requests.count == 4)
        let pages = Recorder(Fixtures.client(transport).pages(GarageExample.ListUsers()))
        #expect(pages.isCompleted)
        #expect(pages.values.map(\.value.resource.count) == [20, 20, 5, 0])
        #expect(pages.values.allSatisfy { $0.value.totalCount == nil && $0.value.links.last == nil })
        // The last page has a link to a next page, which is not followed.
        #expect(pages.values.last?.value.links.next?.page == 5)
        #expect(pages.values.last?.next == nil)
    }

    @Test func continuesAfterEmptyPageWithTotalCount() {
        let transport = StubTransport { request in
            request.queryItem("page") == "2"
                ? .json(Fixtures.users(0..<1), fields: [Fixtures.totalCount: "1"])
                : .json("[]", fields: [Fixtures.totalCount: "1", .link: Fixtures.link(("next", 2))])
        }
        #expect(Recorder(all(transport)).values.count == 1)
    }

    @Test(arguments: [(50, 1), (20, 3), (100, 1), (25, 2), (1, 50)])
    func takeLimitsRequestedPages(perPage: Int, requests: Int) {
        let transport = Fixtures.pages(of: 1_000)
        let recorder = Recorder(all(transport, perPage: perPage).take(50))
        #expect(recorder.values.map(\.id) == Array(0..<50))
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == requests)
    }

    @Test func requestsPagesOnDemand() async throws {
        let transport = Fixtures.pages(of: 1_000)
        var iterator = all(transport).values.makeAsyncIterator()
        #expect(transport.requests.isEmpty)
        for number in 0..<60 {
            #expect(try await iterator.next()?.id == number)
            #expect(transport.requests.count == number / 20 + 1)
        }
    }

    @Test func resumesFromSavedCursor() throws {
        let transport = Fixtures.pages(of: 45)
        let client = Fixtures.client(transport)
        let first = try #require(Recorder(client.pages(GarageExample.ListUsers()).take(1)).values.first)
        let saved = try #require(first.next)
        #expect(saved.description == "/v1/users?page=2&per_page=20")
        let rest = Recorder(client.elements(of: GarageExample.ListUsers(), from: saved))
        #expect(rest.values.map(\.id) == Array(20..<45))
    }

    @Test func emitsElementsBeforeError() throws {
        let transport = StubTransport { request in
            request.queryItem("page") == "1"
                ? .json(Fixtures.users(0..<2), fields: [.link: Fixtures.link(("next", 2))])
                : .json(#"{"status":500,"error":"Internal Server Error"}"#, status: 500)
        }
        let recorder = Recorder(all(transport))
        #expect(recorder.values.map(\.id) == [0, 1])
        #expect(try recorder.failure(after: 2).garage?.kind == .internalServerError)
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: ["https://other.example/v1/users?page=2", "//other.example/v1/users?page=2"])
    func rejectsLinkToAnotherOrigin(target: String) throws {
        let transport = StubTransport { _ in
            .json(Fixtures.users(0..<1), fields: [.link: "<\(target)>; rel=\"next\"", Fixtures.totalCount: "2"])
        }
        let client = Fixtures.client(transport, token: "t0ken")
        let recorder = Recorder(client.elements(of: GarageExample.ListUsers()))
        #expect(recorder.values.map(\.id) == [0])
        #expect(try recorder.failure(after: 1).stage == .paging)
        #expect(transport.requests.count == 1)
    }

    @Test func failsForRepeatedLink() throws {
        let transport = StubTransport { _ in
            .json(Fixtures.users(0..<1), fields: [.link: Fixtures.link(("next", 1))])
        }
        let recorder = Recorder(all(transport))
        #expect(try recorder.failure(after: 1).stage == .paging)
        #expect(transport.requests.count == 1)
    }

    @Test func disposalCancelsPendingRequest() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .json(Fixtures.users(0..<2), fields: [.link: Fixtures.link(("next", 2))], after: .seconds(1))
        }
        let (recorder, subscription) = all(transport).record()
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values.count == 2)
        #expect(transport.requests.count == 2)
        subscription.dispose()
        #expect(transport.requests.map(\.state) == [.ended, .cancelled])
        #expect(scheduler.pendingCount == 0)
    }
}
