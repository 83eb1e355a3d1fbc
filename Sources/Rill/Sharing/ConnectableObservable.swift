internal import Synchronization

/// A stream whose subscribers share one subscription to the source, which begins when it is told to.
///
/// Made by ``ObservableConvertible/multicast(_:file:line:)``.
///
///     let ticks = source.multicast { PublishSubject<Int>() }
///     let first = ticks.subscribe(onNext: { print("first", $0) })
///     let second = ticks.subscribe(onNext: { print("second", $0) })
///     let connection = ticks.connect()
///
/// A round begins with the first subscriber or with `connect()`, and has a subject of its own. It is over when the source
/// ends, or when the connection is disposed: the subscribers of that round get the end, or nothing more, and those who come
/// later wait for the next `connect()`. They are not connected and disconnected by coming and going: see
/// ``ObservableConvertible/share(replay:file:line:)`` for that.
public struct ConnectableObservable<Element: Sendable>: ObservableConvertible {
    private let multicast: Multicast<Element>

    init(_ multicast: Multicast<Element>) {
        self.multicast = multicast
    }

    /// The stream of what the subject sends; subscribing to it does not connect.
    ///
    /// - Returns: A hot observable.
    public func asObservable() -> Observable<Element> {
        Observable { [multicast] in multicast.add($0) }
    }

    /// Subscribes to the source, unless that has been done already in this round.
    ///
    /// - Parameters:
    ///   - file: Where the subscription is made, for traces.
    ///   - line: The line there.
    /// - Returns: The connection: a handle that ends the subscription to the source. The same for all who connect in a round.
    public func connect(file: StaticString = #fileID, line: UInt = #line) -> Disposable {
        multicast.connect(at: Place(file, line))
    }
}

/// Who is connected, and through which subject.
final class Multicast<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    /// From the first subscriber, or from connecting, to the end.
    private final class Round: Sendable {
        let subject: any Subject<Element>

        /// That of the subscription to the source; empty while not connected.
        let scope = LazyReference<Scope>()

        init(_ subject: any Subject<Element>) {
            self.subject = subject
        }
    }

    private let source: Observable<Element>
    private let makeSubject: @Sendable () -> any Subject<Element>
    private let site: Site
    private let lock = Lock()
    private var current: Round?

    init(_ source: Observable<Element>, at site: Site, _ makeSubject: @escaping @Sendable () -> any Subject<Element>) {
        self.source = source
        self.site = site
        self.makeSubject = makeSubject
    }

    func add(_ observer: Observer<Element>) {
        let round = round()
        round.subject.startInChild(of: observer) { [weak round, site] event, scope in
            guard event.isTerminal else { return observer.send(event) }
            scope.stop()
            // The subject does not know the way that an error has come.
            observer.forward(event, from: round?.scope.load(), at: site)
        }
    }

    func connect(at place: Place) -> Disposable {
        let round = round()
        if let scope = round.scope.load() { return Disposable(scope) }
        let mine = Scope("connect", place)
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
                    // Disposed on its way here.
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
