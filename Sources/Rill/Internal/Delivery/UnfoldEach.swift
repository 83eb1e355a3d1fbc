/// A generator of the elements that `unfoldEach` emits.
@usableFromInline
package protocol ElementGenerator: Sendable {
    /// The type of the source's elements.
    associatedtype Input: Sendable

    /// The type of the generated elements.
    associatedtype Element: Sendable

    /// Appends an element of the source.
    ///
    /// Called when `next()` has returned `nil`.
    ///
    /// - Parameter input: The element.
    mutating func append(_ input: Input)

    /// Returns the next element.
    ///
    /// - Returns: The element, or `nil` if another element of the source is needed.
    /// - Throws: An error that ends the stream.
    mutating func next() throws -> Element?

    /// Returns the last element if the end of the source completes it.
    ///
    /// - Returns: The element, or `nil` if there is none.
    /// - Throws: An error that ends the stream.
    mutating func last() throws -> Element?
}

extension Observable {
    /// Emits the elements that a generator returns after each element of the source.
    ///
    /// If the subscriber pauses, the operator also pauses between elements that result from the same element of the source.
    /// The source is paused meanwhile. If it does not support back-pressure, up to 1,024 events are queued before the result
    /// fails. A failure of the source does not overtake elements that were received before it.
    ///
    /// - Parameters:
    ///   - name: The name of the operator in error traces.
    ///   - generator: The initial state of the generator, copied for each subscription.
    ///   - file: The file of the operator's call site.
    ///   - line: The line of the operator's call site.
    /// - Returns: An observable of the generated elements.
    @inlinable
    package func unfoldEach<Generator: ElementGenerator>(
        _ name: StaticString, _ generator: Generator, file: StaticString, line: UInt
    ) -> Observable<Generator.Element> where Generator.Input == Element {
        Observable<Generator.Element> { observer in
            let operation = UnfoldEach(generator, to: observer, at: OperatorCallSite(name, file, line))
            attach(Observer(operation.source) { operation.receive($0) })
        }
    }
}

/// The state of `unfoldEach`.
@usableFromInline
final class UnfoldEach<Generator: ElementGenerator>: @unchecked Sendable {
    // `lock` guards `isBusy` and `waiting`. The thread that has set `isBusy` uses `generator`.

    @usableFromInline let observer: Observer<Generator.Element>
    @usableFromInline let source: Scope
    @usableFromInline let site: OperatorCallSite
    @usableFromInline @exclusivity(unchecked) var generator: Generator
    @usableFromInline let lock = Lock()

    /// Whether a thread emits elements, or elements wait until the subscriber resumes.
    @usableFromInline @exclusivity(unchecked) var isBusy = false

    /// The events that the source has sent in the meantime.
    @usableFromInline @exclusivity(unchecked) var waiting = Fifo<Event<Generator.Input>>()

    @inlinable
    init(_ generator: Generator, to observer: Observer<Generator.Element>, at site: OperatorCallSite) {
        self.observer = observer
        self.site = site
        self.generator = generator
        source = observer.scope.makeChild()
    }

    @inlinable var capacity: Int { 1_024 }

    @inlinable
    func receive(_ event: Event<Generator.Input>) {
        if source.isStopped {
            if case .error(let error) = event { source.reportUndelivered(error) }
            return
        }
        lock.lock()
        if isBusy {
            let isFull = enqueue(event)
            lock.unlock()
            if isFull { source.beginStop() }
            return
        }
        isBusy = true
        lock.unlock()
        if begin(event) { drain() }
    }

    /// Stores an event that arrives while elements are emitted or wait.
    ///
    /// Called with the lock held.
    ///
    /// - Returns: Whether the event was replaced by a failure, because the queue is full.
    @usableFromInline
    func enqueue(_ event: Event<Generator.Input>) -> Bool {
        let isFull = waiting.count == capacity && !event.isTerminal
        waiting.append(
            isFull ? .error(StreamError.bufferOverflow(of: "\(site.name)", capacity: capacity)) : event)
        // The lock is held so that this pause cannot follow the resumption by the thread that takes this event.
        source.pause()
        return isFull
    }

    /// Processes an event, and returns whether elements may follow.
    @inlinable
    func begin(_ event: Event<Generator.Input>) -> Bool {
        switch event {
        case .next(let input):
            generator.append(input)
            return true
        case .error(let error): end(.error(error))
        case .completed:
            do {
                if let element = try generator.last() { finish(with: element) } else { end(.completed) }
            } catch {
                end(.error(error))
            }
        }
        return false
    }

    /// Emits the last element as soon as the subscriber is not paused, and completes.
    @inlinable
    func finish(with element: Generator.Element) {
        let scope = observer.scope
        while !scope.isOpen {
            if scope.isStopped || scope.park({ self.finish(with: element) }) { return }
        }
        observer.send(.next(element))
        if !scope.isStopped { end(.completed) }
    }

    /// Emits elements until another event of the source is needed, or the subscriber pauses.
    @inlinable
    func drain() {
        let scope = observer.scope
        repeat {
            while scope.isOpen {
                do {
                    if let element = try generator.next() {
                        observer.send(.next(element))
                    } else if !beginNext() {
                        return
                    }
                } catch {
                    return end(.error(error))
                }
            }
            if !source.isPausedByOwner { source.pause() }
        } while !scope.isStopped && !scope.park { self.drain() }
    }

    /// Processes the next event of the source, and returns whether elements may follow.
    @inlinable
    func beginNext() -> Bool {
        lock.lock()
        let event = waiting.popFirst()
        isBusy = event != nil
        lock.unlock()
        if let event { return begin(event) }
        if source.isPausedByOwner { source.open() }
        return false
    }

    @inlinable
    func end(_ event: Event<Generator.Element>) {
        source.beginStop()
        observer.forward(event, from: source, at: site)
    }
}
