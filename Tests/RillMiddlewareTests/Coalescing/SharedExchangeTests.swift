import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

/// Tests the buffering and the lifetime of shared exchanges.
@Suite struct SharedExchangeTests {
    private let table = SharedExchangeTable(limit: 200)
    private let source = PublishSubject<TransportEvent>()
    private static let key = SharedExchange.Key(get())

    /// Subscribes to the table's exchange for a request.
    private func join(_ request: HTTPRequest = get()) -> RecordedExchange {
        RecordedExchange(
            .create { [table, source] observer in table.join(request, observer) { source.asObservable() } })
    }

    @Test func tableRemovesEndedExchanges() {
        let exchanges = [join(), join(), join(get("https://a.example/y"))]
        #expect(table.count == 2)
        exchanges[0].dispose()
        #expect(table.count == 2)
        exchanges[1].dispose()
        #expect(table.count == 1)
        source.onCompleted()
        #expect(table.count == 0)
        #expect(exchanges.map(\.isCompleted) == [false, false, true])
        let failing = SharedExchangeTable(limit: 200)
        _ = RecordedExchange(
            .create { observer in failing.join(get(), observer) { .error(TransportError(.other)) } })
        #expect(failing.count == 0)
    }

    @Test func tableRemovesExchangeBeyondLimit() {
        let exchange = join()
        source.onNext(.chunk(Array(repeating: 1, count: 100)))
        #expect(table.count == 1)
        source.onNext(.chunk(Array(repeating: 1, count: 100)))
        #expect(table.count == 0)
        exchange.dispose()
    }

    @Test func closedExchangeCannotBeJoined() {
        let first = SharedExchange.Reader(Observer.ignoring, nil)
        let exchange = SharedExchange(Self.key, of: Self.key.request, in: table, first: first, source.asObservable())
        #expect(exchange.join(SharedExchange.Reader(Observer.ignoring, nil)))
        exchange.close()
        #expect(!exchange.join(SharedExchange.Reader(Observer.ignoring, nil)))
    }

    @Test func dropsEventsDeliveredToAllReadersWhenClosed() {
        let scheduler = TestScheduler()
        let created = Log<SharedExchange>()
        let fast = RecordedExchange(
            .create { [table, source] observer in
                let reader = SharedExchange.Reader(observer, nil)
                let exchange = SharedExchange(
                    Self.key, of: Self.key.request, in: table, first: reader, source.asObservable())
                created.append(exchange)
                exchange.begin()
                return exchange.disposable(for: reader)
            })
        let exchange = created.entries[0]
        let slow = RecordedExchange(
            Observable<TransportEvent>.create { observer in
                let reader = SharedExchange.Reader(observer, nil)
                #expect(exchange.join(reader))
                return exchange.disposable(for: reader)
            }
            .observeOn(scheduler, bufferSize: 2))
        source.onNext(.head(HTTPResponse(status: .ok)))
        source.onNext(.chunk([1]))
        // Kept for readers that may join later.
        #expect(exchange.keptCount == 2)
        for index in 0..<100 { source.onNext(.chunk([UInt8(index)])) }
        #expect(exchange.keptCount > 90)
        scheduler.advance(by: .zero)
        #expect(slow.chunks.count == 101)
        #expect(exchange.keptCount == 0)
        source.onNext(.chunk([1]))
        scheduler.advance(by: .zero)
        #expect(exchange.keptCount == 0)
        fast.dispose()
        slow.dispose()
    }

    @Test func resumesWhenSlowReaderIsDisposed() {
        let scheduler = TestScheduler()
        let chunks = Observable<TransportEvent>.unfold(0) { $0 < 100 ? (.chunk([UInt8($0)]), $0 + 1) : nil }
        let start = PublishSubject<TransportEvent>()
        let shared = ClosureTransport { _, _ in start.concat(chunks) }.coalescing(replayLimit: 1_000)
        // Both readers join before the exchange starts.
        let fast = RecordedExchange(shared.send(get(), body: nil))
        let slow = RecordedExchange(shared.send(get(), body: nil).observeOn(scheduler, bufferSize: 2))
        start.onCompleted()
        #expect(fast.chunks.count > 10)
        #expect(fast.chunks.count < 30)
        #expect(!fast.isCompleted)
        slow.dispose()
        #expect(fast.chunks.count == 100)
        #expect(fast.isCompleted)
    }

    @Test func removedReaderGetsNoEvent() {
        var log = SharedEventLog()
        var position = log.addReader()
        for byte in 0..<10 { log.append(.next(.chunk([UInt8(byte)]))) }
        log.removeReader(at: &position)
        log.dropReadEvents()
        let event = log.next(for: &position)
        #expect(event == nil)
        #expect(log.keptCount == 0)
    }

    @Test func logKnowsItsSlowestReader() {
        var log = SharedEventLog()
        var generator = SplitMix(seed: 7)
        var readers: [(position: SharedEventLog.Position, received: Int)] = (0..<5).map { _ in (log.addReader(), 0) }
        var count = 0
        for _ in 0..<5_000 {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                log.append(.next(.chunk([UInt8(truncatingIfNeeded: count)])))
                count += 1
            } else if !readers.isEmpty {
                let index = Int.random(in: 0..<readers.count, using: &generator)
                if case .next(.chunk(let bytes)) = log.next(for: &readers[index].position) {
                    #expect(bytes == [UInt8(truncatingIfNeeded: readers[index].received)])
                    readers[index].received += 1
                } else {
                    #expect(readers[index].received == count)
                }
                if readers.count > 1, Int.random(in: 0..<1_000, using: &generator) == 0 {
                    log.removeReader(at: &readers[index].position)
                    readers.remove(at: index)
                }
            }
            log.dropReadEvents()
            let slowest = readers.map(\.received).min() ?? count
            #expect(log.lag == (count - slowest) * 65)
            #expect(log.keptCount == count - slowest)
        }
    }
}

extension Observer<TransportEvent> {
    /// An observer that ignores its events.
    fileprivate static var ignoring: Observer {
        let log = Log<Observer>()
        _ = Observable<TransportEvent>.create { observer in
            log.append(observer)
            return .none
        }
        .subscribe()
        return log.entries[0]
    }
}
