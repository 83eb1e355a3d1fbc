import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// Demand, errors and cancellation of paged requests.
@Suite struct PagesTests {
    @Test func requestsAllPagesOnce() {
        let transport = NumberedList().transport()
        let pages = makeClient(transport).pages(numbers, by: .linkHeader)
        #expect(transport.requests.isEmpty)
        let recording = Recording(pages)
        #expect(recording.elements.map(\.value) == [Array(0..<20), Array(20..<40), Array(40..<45)])
        #expect(
            recording.elements.map(\.cursor?.description) == [nil, "/api/v2/numbers?page=2", "/api/v2/numbers?page=3"])
        #expect(
            recording.elements.map(\.next?.description) == ["/api/v2/numbers?page=2", "/api/v2/numbers?page=3", nil])
        #expect(recording.elements.allSatisfy { $0.head.headerFields[.contentType] == "application/json" })
        #expect(recording.isCompleted)
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=3"])
        #expect(Recording(pages).isCompleted)
        #expect(transport.requests.count == 6)
    }

    @Test func requestsNextPageAfterPreviousIsConsumed() {
        let scheduler = TestScheduler()
        let transport = NumberedList().transport(scheduler)
        let gate = PublishSubject<Int>()
        let pages = makeClient(transport).pages(numbers, by: .linkHeader)
        let recording = Recording(pages.concatMap { page in gate.take(1).map { _ in page.value.count } })
        scheduler.advance(by: .seconds(100))
        #expect(transport.requests.count == 1)
        gate.onNext(0)
        #expect(recording.elements == [20])
        #expect(transport.requests.count == 2)
        scheduler.advance(by: .seconds(100))
        #expect(transport.requests.count == 2)
        gate.onNext(0)
        scheduler.advance(by: .seconds(1))
        #expect(transport.requests.count == 3)
        gate.onNext(0)
        #expect(recording.elements == [20, 20, 5])
        #expect(recording.isCompleted)
    }

    @Test(arguments: [(20, 1), (21, 2), (40, 2), (41, 3), (44, 3), (45, 3), (1, 1)])
    func takeLimitsRequestedPages(count: Int, requests: Int) {
        let transport = NumberedList().transport()
        let recording = Recording(makeClient(transport).elements(of: numbers, by: .linkHeader).take(count))
        #expect(recording.elements == Array(0..<count))
        #expect(recording.isCompleted)
        #expect(transport.requests.count == requests)
        #expect(transport.requests.allSatisfy { $0.state == .ended })
    }

    @Test func slowReaderLimitsRequestedPages() async throws {
        let transport = NumberedList().transport()
        let elements = makeClient(transport).elements(of: numbers, by: .linkHeader)
        var iterator = elements.values.makeAsyncIterator()
        #expect(transport.requests.isEmpty)
        for number in 0..<45 {
            #expect(try await iterator.next() == number)
            #expect(transport.requests.count == number / 20 + 1)
        }
        #expect(try await iterator.next() == nil)
    }

    @Test func resumesFromCursor() throws {
        let transport = NumberedList().transport()
        let client = makeClient(transport)
        let first = try #require(Recording(client.pages(numbers, by: .linkHeader).take(1)).elements.first)
        // The cursor is saved as text and restored.
        let text = try #require(first.next).description
        let rest = Recording(client.pages(numbers, by: .linkHeader, from: PageCursor(text)))
        #expect(rest.elements.map(\.value) == [Array(20..<40), Array(40..<45)])
        #expect(rest.elements.first?.cursor?.description == text)
        let elements = Recording(client.elements(of: numbers, by: .linkHeader, from: PageCursor(text)))
        #expect(elements.elements == Array(20..<45))
    }

    @Test func resumesAfterFailedPage() throws {
        let list = NumberedList()
        let transport = StubTransport { request in
            request.number == 1 ? .json(#"{"message":"m","type":"t"}"#, status: 500) : list.response(request)
        }
        let client = makeClient(transport)
        let recording = Recording(client.pages(numbers, by: .linkHeader))
        #expect(recording.elements.map(\.value) == [Array(0..<20)])
        let error = try #require(recording.error)
        #expect(error.stage == .status)
        #expect(error.url == "https://qiita.com/api/v2/numbers?page=2")
        #expect(error.underlying as? ServiceError == ServiceError(message: "m", type: "t"))
        #expect(transport.requests.count == 2)
        let next = try #require(recording.elements.last?.next)
        let rest = Recording(client.pages(numbers, by: .linkHeader, from: next))
        #expect(rest.elements.flatMap(\.value) == Array(20..<45))
        #expect(rest.isCompleted)
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=2", "/numbers?page=3"])
    }

    @Test func undecodablePageFails() throws {
        let transport = StubTransport { request in
            request.number == 0
                ? .json("[1]", fields: [.link: "<?page=2>; rel=next"]) : .json(#"{"a": 1}"#)
        }
        let recording = Recording(makeClient(transport).elements(of: numbers, by: .linkHeader))
        #expect(recording.elements == [1])
        #expect(recording.error?.stage == .decoding)
        #expect(transport.targets.last == "/numbers?page=2")
    }

    @Test func appliesMiddlewareToEachPage() {
        struct Retrying: Middleware {
            func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
                var request = request
                request.headerFields[.authorization] = "Bearer 1"
                return next(request, body).retry(2)
            }
        }
        let list = NumberedList()
        let transport = StubTransport { request in
            request.number % 2 == 0 ? .fail(TransportError(.couldNotConnect)) : list.response(request)
        }
        let client = makeClient(transport, middleware: [Retrying()])
        let recording = Recording(client.elements(of: numbers, by: .linkHeader))
        #expect(recording.elements == Array(0..<45))
        #expect(
            transport.targets == ["", "", "?page=2", "?page=2", "?page=3", "?page=3"].map { "/numbers\($0)" })
        #expect(transport.requests.allSatisfy { $0.headerFields[.authorization] == "Bearer 1" })
    }

    @Test func disposalCancelsRequestAtAnyTime() {
        for moment in 0..<14 {
            let ledger = Ledger()
            ledger.watch {
                let scheduler = TestScheduler()
                let list = NumberedList()
                let transport = StubTransport(scheduler: scheduler) { request in
                    guard moment % 2 == 0 else { return list.response(request, after: .seconds(2)) }
                    let link: HTTPFields = request.number < 2 ? [.link: "<?page=\(request.number + 2)>; rel=next"] : [:]
                    let second = Duration.seconds(1)
                    return .respond(fields: link, after: second, chunks: [.init("[1", after: second), "]"])
                }
                let recording = Recording(makeClient(transport).elements(of: numbers, by: .linkHeader))
                scheduler.advance(by: .milliseconds(500 * moment))
                let count = recording.events.count
                let sent = transport.requests.count
                recording.subscription.dispose()
                scheduler.advance(by: .seconds(100))
                #expect(recording.events.count == count)
                #expect(transport.requests.count == sent)
                #expect(transport.requests.allSatisfy { $0.state != .running })
                #expect(scheduler.pendingCount == 0)
            }
            #expect(ledger.leakReport == nil)
        }
    }

    @Test func appliesTimeoutToEachPage() {
        let scheduler = TestScheduler()
        let list = NumberedList()
        let transport = StubTransport(scheduler: scheduler) {
            list.response($0, after: .seconds($0.number == 2 ? 9 : 3))
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        var request = numbers
        request.timeout = .seconds(4)
        let recording = Recording(client.pages(request, by: .linkHeader))
        scheduler.advance(by: .seconds(100))
        #expect(recording.elements.count == 2)
        #expect(recording.error?.stage == .deadline)
        #expect(transport.requests.last?.state == .cancelled)
    }
}
