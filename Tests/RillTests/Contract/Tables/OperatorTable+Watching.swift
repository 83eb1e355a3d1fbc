import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Context/`, `Debugging/` and `Sharing/`.
    static let watching: [OperatorCase] = [
        OperatorCase(
            name: "do", output: [1, 2, 3], build: { $0.do(onNext: { _ in }, onDispose: {}) },
            buildThrowing: { $0.do(onNext: { _ in throw TestError() }) }),
        OperatorCase(name: "checkpoint", output: [1, 2, 3], build: { $0.checkpoint("name") }),
        OperatorCase(name: "debug", output: [1, 2, 3], build: { $0.debug(to: { _ in }) }),
        OperatorCase(name: "context", output: [1, 2, 3], build: { $0.context(\.tenant, "t-1") }),
        OperatorCase(
            name: "context", variant: "with a task-local value", output: [1, 2, 3],
            build: { $0.context(\.requestID, "r-1") }),
        OperatorCase(
            name: "instrumented", output: [1, 2, 3],
            build: { $0.instrumented(by: TestInstrument(), name: "name") }),
        OperatorCase(
            name: "withContext", output: [1, 2, 3], build: { source in .withContext { source.context($0) } },
            buildThrowing: { _ in .withContext { _ in throw TestError() } }),
        OperatorCase(name: "share", output: [1, 2, 3], build: { $0.share() }),
        OperatorCase(name: "share", variant: "with replay", output: [1, 2, 3], build: { $0.share(replay: 2) }),
        OperatorCase(
            name: "share", variant: "with keep-alive", output: [1, 2, 3],
            build: { $0.share(keepAlive: .seconds(1), scheduler: ImmediateScheduler.shared) }),
        OperatorCase(
            name: "multicast", variant: "with refCount", output: [1, 2, 3],
            build: { $0.multicast { PublishSubject<Int>() }.refCount() }),
        OperatorCase(
            name: "multicast", output: [1, 2, 3], isSynchronous: false,
            build: { connected($0) { PublishSubject<Int>() } }),
        OperatorCase(
            name: "multicast", variant: "through an AsyncSubject", output: [3], isSynchronous: false,
            build: { connected($0) { AsyncSubject<Int>() } }),
    ]

    /// Returns a stream that connects a multicast stream for each subscriber.
    ///
    /// Not suitable for sources that emit infinitely while connecting, because the connection cannot be disposed before
    /// `connect()` returns.
    private static func connected<Through: Subject<Int>>(
        _ source: Observable<Int>, _ makeSubject: @escaping @Sendable () -> Through
    ) -> Observable<Int> {
        .create { observer in
            let shared = source.multicast(makeSubject)
            let subscription = shared.subscribe { observer.on($0) }
            let connection = shared.connect()
            return Disposable {
                subscription.dispose()
                connection.dispose()
            }
        }
    }
}
