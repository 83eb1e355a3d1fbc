/// A parser that converts chunks to elements.
///
/// An element can span several chunks. After each chunk, `next()` is called until it returns `nil`.
@usableFromInline
package protocol ChunkParser<Chunk>: Sendable {
    /// The type of the chunks, such as `[UInt8]`.
    associatedtype Chunk: Sendable

    /// The type of the parsed elements.
    associatedtype Element: Sendable

    /// Appends a chunk.
    ///
    /// - Parameter chunk: The chunk.
    mutating func append(_ chunk: Chunk)

    /// Returns the next element.
    ///
    /// - Returns: The element, or `nil` if another chunk is needed.
    /// - Throws: An error that ends the stream.
    mutating func next() throws -> Element?

    /// Returns the last element if the end of the source completes it.
    ///
    /// - Returns: The element, or `nil` if there is none.
    /// - Throws: An error that ends the stream.
    mutating func last() throws -> Element?
}

extension Observable {
    /// Emits the elements that a parser produces from the chunks of the source.
    ///
    /// If the subscriber pauses, the operator also pauses between elements of the same chunk, and pauses the source. If the
    /// source does not support back-pressure, up to 1,024 events are queued before the result fails. A failure of the source
    /// does not overtake elements that were received before it.
    ///
    /// - Parameters:
    ///   - parser: The initial state of the parser, copied for each subscription.
    ///   - name: The name of the operator in error traces.
    ///   - file: The file of the call site.
    ///   - line: The line of the call site.
    /// - Returns: An observable of the parsed elements.
    @inlinable
    package func parsed<Parser: ChunkParser<Element>>(
        by parser: Parser, _ name: StaticString, file: StaticString, line: UInt
    ) -> Observable<Parser.Element> {
        Observable<Parser.Element> { observer in
            let parsing = Parsing(parser, to: observer, at: OperatorCallSite(name, file, line))
            attach(Observer(parsing.source) { parsing.receive($0) })
        }
    }
}

/// The state of `parsed(by:)`.
@usableFromInline
final class Parsing<Parser: ChunkParser>: @unchecked Sendable {
    // `lock` guards `isBusy` and `waiting`. The thread that has set `isBusy` uses `parser`.

    @usableFromInline let observer: Observer<Parser.Element>
    @usableFromInline let source: Scope
    @usableFromInline let site: OperatorCallSite
    @usableFromInline @exclusivity(unchecked) var parser: Parser
    @usableFromInline let lock = Lock()

    /// Whether a thread emits elements, or elements wait until the subscriber resumes.
    @usableFromInline @exclusivity(unchecked) var isBusy = false

    /// The events that the source has sent in the meantime.
    @usableFromInline @exclusivity(unchecked) var waiting = Fifo<Event<Parser.Chunk>>()

    @inlinable
    init(_ parser: Parser, to observer: Observer<Parser.Element>, at site: OperatorCallSite) {
        self.observer = observer
        self.site = site
        self.parser = parser
        source = observer.scope.makeChild()
    }

    @inlinable var capacity: Int { 1_024 }

    @inlinable
    func receive(_ event: Event<Parser.Chunk>) {
        if source.isStopped { return source.reportUndelivered(event) }
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
    func enqueue(_ event: Event<Parser.Chunk>) -> Bool {
        let isFull = waiting.count == capacity && !event.isTerminal
        waiting.append(
            isFull ? .error(StreamError.bufferOverflow(of: "\(site.name)", capacity: capacity)) : event)
        // The lock is held so that this pause cannot follow the resumption by the thread that takes this event.
        source.pause()
        return isFull
    }

    /// Processes an event, and returns whether elements may follow.
    @inlinable
    func begin(_ event: Event<Parser.Chunk>) -> Bool {
        switch event {
        case .next(let chunk):
            parser.append(chunk)
            return true
        case .error(let error): end(.error(error))
        case .completed:
            do {
                if let element = try parser.last() { finish(with: element) } else { end(.completed) }
            } catch {
                end(.error(error))
            }
        }
        return false
    }

    /// Emits the last element as soon as the subscriber is not paused, and completes.
    @inlinable
    func finish(with element: Parser.Element) {
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
                    if let element = try parser.next() {
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
    func end(_ event: Event<Parser.Element>) {
        source.beginStop()
        observer.forward(event, from: source, at: site)
    }
}
