internal import Synchronization

/// An observable whose subscribers share one subscription to the source, which is started by calling `connect()`.
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
/// connect and disconnect automatically, use ``refCount(file:line:)`` or
/// `share(replay:keepAlive:scheduler:file:line:)`.
public struct ConnectableObservable<Element: Sendable>: ObservableConvertible {
    private let multicast: Multicast<Element>

    @usableFromInline
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

    /// Returns an observable that connects with its first subscriber and disconnects with its last subscription.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2--3--|       source.multicast { PublishSubject<Int>() }.refCount()
    ///     later         --3--|
    ///
    /// ![A marble diagram of `refCount`.](refCount)
    ///
    /// After the source terminates or the last subscription is disposed, the next subscriber starts a session with a new
    /// subject.
    ///
    /// - Returns: An observable of the subject's events.
    /// - SeeAlso: `share(replay:keepAlive:scheduler:file:line:)`
    public func refCount(file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        Observable { [multicast] in multicast.addCounted($0, at: CallSite(file, line)) }
    }
}

/// The current session of a multicast source and its subject.
@usableFromInline
final class Multicast<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    /// The stream of a subject, and a closure that sends an event to the subject.
    @usableFromInline typealias Ends = (stream: Observable<Element>, send: @Sendable (Event<Element>) -> Void)

    /// A session, which lasts from the first subscriber or call to `connect()` until the source terminates or the
    /// connection is disposed.
    private final class Round: Sendable {
        let subject: Ends
        let connection = Connection()

        init(_ subject: Ends) {
            self.subject = subject
        }
    }

    /// The subscription to the source of a session.
    ///
    /// The subscribers retain it, but not the session, whose subject retains the subscribers.
    private final class Connection: @unchecked Sendable {  // `subscribers` is guarded by the multicast's `lock`
        /// The scope of the subscription; empty while not connected.
        let scope = LazyReference<Scope>()

        /// Whether the call that connects is in progress, which delays the release of the first subscriber's resources.
        let isStarting = Atomic(true)

        /// The number of subscribers of `refCount()`.
        var subscribers = 0
    }

    private let source: Observable<Element>
    private let makeSubject: @Sendable () -> Ends
    private let site: OperatorCallSite
    private let lock = Lock()
    private var current: Round?

    @usableFromInline
    init(_ source: Observable<Element>, at site: OperatorCallSite, _ makeSubject: @escaping @Sendable () -> Ends) {
        self.source = source
        self.site = site
        self.makeSubject = makeSubject
    }

    func add(_ observer: Observer<Element>) {
        add(observer, to: enter().round)
    }

    /// Adds a subscriber.
    ///
    /// Connects if it is the first subscriber of the session, and disconnects when the last subscription is disposed.
    func addCounted(_ observer: Observer<Element>, at location: CallSite) {
        let (round, isFirst) = enter(countsSubscriber: true)
        let departure = isFirst ? observer.scope.makeBareChild() : observer.scope
        departure.onStop { [weak self, connection = round.connection, lock] in
            Self.leave(connection, of: self, lock)
        }
        add(observer, to: round)
        guard isFirst, isUsed(round.connection) else { return }
        let connection = connect(round, at: location, until: departure)
        // The last subscriber may have left before there was a connection to dispose.
        if !isUsed(round.connection) { connection.dispose() }
    }

    /// Returns the current session, or starts one.
    ///
    /// - Parameter countsSubscriber: Whether to count a subscriber of `refCount()`. Defaults to `false`.
    /// - Returns: The session, and whether the counted subscriber is its first one.
    private func enter(countsSubscriber: Bool = false) -> (round: Round, isFirst: Bool) {
        var made: Round?
        while true {
            lock.lock()
            if let round = current ?? made {
                current = round
                if countsSubscriber { round.connection.subscribers += 1 }
                let isFirst = round.connection.subscribers == 1
                // A session that another thread has made redundant is released without the lock.
                withExtendedLifetime(made) { lock.unlock() }
                return (round, isFirst)
            }
            lock.unlock()
            // Created without holding the lock, because the closure is external code.
            made = Round(makeSubject())
        }
    }

    /// This method is static, because the multicast may be deallocated before its subscribers.
    private static func leave(_ connection: Connection, of multicast: Multicast?, _ lock: Lock) {
        let isLast = lock.withLock {
            connection.subscribers -= 1
            guard connection.subscribers == 0 else { return false }
            if let multicast, multicast.current?.connection === connection { multicast.current = nil }
            return true
        }
        if isLast { connection.scope.load()?.stop() }
    }

    private func isUsed(_ connection: Connection) -> Bool {
        lock.withLock { connection.subscribers > 0 }
    }

    private func add(_ observer: Observer<Element>, to round: Round) {
        round.subject.stream.startInChild(of: observer) { [connection = round.connection, site] event, scope in
            guard event.isTerminal else { return observer.send(event) }
            scope.stop()
            // The subject does not carry the error trace.
            observer.forward(event, from: connection.scope.load(), at: site)
        }
    }

    func connect(at location: CallSite) -> Disposable {
        connect(enter().round, at: location)
    }

    private func connect(_ round: Round, at location: CallSite, until departure: Scope? = nil) -> Disposable {
        if let scope = round.connection.scope.load() { return Disposable(scope) }
        let mine = Scope("connect", location)
        let scope = round.connection.scope.storeIfNil(mine)
        if scope === mine {
            run(round, in: scope, until: departure)
        } else {
            mine.stop()
        }
        return Disposable(scope)
    }

    private func run(_ round: Round, in scope: Scope, until departure: Scope?) {
        scope.onStop { [weak self, weak round] in
            guard let self, let round else { return }
            lock.withLock { if current === round { current = nil } }
        }
        source.attachRoot(
            Observer(scope) { event in
                if event.isTerminal, !scope.stop() {
                    // The connection was disposed before the event arrived.
                    scope.reportUndelivered(event)
                } else {
                    round.subject.send(event)
                    if round.connection.isStarting.load(ordering: .relaxed) { departure?.finishStopBeforeAncestors() }
                }
            })
        round.connection.isStarting.store(false, ordering: .relaxed)
    }
}
