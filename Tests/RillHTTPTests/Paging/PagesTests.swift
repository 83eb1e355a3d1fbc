import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

/// Tests the demand, errors and cancellation of paged requests.
@Suite struct PagesTests {
    @Test func requestsAllPagesOnce() {
        let transport = NumberedList().transport()
        let pages = makeClient(transport).pages(numbers, by: .linkHeader)
        #expect(transport.requests.isEmpty)
        let recorder = Recorder(pages)
        #expect(recorder.values.map(\.value) == [Array(0..<20), Array(20..<40), Array(40..<45)])
        let cursors = ["/api/v2/numbers?page=2", "/api/v2/numbers?page=3"]
        #expect(recorder.values.map(\.cursor?.description) == [nil] + cursors)
        #expect(recorder.values.map(\.next?.description) == cursors + [nil])
        #expect(recorder.values.allSatisfy { $0.head.headerFields[.contentType] == "application/json" })
        #expect(recorder.isCompleted)
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=3"])
        #expect(Recorder(pages).isCompleted)
        #expect(transport.requests.count == 6)
    }

    @Test func requestsNextPageAfterPreviousIsConsumed() {
        let scheduler = TestScheduler()
        let transport = NumberedList().transport(scheduler)
        let gate = PublishSubject<Int>()
        let pages = makeClient(transport).pages(numbers, by: .linkHeader)
        let recorder = Recorder(pages.concatMap { page in gate.take(1).map { _ in page.value.count } })
        scheduler.advance(by: .seconds(100))
        #expect(transport.requests.count == 1)
        gate.onNext(0)
        #expect(recorder.values == [20])
        #expect(transport.requests.count == 2)
        scheduler.advance(by: .seconds(100))
        #expect(transport.requests.count == 2)
        gate.onNext(0)
        scheduler.advance(by: .seconds(1))
        #expect(transport.requests.count == 3)
        gate.onNext(0)
        #expect(recorder.values == [20, 20, 5])
        #expect(recorder.isCompleted)
    }

    @Test(arguments: [(20, 1), (21, 2), (40, 2), (41, 3), (44, 3), (45, 3), (1, 1)])
    func takeLimitsRequestedPages(count: Int, requests: Int) {
        let transport = NumberedList().transport()
        let recorder = Recorder(makeClient(transport).elements(of: numbers, by: .linkHeader).take(count))
        #expect(recorder.values == Array(0..<count))
        #expect(recorder.isCompleted)
        #expect(transport.requests.count == requests)
        #expect(transport.requests.allSatisfy { $0.state == .ended })
    }

    @Test func slowSubscriberLimitsRequestedPages() async throws {
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
        let client = makeClient(NumberedList().transport())
        let first = try #require(Recorder(client.pages(numbers, by: .linkHeader).take(1)).values.first)
        // The cursor is saved as text and restored.
        let text = try #require(first.next).description
        let rest = Recorder(client.pages(numbers, by: .linkHeader, from: PageCursor(text)))
        #expect(rest.values.map(\.value) == [Array(20..<40), Array(40..<45)])
        #expect(rest.values.first?.cursor?.description == text)
        let elements = Recorder(client.elements(of: numbers, by: .linkHeader, from: PageCursor(text)))
        #expect(elements.values == Array(20..<45))
    }

    @Test func resumesAfterFailedPage() throws {
        let list = NumberedList()
        let transport = StubTransport { request in
            request.number == 1 ? .json(#"{"message":"m","type":"t"}"#, status: 500) : list.response(request)
        }
        let client = makeClient(transport)
        let recorder = Recorder(client.pages(numbers, by: .linkHeader))
        #expect(recorder.values.map(\.value) == [Array(0..<20)])
        let error = try #require(recorder.apiError)
        #expect(error.stage == .status)
        #expect(error.url == "https://qiita.com/api/v2/numbers?page=2")
        #expect(error.underlying as? ServiceError == ServiceError(message: "m", type: "t"))
        #expect(transport.requests.count == 2)
        let next = try #require(recorder.values.last?.next)
        let rest = Recorder(client.pages(numbers, by: .linkHeader, from: next))
        #expect(rest.values.flatMap(\.value) == Array(20..<45))
        #expect(rest.isCompleted)
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=2", "/numbers?page=3"])
    }

    @Test func undecodablePageFails() throws {
        let transport = StubTransport { request in
            request.number == 0
                ? .json("[1]", fields: [.link: "<?page=2>; rel=next"]) : .json(#"{"a": 1}"#)
        }
        let recorder = Recorder(makeClient(transport).elements(of: numbers, by: .linkHeader))
        #expect(recorder.values == [1])
        #expect(recorder.apiError?.stage == .decoding)
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
        #expect(Recorder(client.elements(of: numbers, by: .linkHeader)).values == Array(0..<45))
        #expect(transport.targets == ["", "", "?page=2", "?page=2", "?page=3", "?page=3"].map { "/numbers\($0)" })
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
                let (recorder, subscription) = makeClient(transport).elements(of: numbers, by: .linkHeader).record()
                scheduler.advance(by: .milliseconds(500 * moment))
                let count = recorder.events.count
                let sent = transport.requests.count
                subscription.dispose()
                scheduler.advance(by: .seconds(100))
                #expect(recorder.events.count == count)
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
        var request = numbers
        request.options.timeout = .seconds(4)
        let recorder = Recorder(makeClient(transport, scheduler).pages(request, by: .linkHeader))
        scheduler.advance(by: .seconds(100))
        #expect(recorder.values.count == 2)
        #expect(recorder.apiError?.stage == .deadline)
        #expect(transport.requests.last?.state == .cancelled)
    }
}
