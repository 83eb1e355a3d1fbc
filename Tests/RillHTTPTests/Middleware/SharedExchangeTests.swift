import Rill
import RillHTTPTesting
import RillTesting
import Testing

@testable import RillHTTP

/// What is kept of a shared exchange, and for how long.
@Suite struct SharedExchangeTests {
    private let table = SharedExchangeTable(limit: 200)
    private let source = PublishSubject<TransportEvent>()

    /// Subscribes to the table's exchange for a request.
    private func join(_ request: HTTPRequest = get()) -> Exchanged {
        Exchanged(.create { [table, source] observer in table.join(request, observer) { source.asObservable() } })
    }

    @Test func theTableForgetsWhatIsOver() {
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
        _ = Exchanged(.create { observer in failing.join(get(), observer) { .error(TransportError(.other)) } })
        #expect(failing.count == 0)
    }

    @Test func theTableForgetsWhatHasBecomeTooLarge() {
        let exchange = join()
        source.onNext(.chunk(Array(repeating: 1, count: 100)))
        #expect(table.count == 1)
        source.onNext(.chunk(Array(repeating: 1, count: 100)))
        #expect(table.count == 0)
        exchange.dispose()
    }

    @Test func nobodyJoinsWhatIsClosed() {
        let first = SharedExchange.Reader(Observer.ignoring)
        let exchange = SharedExchange(get(), in: table, first: first, source.asObservable())
        #expect(exchange.join(SharedExchange.Reader(Observer.ignoring)))
        exchange.close()
        #expect(!exchange.join(SharedExchange.Reader(Observer.ignoring)))
    }

    @Test func keepsNothingThatAllHaveHadAndNobodyElseCanGet() {
        let scheduler = TestScheduler()
        let made = Log<SharedExchange>()
        let fast = Exchanged(
            .create { [table, source] observer in
                let reader = SharedExchange.Reader(observer)
                let exchange = SharedExchange(get(), in: table, first: reader, source.asObservable())
                made.append(exchange)
                exchange.begin()
                return exchange.disposable(for: reader)
            })
        let exchange = made.entries[0]
        let slow = Exchanged(
            Observable<TransportEvent>.create { observer in
                let reader = SharedExchange.Reader(observer)
                #expect(exchange.join(reader))
                return exchange.disposable(for: reader)
            }
            .observeOn(scheduler, bufferSize: 2))
        source.onNext(.head(HTTPResponse(status: .ok)))
        source.onNext(.chunk([1]))
        // For those that may come.
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

    @Test func theOneWhoHeldTheOthersBackLeavesAndTheyGoOn() {
        let scheduler = TestScheduler()
        let chunks = Observable<TransportEvent>.unfold(0) { $0 < 100 ? (.chunk([UInt8($0)]), $0 + 1) : nil }
        let go = PublishSubject<TransportEvent>()
        let sharing = InFlightSharing(replayLimit: 1_000)
        // Both are there before it begins.
        let next = Next { _, _, _ in go.concat(chunks) }
        let fast = Exchanged(sharing.intercept(get(), body: nil, next: next))
        let slow = Exchanged(sharing.intercept(get(), body: nil, next: next).observeOn(scheduler, bufferSize: 2))
        go.onCompleted()
        #expect(fast.chunks.count > 10 && fast.chunks.count < 30)
        #expect(!fast.isCompleted)
        slow.dispose()
        #expect(fast.chunks.count == 100)
        #expect(fast.isCompleted)
    }

    @Test func aReaderThatHasLeftFindsNothing() {
        var log = SharedEventLog()
        for byte in 0..<10 { log.append(.next(.chunk([UInt8(byte)]))) }
        log.drop(upTo: 10)
        var position = SharedEventLog.Position()
        let event = log.next(for: &position)
        #expect(event == nil)
        #expect(position.index == 0)
    }
}

extension Observer<TransportEvent> {
    /// One that takes events and does nothing.
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
