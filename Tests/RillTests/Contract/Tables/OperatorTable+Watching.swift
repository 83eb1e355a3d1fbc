import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Context/`, `Debugging/` and `Sharing/`.
    static let watching: [OperatorCase] = [
        .init(
            "do", [1, 2, 3], { $0.do(onNext: { _ in }, onDispose: {}) },
            throwing: { $0.do(onNext: { _ in throw TestError() }) }),
        .init("checkpoint", [1, 2, 3], { $0.checkpoint("name") }),
        .init("debug", [1, 2, 3], { $0.debug(to: { _ in }) }),
        .init("context", [1, 2, 3], { $0.context(\.tenant, "t-1") }),
        .init("context with a task-local value", [1, 2, 3], { $0.context(\.requestID, "r-1") }),
        .init("instrumented", [1, 2, 3], { $0.instrumented(by: TestInstrument(), name: "name") }),
        .init(
            "withContext", [1, 2, 3], { source in .withContext { source.context($0) } },
            throwing: { _ in .withContext { _ in throw TestError() } }),
        .init("share", [1, 2, 3], { $0.share() }),
        .init("share with replay", [1, 2, 3], { $0.share(replay: 2) }),
        .init(
            "share with keep-alive", [1, 2, 3],
            { $0.share(keepAlive: .seconds(1), scheduler: ImmediateScheduler.shared) }),
        .init("multicast with refCount", [1, 2, 3], { $0.multicast { PublishSubject<Int>() }.refCount() }),
        .init("multicast", [1, 2, 3], isSynchronous: false, { connected($0) { PublishSubject<Int>() } }),
        .init(
            "multicast through an AsyncSubject", [3], isSynchronous: false,
            { connected($0) { AsyncSubject<Int>() } }),
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
