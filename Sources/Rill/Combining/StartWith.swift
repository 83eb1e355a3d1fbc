extension ObservableConvertible {
    /// Emits some elements before those of this source.
    ///
    ///     source   -1--2--|
    ///     result   91--2--|          source.startWith(9)
    ///
    /// The source is subscribed to after the elements have been sent. If the subscriber pauses before it has received all of
    /// them, the source is subscribed to at once: what a hot source sends meanwhile follows the given elements.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - file: The file of the call site, for error traces.
    ///   - line: The line of the call site.
    /// - Returns: An observable of the given elements, then the source's.
    /// - Complexity: O(1) per element.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/startwith.html>
    @inlinable
    public func startWith(
        _ elements: Element..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            var rest = elements[...]
            while observer.scope.isOpen, let element = rest.popFirst() { observer.send(.next(element)) }
            guard !observer.scope.isStopped else { return }
            let site = Site("startWith", place)
            if rest.isEmpty {
                let scope = observer.scope.makeTail(site)
                TailSubscription.start(asObservable(), Observer(scope, send: observer.send))
            } else {
                start(after: rest, observer, at: site)
            }
        }
    }

    /// Subscribes to this source while elements before its own wait for a paused subscriber.
    @usableFromInline
    func start(after elements: ArraySlice<Element>, _ observer: Observer<Element>, at site: Site) {
        let serial = SerialObserver(observer, holdsBack: true)
        for element in elements { serial.enqueue(.next(element)) }
        let scope = serial.sourceScope.makeChild()
        attach(
            Observer(scope) { event in
                if event.isTerminal { scope.stop() }
                serial.forward(event, from: scope, at: site)
            })
    }
}
