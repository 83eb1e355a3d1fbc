public import Synchronization

extension ObservableConvertible {
    /// Subscribes to the observable that a closure makes of each value, and emits the values of all of them as they come.
    ///
    ///     source   -1--2-------|
    ///     other     -x-x-x|
    ///     other        -x-x-x|
    ///     result   --1-1212-2--|     source.flatMap { number in other.map { _ in number } }
    ///
    /// At most `maxConcurrent` run at a time. While all places are taken the source is paused; of a source that cannot park,
    /// 1,024 values may wait before the result fails. Completes when the source and all that
    /// was made of it have completed.
    ///
    /// ## Errors
    /// The first error of any ends all and disposes the rest; what `transform` throws; ``StreamError/Code/bufferOverflow``.
    ///
    /// - Parameters:
    ///   - maxConcurrent: How many run at a time, one or more; all by default.
    ///   - transform: Makes an observable of a value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all that `transform` makes.
    /// - Complexity: Four atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/flatmap.html>
    @inlinable
    public func flatMap<Result: Sendable>(
        maxConcurrent: Int = .max,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        precondition(maxConcurrent > 0, "flatMap needs a maxConcurrent of one or more, got \(maxConcurrent)")
        return Observable<Result> { observer in
            let flatMap = FlatMap(
                to: observer, limit: maxConcurrent, at: Site(maxConcurrent == 1 ? "concatMap" : "flatMap", file, line),
                transform)
            let spare = SerialState<FlatMap<Element, Result>.Slot?>(nil)
            attach(
                Observer(flatMap.sourceScope) { event in
                    switch event {
                    case .next(let element): flatMap.admit(element, spare)
                    case .error(let error): flatMap.fail(error, from: flatMap.sourceScope)
                    case .completed: flatMap.completeSource(spare)
                    }
                })
        }
    }

    /// Subscribes to the observable that a closure makes of each value, one after the other, and emits their values in order.
    ///
    ///     source   -1--2----------|
    ///     other     -x-x-x|
    ///     other           -x-x-x|
    ///     result   --1-1-1-2-2-2--|  source.concatMap { number in other.map { _ in number } }
    ///
    /// `flatMap` with one place: the source is paused while one runs.
    ///
    /// ## Errors
    /// As `flatMap(maxConcurrent:_:file:line:)`.
    ///
    /// - Parameters:
    ///   - transform: Makes an observable of a value.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all that `transform` makes, in the order of the source.
    /// - Complexity: Four atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/flatmap.html>
    @inlinable
    public func concatMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        flatMap(maxConcurrent: 1, transform, file: file, line: line)
    }
}

/// The state of one `flatMap`: who runs, who waits.
@usableFromInline
final class FlatMap<Element: Sendable, Result: Sendable>: @unchecked Sendable {  // `waiting`, `free`: by `lock`
    /// A place for one inner source.
    ///
    /// It serves again if its source ended before its subscription returned and left nothing behind, as `just`
    /// does.
    @usableFromInline
    final class Slot: Sendable {
        @usableFromInline let owner: FlatMap
        @usableFromInline let scope: Scope
        @usableFromInline let handoff = Handoff()

        @usableFromInline
        init(of owner: FlatMap) {
            self.owner = owner
            scope = owner.scope.makeChild()
        }

        @inlinable
        func take(_ event: Event<Result>) {
            switch event {
            case .next:
                owner.output.send(event)
            case .error(let error):
                scope.stop()
                owner.output.fail(error, from: scope, at: owner.site)
            case .completed:
                // Operators of the inner stream must see the stop at once: `zip` would otherwise go on with its other source.
                // A pristine scope has no such operator in it; it is left open so that the slot can serve again.
                if !scope.isPristine { scope.stop() }
                guard handoff.finish() else { return }
                scope.stop()
                owner.finish()
            }
        }
    }

    @usableFromInline let output: SerialObserver<Result>
    @usableFromInline let scope: Scope
    @usableFromInline let sourceScope: Scope
    @usableFromInline let limit: Int
    @usableFromInline let site: Site
    @usableFromInline let transform: @Sendable (Element) throws -> Observable<Result>

    /// The inner sources that run and the values that wait, and one bit for the source itself.
    @usableFromInline let count = Atomic(1 << 62)
    @inlinable var sourceBit: Int { 1 << 62 }

    private let lock = Lock()
    private var waiting = Fifo<Element>()
    private var free = 0

    @usableFromInline
    init(
        to observer: Observer<Result>, limit: Int, at site: Site,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) {
        output = SerialObserver(observer, holdsBack: true)
        scope = output.sourceScope
        sourceScope = scope.makeChild()
        self.limit = limit
        self.site = site
        self.transform = transform
    }

    // MARK: From the source, one at a time

    @inlinable
    func admit(_ element: Element, _ spare: SerialState<Slot?>) {
        let running = count.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue & ~sourceBit
        if running < limit {
            run(element, spare)
        } else {
            wait(element)
        }
    }

    @usableFromInline
    func completeSource(_ spare: SerialState<Slot?>) {
        sourceScope.stop()
        spare.value?.scope.stop()
        if count.bitwiseAnd(~sourceBit, ordering: .acquiringAndReleasing).oldValue == sourceBit {
            output.send(.completed)
        }
    }

    @usableFromInline
    func fail(_ error: any Error, from source: Scope? = nil) {
        sourceScope.stop()
        output.fail(error, from: source, at: site)
    }

    private static var capacity: Int { 1_024 }

    @usableFromInline
    func wait(_ element: Element) {
        lock.lock()
        if free > 0 {
            free -= 1
            lock.unlock()
            return run(element, nil)
        }
        let isFull = waiting.count == Self.capacity
        if !isFull { waiting.append(element) }
        // Under the lock, so that it cannot come after the opening by whoever takes this value.
        sourceScope.pause()
        lock.unlock()
        if isFull { fail(StreamError.bufferOverflow(of: "flatMap", capacity: Self.capacity)) }
    }

    // MARK: Inner sources

    /// Runs the inner source of a value, then those of values that have waited, as long as they end at once.
    @inlinable
    func run(_ element: Element, _ spare: SerialState<Slot?>?) {
        let inner: Observable<Result>
        do {
            inner = try transform(element)
        } catch {
            return fail(error)
        }
        if scope.hops {
            hop(to: inner)
        } else if begin(inner, spare) {
            finish()
        } else if limit < .max {
            holdBackIfFull()
        }
    }

    /// Subscribes from the trampoline, with the source held back meanwhile.
    @usableFromInline
    func hop(to inner: Observable<Result>) {
        sourceScope.pause()
        Trampoline.run { [self] in
            if begin(inner, nil) { finish() }
            openIfNotFull()
        }
    }

    /// Pauses the source while all places are taken.
    @usableFromInline
    func holdBackIfFull() {
        guard count.load(ordering: .relaxed) & ~sourceBit >= limit else { return }
        sourceScope.pause()
        // What has completed in between has looked for a pause too early.
        if count.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue & ~sourceBit < limit { sourceScope.open() }
    }

    @usableFromInline
    func openIfNotFull() {
        if sourceScope.isPausedByOwner, count.load(ordering: .acquiring) & ~sourceBit < limit { sourceScope.open() }
    }

    /// Subscribes to an inner source, in the spare slot if there is one.
    ///
    /// - Returns: Whether it has completed already.
    @inlinable
    func begin(_ inner: Observable<Result>, _ spare: SerialState<Slot?>?) -> Bool {
        guard let spare else {
            let slot = Slot(of: self)
            guard begin(inner, in: slot) else { return false }
            slot.scope.stop()
            return true
        }
        if spare.value == nil { spare.value = Slot(of: self) }
        guard let isDone = spare.value.map({ begin(inner, in: $0) }) else { return false }
        // Serves again if nobody else holds it and nothing hangs on it.
        let isFree = isDone && isKnownUniquelyReferenced(&spare.value) && spare.value?.scope.isPristine == true
        if !isFree {
            if isDone { spare.value?.scope.stop() }
            spare.value = nil
        }
        return isDone
    }

    @inlinable
    func begin(_ inner: Observable<Result>, in slot: Slot) -> Bool {
        slot.handoff.begin()
        inner.start(Observer(slot.scope) { slot.take($0) })
        return slot.handoff.leave()
    }

    /// An inner source has completed: its place goes to a value that waits, or the source goes on.
    @inlinable
    func finish() {
        let before = count.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue
        if before == 1 {
            output.send(.completed)
        } else if before & ~sourceBit > limit {
            runWaiting()
        } else if sourceScope.isPausedByOwner {
            openIfNotFull()
        }
    }

    /// Runs the inner source of a value that has waited, and of the next as long as they complete at once.
    @usableFromInline
    func runWaiting() {
        while !scope.isStopped, let element = takeWaiting() {
            let inner: Observable<Result>
            do {
                inner = try transform(element)
            } catch {
                return fail(error)
            }
            if scope.hops { return hop(to: inner) }
            guard begin(inner, nil) else { return }
            let before = count.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue
            if before == 1 { return output.send(.completed) }
            if before & ~sourceBit <= limit { return openIfNotFull() }
        }
    }

    private func takeWaiting() -> Element? {
        lock.withLock {
            guard let element = waiting.popFirst() else {
                // The value that was counted has not come to the queue yet, and will find the place free.
                free += 1
                return nil
            }
            return element
        }
    }
}
