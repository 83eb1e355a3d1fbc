public import Synchronization

/// The state of a `flatMap`: the active inner observables and the queued elements.
@usableFromInline
final class FlatMap<Element: Sendable, Result: Sendable>: @unchecked Sendable {  // variables: by `lock`
    @usableFromInline let output: SerialObserver<Result>
    @usableFromInline let scope: Scope
    @usableFromInline let sourceScope: Scope
    @usableFromInline let limit: Int
    @usableFromInline let site: OperatorCallSite
    @usableFromInline let transform: @Sendable (Element) throws -> Observable<Result>

    /// The number of active inner observables and queued elements, plus one bit for the source itself.
    @usableFromInline let count = Atomic(1 << (Int.bitWidth - 2))
    @inlinable var sourceBit: Int { 1 << (Int.bitWidth - 2) }

    private let lock = Lock()
    private var waiting = Fifo<Element>()

    /// The number of slots for the elements that are counted but not queued yet.
    private var free = 0

    /// The number of slots that the thread which enqueues the next element takes over.
    private var offered = 0

    /// The thread that has last enqueued an element, or `none` if no element has been enqueued since a slot was offered.
    private var sender = ThreadID.none

    @usableFromInline
    init(
        to observer: Observer<Result>, limit: Int, at site: OperatorCallSite,
        _ transform: @escaping @Sendable (Element) throws -> Observable<Result>
    ) {
        output = SerialObserver(observer, pausesSources: true)
        scope = output.sourceScope
        sourceScope = scope.makeChild()
        self.limit = limit
        self.site = site
        self.transform = transform
        if limit < .max { list() }
    }

    deinit {
        if limit < .max { unlist() }
    }

    // MARK: Events of the source, one at a time

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
        sourceScope.beginStop()
        spare.value?.scope.stop()
        if count.bitwiseAnd(~sourceBit, ordering: .acquiringAndReleasing).oldValue == sourceBit {
            output.send(.completed)
        } else {
            sourceScope.finishStop()
        }
    }

    @usableFromInline
    func fail(_ error: any Error, from source: Scope? = nil) {
        sourceScope.beginStop()
        // The elements of pending hops precede the error.
        if scope.usesTrampoline {
            Trampoline.nest { self.output.fail(error, from: source, at: self.site) }
        } else {
            output.fail(error, from: source, at: site)
        }
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
        sender = .current
        if offered > 0, let first = waiting.popFirst() {
            offered -= 1
            waiting.append(element)
            lock.unlock()
            return run(first, nil)
        }
        let isFull = waiting.count == Self.capacity
        if !isFull { waiting.append(element) }
        // The lock is held so that this pause cannot follow the resumption by a thread that dequeues this element.
        sourceScope.pause()
        lock.unlock()
        if isFull { fail(StreamError.bufferOverflow(of: "flatMap", capacity: Self.capacity)) }
    }

    // MARK: Inner observables

    /// Subscribes to the inner observable of an element.
    ///
    /// If it completes synchronously, continues with the queued elements.
    @inlinable
    func run(_ element: Element, _ spare: SerialState<Slot?>?) {
        guard let inner = inner(for: element) else { return }
        if scope.usesTrampoline {
            nest(inner, spare)
        } else {
            start(inner, spare)
        }
    }

    /// Returns the inner observable of an element, or `nil` if the closure throws, which fails the result.
    @inlinable
    func inner(for element: Element) -> Observable<Result>? {
        do {
            return try transform(element)
        } catch {
            fail(error)
            return nil
        }
    }

    @inlinable
    func start(_ inner: Observable<Result>, _ spare: SerialState<Slot?>?) {
        if begin(inner, spare) {
            finish()
        } else if limit < .max {
            pauseIfFull()
        }
    }

    @usableFromInline
    func nest(_ inner: Observable<Result>, _ spare: SerialState<Slot?>?) {
        if !Trampoline.runIfShallow({ start(inner, spare) }) { hop(to: inner) }
    }

    /// Subscribes from the trampoline, and pauses the source until that happens.
    private func hop(to inner: Observable<Result>) {
        sourceScope.pause()
        Trampoline.nest { [self] in
            // After `finish`, the source must not be opened again: its next element may have paused it.
            if begin(inner, nil) { finish() } else { openIfNotFull() }
        }
    }

    /// Pauses the source if the limit has been reached.
    @usableFromInline
    func pauseIfFull() {
        guard count.load(ordering: .relaxed) & ~sourceBit >= limit else { return }
        sourceScope.pause()
        // An inner observable that completed in the meantime may have checked for the pause before it took effect.
        if count.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue & ~sourceBit < limit { sourceScope.open() }
    }

    @usableFromInline
    func openIfNotFull() {
        if sourceScope.isPausedByOwner, count.load(ordering: .acquiring) & ~sourceBit < limit { sourceScope.open() }
    }

    /// Subscribes to an inner observable, using the spare slot if there is one.
    ///
    /// - Returns: `true` if the inner observable has already completed; otherwise, `false`.
    @inlinable
    func begin(_ inner: Observable<Result>, _ spare: SerialState<Slot?>?) -> Bool {
        guard let spare else {
            let slot = Slot(of: self)
            guard begin(inner, in: slot) else { return false }
            release(slot.scope)
            return true
        }
        if let slot = spare.value { slot.scope.sourceStarts() } else { spare.value = Slot(of: self) }
        guard let isDone = spare.value.map({ begin(inner, in: $0) }) else { return false }
        // The slot is reused if there are no other references to it and its scope is pristine.
        let isFree = isDone && isKnownUniquelyReferenced(&spare.value) && spare.value?.scope.isPristine == true
        if !isFree {
            if isDone, let scope = spare.value?.scope { release(scope) }
            spare.value = nil
        }
        return isDone
    }

    @inlinable
    func begin(_ inner: Observable<Result>, in slot: Slot) -> Bool {
        slot.handoff.begin()
        @inline(__always)
        @Sendable
        func receive(_ event: Event<Result>) { slot.receive(event) }
        inner.start(Observer(slot.scope, send: receive))
        return slot.handoff.leave()
    }

    /// Releases the resources of an inner observable that has completed, unless the result completes with it.
    @inlinable
    func release(_ inner: Scope) {
        inner.beginStop()
        if count.load(ordering: .acquiring) != 1 { inner.finishStop() }
    }

    /// Handles the completion of an inner observable: subscribes to the inner observable of a queued element, or
    /// resumes the source.
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

    /// Subscribes to the inner observables of queued elements until one does not complete synchronously.
    ///
    /// After its share, the thread offers the slot while another thread is enqueuing elements; see `DrainLoop`.
    @usableFromInline
    func runWaiting() {
        var left = output.fairShare
        while !scope.isStopped {
            if left == 0 {
                guard keepsSlot() else { return }
                left = output.fairShare
            }
            left -= 1
            guard let element = takeWaiting(), let inner = inner(for: element) else { return }
            var isDone = false
            if !scope.usesTrampoline {
                isDone = begin(inner, nil)
            } else if !Trampoline.runIfShallow({ isDone = begin(inner, nil) }) {
                return hop(to: inner)
            }
            guard isDone else { return }
            let before = count.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue
            if before == 1 { return output.send(.completed) }
            if before & ~sourceBit <= limit { return openIfNotFull() }
        }
    }

    /// Offers a slot to the thread that enqueues elements, if there is another such thread.
    ///
    /// - Returns: `true` if no thread has taken over the slot; otherwise, `false`.
    private func keepsSlot() -> Bool {
        let isOffered = lock.withLock {
            guard sender != .none, sender != .current, !waiting.isEmpty else { return false }
            sender = .none
            offered += 1
            return true
        }
        guard isOffered else { return true }
        Takeover.wait { lock.withLock { offered > 0 } }
        return lock.withLock {
            guard offered > 0 else { return false }
            offered -= 1
            return true
        }
    }

    private func takeWaiting() -> Element? {
        lock.withLock {
            guard let element = waiting.popFirst() else {
                // The element has been counted but not queued yet. The thread that is about to queue it will find the
                // free slot.
                free += 1
                return nil
            }
            return element
        }
    }
}

extension FlatMap: ListedBuffer {
    var pausedScope: Scope { sourceScope }

    var bufferedCount: Int { lock.withLock { waiting.count } }
}
