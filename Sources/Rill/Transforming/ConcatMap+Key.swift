extension ObservableConvertible {
    /// Transforms each element into an observable, and runs the observables of each key one after another.
    ///
    ///     source   -1--2-3-------|
    ///     other     -x-x-x|
    ///     other        -x-x-x|
    ///     other           -x-x-x|
    ///     result   --1-1212323-3-|   source.concatMap(by: { $0 % 2 }) { number in other.map { _ in number } }
    ///
    /// ![A marble diagram of `concatMap`.](concatMap-by)
    ///
    /// The inner observables of different keys run concurrently. For example, a queue of jobs processes the jobs of each
    /// user in order, and the jobs of several users at a time:
    ///
    ///     jobs.concatMap(by: \.user, maxConcurrent: 8) { job in client.send(job.request) }
    ///
    /// At most `maxConcurrent` inner observables are active at a time. The source is paused at this limit, and when 768
    /// elements wait for preceding ones with the same key. If it does not support back-pressure, the result fails when more
    /// than 1,024 elements wait. Keys without active or waiting elements are released in batches.
    ///
    /// The resources of an inner observable are released before the next one with the same key starts.
    ///
    /// ## Errors
    /// The first error of the source or an inner observable terminates the result and disposes the others. Forwards any
    /// error thrown by `key` or `transform`. Fails with ``StreamError/Code/bufferOverflow`` if too many elements wait.
    ///
    /// - Parameters:
    ///   - key: A closure that returns the key of an element.
    ///   - maxConcurrent: The maximum number of concurrent inner subscriptions. Must be at least 1. Defaults to
    ///     unlimited.
    ///   - transform: A closure that returns the inner observable for an element.
    /// - Returns: An observable of the elements of all inner observables.
    /// - Complexity: O(1) per element: a few atomic operations and locks.
    @inlinable
    public func concatMap<Key: Hashable & Sendable, Result: Sendable>(
        by key: @escaping @Sendable (Element) throws -> Key,
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "concatMap: maxConcurrent must be at least 1, got \(maxConcurrent)")
        let site = OperatorCallSite("concatMap", file, line)
        let lanes = Observable<Lane<Element>> { observer in
            let router = LaneRouter(to: observer, key)
            attach(Observer(router.gate.scope) { router.receive($0) })
        }
        return lanes.flatten(limit: maxConcurrent, at: site) { lane in
            Observable<Result> { observer in
                Sequencer(observer, at: site) { end in
                    if let end, end.error != nil { return .end(end) }
                    guard let element = lane.next() else { return lane.hasEnded ? .end(.completed) : .release }
                    // The source resumes after the element has been transformed.
                    defer { lane.gate.openIfLow() }
                    return .run(try transform(element))
                }.run()
            }
        }
    }

    /// Transforms each element into a source of any type, such as a subject, and runs the sources of each key one
    /// after another; see `concatMap(by:maxConcurrent:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - key: A closure that returns the key of an element.
    ///   - maxConcurrent: The maximum number of concurrent inner subscriptions. Must be at least 1. Defaults to
    ///     unlimited.
    ///   - transform: A closure that returns the inner source for an element.
    /// - Returns: An observable of the elements of all inner sources.
    @_disfavoredOverload  // keeps type checking fast
    public func concatMap<Key: Hashable & Sendable, Source: ObservableConvertible>(
        by key: @escaping @Sendable (Element) throws -> Key,
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Source.Element> {
        concatMap(
            by: key, maxConcurrent: maxConcurrent, { try transform($0).asObservable() }, file: file, line: line)
    }
}

/// Appends each element to the lane of its key, and emits a lane when it is created.
@usableFromInline
final class LaneRouter<Key: Hashable & Sendable, Element: Sendable>: @unchecked Sendable {
    // `lanes` is guarded by rule 1.3: events come one at a time.
    @usableFromInline let gate: BackPressureGate
    @usableFromInline let observer: Observer<Lane<Element>>
    @usableFromInline let key: @Sendable (Element) throws -> Key
    @usableFromInline var lanes: [Key: Lane<Element>] = [:]

    /// The number of lanes at which ended lanes are removed.
    @usableFromInline var limit = 16

    @usableFromInline
    init(to observer: Observer<Lane<Element>>, _ key: @escaping @Sendable (Element) throws -> Key) {
        self.observer = observer
        self.key = key
        gate = BackPressureGate(scope: observer.scope.makeChild(), capacity: 1_024, "concatMap")
    }

    @inlinable
    func receive(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                try route(element, try key(element))
            } catch {
                gate.scope.beginStop()
                observer.send(.error(error))
            }
        case .error(let error):
            gate.scope.beginStop()
            observer.scope.adopt(from: gate.scope)
            observer.send(.error(error))
        case .completed:
            gate.scope.beginStop()
            observer.send(.completed)
            gate.scope.finishStop()
        }
    }

    @inlinable
    func route(_ element: Element, _ key: Key) throws {
        guard gate.enter() < gate.capacity else {
            throw StreamError.bufferOverflow(of: "concatMap", capacity: gate.capacity)
        }
        if lanes[key]?.append(element) == true { return }
        if lanes.count >= limit {
            lanes = lanes.filter { !$0.value.hasEnded }
            limit = max(16, lanes.count * 2)
        }
        let lane = Lane(element, gate)
        lanes[key] = lane
        observer.send(.next(lane))
    }
}

/// The waiting elements of one key.
@usableFromInline
final class Lane<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    @usableFromInline let gate: BackPressureGate
    @usableFromInline let lock = Lock()
    @usableFromInline var waiting = Fifo<Element>()
    @usableFromInline var isIdle = false
    @usableFromInline var isDone = false

    @usableFromInline
    init(_ element: Element, _ gate: BackPressureGate) {
        self.gate = gate
        waiting.append(element)
    }

    @inlinable
    var hasEnded: Bool { lock.withLock { isDone } }

    /// Appends an element, unless the lane has ended.
    @inlinable
    func append(_ element: Element) -> Bool {
        lock.withLock {
            if !isDone { waiting.append(element) }
            return !isDone
        }
    }

    /// Returns the next element, or `nil` if there is none.
    ///
    /// The second `nil` ends the lane: the resources of its last inner observable must be released before a new lane
    /// starts the next one. After the end of the source, there is no next one.
    @inlinable
    func next() -> Element? {
        let element = lock.withLock {
            let element = waiting.popFirst()
            isDone = element == nil && (isIdle || gate.scope.isStopped)
            isIdle = element == nil
            return element
        }
        if element != nil { gate.leave() }
        return element
    }
}
