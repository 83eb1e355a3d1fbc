extension Observable {
    /// Passes the rest of the stream, after an element that a closure selects, through other operators.
    ///
    /// Until an element is selected, the elements are forwarded directly: a stream without such an element does not pay for
    /// the operators. Selecting an element ends the search.
    ///
    /// ## Errors
    /// The source's error before an element is selected, and any error of the operators afterwards.
    ///
    /// - Parameter select: A closure that receives an element, and returns the operators for the rest of the stream together
    ///   with the element to forward, or `nil` to forward the element and continue.
    /// - Returns: An observable of the elements before the selected one, the forwarded element, and the elements of the
    ///   operators.
    @inlinable
    package func transformRest(
        _ select:
            @escaping @Sendable (Element) throws -> (element: Element, operators: @Sendable (Observable) -> Observable)?
    ) -> Observable {
        Observable { observer in
            let source = observer.scope.makeChild()
            let rest = SerialState<RestOfStream<Element>?>(nil)
            attach(
                Observer(source) { event in
                    if let rest = rest.value { return rest.receive(event) }
                    guard case .next(let element) = event else {
                        guard source.claimEnd(event) else { return }
                        if case .error = event { observer.scope.adopt(from: source) }
                        return observer.send(event)
                    }
                    guard !source.isStopped else { return }
                    do {
                        guard let selected = try select(element) else { return observer.send(event) }
                        let started = RestOfStream<Element>(of: source)
                        rest.value = started
                        observer.send(.next(selected.element))
                        // Deeply nested operators subscribe later, and the source must not run ahead of them.
                        source.pause()
                        selected.operators(started.observable).attach(observer)
                    } catch {
                        source.beginStop()
                        observer.send(.error(error))
                    }
                })
        }
    }
}

/// The rest of a stream that has already started, as the source of other operators.
@usableFromInline
final class RestOfStream<Element: Sendable>: @unchecked Sendable {
    // `observer` and `early` are guarded by `lock`.

    private let source: Scope
    private let lock = Lock()
    private var observer: Observer<Element>?

    /// The events of a source that ignores the pause, until the operators have subscribed.
    private var early: [Event<Element>] = []

    @usableFromInline
    init(of source: Scope) {
        self.source = source
    }

    /// The rest of the stream, which has one subscriber and begins with the source paused.
    ///
    /// The operators may keep this observable, and this object keeps their observer, so the observable references this
    /// object only until it is subscribed to.
    @usableFromInline
    var observable: Observable<Element> {
        let rest = SerialState<RestOfStream?>(self)
        return Observable { observer in rest.value.take()?.start(observer) }
    }

    private func start(_ observer: Observer<Element>) {
        observer.scope.onStop { [source] in source.stopAndRelease() }
        while true {
            let events = lock.withLock {
                if early.isEmpty { self.observer = observer }
                defer { early = [] }
                return early
            }
            if events.isEmpty { break }
            for event in events { send(event, to: observer) }
        }
        openSource(with: observer.scope)
    }

    @usableFromInline
    func receive(_ event: Event<Element>) {
        let observer = lock.withLock {
            if self.observer == nil { early.append(event) }
            return self.observer
        }
        if let observer { send(event, to: observer) }
    }

    /// Forwards an event, and pauses the source while the observer is paused.
    private func send(_ event: Event<Element>, to observer: Observer<Element>) {
        if event.isTerminal {
            guard source.claimEnd(event) else { return }
            if case .error = event { observer.scope.adopt(from: source) }
            return observer.send(event)
        }
        guard !observer.scope.isStopped else { return }
        observer.send(event)
        // A source that ignores the pause sends more events while the closure that resumes it is already stored.
        guard !observer.scope.isOpen, !source.isPausedByOwner else { return }
        source.pause()
        openSource(with: observer.scope)
    }

    /// Resumes the source when the subscriber is open.
    private func openSource(with subscriber: Scope) {
        subscriber.whenOpen { [source] in source.open() }
    }
}
