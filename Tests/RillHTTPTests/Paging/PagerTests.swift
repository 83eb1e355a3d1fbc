import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@Suite struct PagerTests {
    private let scheduler = TestScheduler()

    /// Returns the number of elements and the status of each state, such as `20 loading`.
    private func texts(_ states: [Pager<Int>.State]) -> [String] {
        states.map { state in
            switch state.status {
            case .idle: "\(state.items.count) idle"
            case .loading: "\(state.items.count) loading"
            case .failed: "\(state.items.count) failed"
            case .finished: "\(state.items.count) finished"
            }
        }
    }

    /// Returns a pager whose pages arrive after one second, and its states.
    private func makePager() -> (transport: StubTransport, pager: Pager<Int>, recorder: Recorder<Pager<Int>.State>) {
        let transport = NumberedList().transport(scheduler)
        let pager = makeClient(transport).pager(of: numbers, by: .linkHeader)
        return (transport, pager, Recorder(pager.asObservable()))
    }

    @Test func loadsPagesOnRequest() {
        let (transport, pager, recorder) = makePager()
        scheduler.advance(by: .seconds(10))
        #expect(transport.requests.isEmpty)
        for _ in 0..<5 {
            pager.loadNext()
            scheduler.advance(by: .seconds(1))
        }
        #expect(
            texts(recorder.values) == [
                "0 idle", "0 loading", "20 idle", "20 loading", "40 idle", "40 loading", "45 finished",
            ])
        #expect(recorder.values.last?.items == Array(0..<45))
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=3"])
    }

    @Test func loadNextIsIgnoredWhileLoading() {
        let (transport, pager, recorder) = makePager()
        pager.loadNext()
        pager.loadNext()
        scheduler.advance(by: .milliseconds(500))
        pager.loadNext()
        scheduler.advance(by: .seconds(9))
        #expect(transport.requests.count == 1)
        #expect(texts(recorder.values) == ["0 idle", "0 loading", "20 idle"])
    }

    @Test func refreshReplacesTheElementsAfterTheFirstPage() {
        let (_, pager, recorder) = makePager()
        for _ in 0..<2 {
            pager.loadNext()
            scheduler.advance(by: .seconds(1))
        }
        pager.refresh()
        #expect(recorder.values.last?.items.count == 40)
        scheduler.advance(by: .seconds(1))
        pager.loadNext()
        scheduler.advance(by: .seconds(1))
        #expect(texts(recorder.values.suffix(4)) == ["40 loading", "20 idle", "20 loading", "40 idle"])
        #expect(recorder.values.last?.items == Array(0..<40))
    }

    @Test func refreshCancelsTheRequestInProgress() {
        let (transport, pager, recorder) = makePager()
        pager.loadNext()
        scheduler.advance(by: .milliseconds(500))
        pager.refresh()
        scheduler.advance(by: .seconds(9))
        #expect(transport.requests.map(\.state) == [.cancelled, .ended])
        #expect(texts(recorder.values) == ["0 idle", "0 loading", "0 loading", "20 idle"])
    }

    @Test func failedPageIsLoadedAgain() {
        let list = NumberedList()
        let transport = StubTransport { request in
            request.number == 1 ? .status(.serviceUnavailable) : list.response(request)
        }
        let pager = makeClient(transport).pager(of: numbers, by: .linkHeader)
        let recorder = Recorder(pager.asObservable())
        for _ in 0..<3 { pager.loadNext() }
        #expect(
            texts(recorder.values) == [
                "0 idle", "0 loading", "20 idle", "20 loading", "20 failed", "20 loading", "40 idle",
            ])
        #expect(recorder.values.last?.items == Array(0..<40))
        #expect(transport.targets == ["/numbers", "/numbers?page=2", "/numbers?page=2"])
    }

    @Test func unknownNextPageFailsWithoutRepeatingElements() {
        let transport = StubTransport { request in
            .json("[1,2]", fields: request.number == 0 ? [.link: "<https://other.example/>; rel=next"] : [:])
        }
        let pager = makeClient(transport).pager(of: numbers, by: .linkHeader)
        let recorder = Recorder(pager.asObservable())
        pager.loadNext()
        guard case .failed(let error)? = recorder.values.last?.status else {
            Issue.record("expected a failure, got \(texts(recorder.values))")
            return
        }
        #expect(((error as? APIError)?.underlying as? PagingError)?.code == .otherOrigin)
        #expect(recorder.values.last?.items == [1, 2])
        pager.loadNext()
        #expect(texts(recorder.values).last == "2 finished")
    }

    @Test func loadNextInAHandlerLoadsAllPages() {
        let transport = NumberedList().transport()
        let pager = makeClient(transport).pager(of: numbers, by: .linkHeader)
        let recorder = Recorder<Pager<Int>.State>()
        let subscription = pager.subscribe { event in
            recorder.receive(event)
            pager.loadNext()
        }
        #expect(recorder.values.last?.items == Array(0..<45))
        #expect(transport.requests.count == 3)
        subscription.dispose()
    }

    @Test func concurrentCallsKeepTheElementsInOrder() {
        let pager = makeClient(NumberedList().transport()).pager(of: numbers, by: .linkHeader)
        let recorder = Recorder<Pager<Int>.State>()
        let subscription = pager.subscribe { event in
            recorder.receive(event)
            if recorder.values.count.isMultiple(of: 7) { pager.refresh() }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for call in 0..<100 { if (thread + call).isMultiple(of: 5) { pager.refresh() } else { pager.loadNext() } }
        }
        subscription.dispose()
        #expect(recorder.values.count > 100)
        #expect(recorder.values.allSatisfy { $0.items == Array(0..<$0.items.count) })
        #expect(recorder.values.allSatisfy { [0, 20, 40, 45].contains($0.items.count) })
    }

    @Test func newSubscriberReceivesTheCurrentState() {
        let pager = makeClient(NumberedList().transport()).pager(of: numbers, by: .linkHeader) { $0.prefix(3) }
        pager.refresh()
        #expect(texts(Recorder(pager.take(1)).values) == ["3 idle"])
    }

    @Test func releasingThePagerCancelsTheRequest() {
        let transport = NumberedList().transport(scheduler)
        do {
            let pager = makeClient(transport).pager(of: numbers, by: .linkHeader)
            pager.refresh()
        }
        #expect(transport.requests.map(\.state) == [.cancelled])
    }
}
