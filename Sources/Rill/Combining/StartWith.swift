extension ObservableConvertible {
    /// Emits the given elements before the elements of this source.
    ///
    ///     source   -1--2--|
    ///     result   91--2--|          source.startWith(9)
    ///
    /// ![A marble diagram of `startWith`.](startWith)
    ///
    /// Subscribes to the source after emitting the given elements. If the subscriber pauses while these elements are
    /// emitted, subscribes to the source immediately, so that no element of a hot source is missed. The source's
    /// elements are buffered and emitted after the given elements.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter elements: The elements, in order.
    /// - Returns: An observable of the given elements, followed by the elements of the source.
    /// - Complexity: O(1) per element.
    @inlinable
    public func startWith(
        _ elements: Element..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        startWith(contentsOf: elements, file: file, line: line)
    }

    /// Emits the elements of a sequence before the elements of this source.
    ///
    ///     source   -1--2--|
    ///     result   (89)1--2--|       source.startWith(contentsOf: [8, 9])
    ///
    /// ![A marble diagram of `startWith`.](startWith-contentsOf)
    ///
    /// Behaves like `startWith(_:file:line:)`. The sequence is read once, when the operator is applied.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameter elements: The elements, in order. Must be finite.
    /// - Returns: An observable of the given elements, followed by the elements of the source.
    /// - Complexity: O(1) per element; stores the given elements.
    @inlinable
    public func startWith<Elements: Sequence>(
        contentsOf elements: Elements, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> where Elements.Element == Element {
        let location = CallSite(file, line)
        let elements = Array(elements)
        return Observable<Element> { observer in
            let prefix = Prefix(elements, of: asObservable(), at: OperatorCallSite("startWith", location))
            if observer.scope.usesTrampoline {
                let observer = observer.gated
                Trampoline.nest { prefix.start(observer) }
            } else {
                prefix.start(observer)
            }
        }
    }
}

/// The elements that precede a source.
@usableFromInline
struct Prefix<Element: Sendable>: Sendable {
    private let elements: [Element]
    private let source: Observable<Element>
    private let site: OperatorCallSite

    @usableFromInline
    init(_ elements: [Element], of source: Observable<Element>, at site: OperatorCallSite) {
        self.elements = elements
        self.source = source
        self.site = site
    }

    @usableFromInline
    func start(_ observer: Observer<Element>) {
        let scope = observer.scope
        var rest = elements[...]
        while !scope.isStopped, let element = rest.first {
            switch scope.isPaused ? scope.holdDownstream() : .available {
            case .available:
                rest.removeFirst()
                observer.send(.next(element))
            case .unavailable where scope.mayRunAhead:
                return start(observer, holding: rest)
            case .unavailable, .full:
                let prefix = Prefix(Array(rest), of: source, at: site)
                if scope.park({ prefix.start(observer) }) { return }
            }
        }
        if !scope.isStopped { TailSubscription.start(source, observer.tail(at: site)) }
    }

    private func start(_ observer: Observer<Element>, holding rest: ArraySlice<Element>) {
        let holding = observer.holding(rest.count)
        for element in rest { holding.send(.next(element)) }
        let tail = holding.tail(at: site)
        tail.scope.setHolds()
        TailSubscription.start(source, tail)
    }
}
