internal import Synchronization

/// An observable whose subscribers share one subscription to the source, which starts with a call to `connect()`.
///
/// Created by ``ObservableConvertible/multicast(_:file:line:)``.
///
///     let ticks = source.multicast { PublishSubject<Int>() }
///     let first = ticks.subscribe(onNext: { print("first", $0) })
///     let second = ticks.subscribe(onNext: { print("second", $0) })
///     let connection = ticks.connect()
///
/// A session starts with the first subscriber or call to `connect()`, and uses a new subject. It ends when the source
/// terminates or the connection is disposed. If the source terminates, the subscribers receive the terminal event; if
/// the connection is disposed, they receive no further events. Later subscribers wait for the next `connect()`. To
/// connect and disconnect automatically, use ``ObservableConvertible/share(replay:file:line:)``.
public struct ConnectableObservable<Element: Sendable>: ObservableConvertible {
    private let multicast: Multicast<Element>

    init(_ multicast: Multicast<Element>) {
        self.multicast = multicast
    }

    /// Returns the observable of the subject's events.
    ///
    /// Subscribing to it does not connect.
    ///
    /// - Returns: A hot observable.
    public func asObservable() -> Observable<Element> {
        Observable { [multicast] in multicast.add($0) }
    }

    /// Subscribes to the source, unless this session is already connected.
    ///
    /// - Returns: A disposable that cancels the subscription to the source, shared by all calls within a session.
    public func connect(file: StaticString = #fileID, line: UInt = #line) -> Disposable {
        multicast.connect(at: CallSite(file, line))
    }
}

/// The current session of a multicast source and its subject.
final class Multicast<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    /// The time from the first subscriber or call to `connect()` until termination.
    private final class Round: Sendable {
        let subject: any Subject<Element>

        /// The scope of the subscription to the source; empty while not connected.
        let scope = LazyReference<Scope>()

        init(_ subject: any Subject<Element>) {
            self.subject = subject
        }
    }

    private let source: Observable<Element>
    private let makeSubject: @Sendable () -> any Subject<Element>
    private let site: OperatorCallSite
    private let lock = Lock()
    private var current: Round?

    init(
        _ source: Observable<Element>, at site: OperatorCallSite,
        _ makeSubject: @escaping @Sendable () -> any Subject<Element>
    ) {
        self.source = source
        self.site = site
        self.makeSubject = makeSubject
    }

    func add(_ observer: Observer<Element>) {
        let round = round()
        round.subject.startInChild(of: observer) { [weak round, site] event, scope in
            guard event.isTerminal else { return observer.send(event) }
            scope.stop()
            // The subject does not carry the error trace.
            observer.forward(event, from: round?.scope.load(), at: site)
        }
    }

    func connect(at location: CallSite) -> Disposable {
        let round = round()
        if let scope = round.scope.load() { return Disposable(scope) }
        let mine = Scope("connect", location)
        let scope = round.scope.storeIfNil(mine)
        if scope === mine {
            run(round, in: scope)
        } else {
            mine.stop()
        }
        return Disposable(scope)
    }

    private func run(_ round: Round, in scope: Scope) {
        scope.onStop { [weak self, weak round] in
            if let self, let round { forget(round) }
        }
        source.start(
            Observer(scope) { event in
                if event.isTerminal, !scope.stop() {
                    // The connection was disposed before the event arrived.
                    if let error = event.error { scope.reportUndelivered(error) }
                } else {
                    round.subject.on(event)
                }
            })
    }

    private func round() -> Round {
        if let round = lock.withLock({ current }) { return round }
        let made = Round(makeSubject())
        return lock.withLock {
            let round = current ?? made
            current = round
            return round
        }
    }

    private func forget(_ round: Round) {
        lock.withLock {
            if current === round { current = nil }
        }
    }
}
