// Names from Combine. The compiler's message names the correct call. The bodies are never called.

extension ObservableConvertible {
    /// Unavailable: use `subscribe(onNext:)`.
    @available(*, unavailable, renamed: "subscribe(onNext:)")
    public func sink(receiveValue: @escaping (Element) -> Void) -> Disposable { fatalError() }

    /// Unavailable: use subscribe(onNext:onError:onCompleted:).
    @available(*, unavailable, message: "use subscribe(onNext:onError:onCompleted:)")
    public func sink(
        receiveCompletion: @escaping (Event<Element>) -> Void, receiveValue: @escaping (Element) -> Void
    ) -> Disposable { fatalError() }

    /// Unavailable: use subscribe(on: MainActor.shared, with: object) { $0.property = $1 }.
    @available(*, unavailable, message: "use subscribe(on: MainActor.shared, with: object) { $0.property = $1 }")
    public func assign<Root: AnyObject>(to property: ReferenceWritableKeyPath<Root, Element>, on object: Root)
        -> Disposable
    { fatalError() }

    /// Unavailable: use `distinctUntilChanged()`.
    @available(*, unavailable, renamed: "distinctUntilChanged()")
    public func removeDuplicates() -> Observable<Element> { fatalError() }

    /// Unavailable: use `distinctUntilChanged(by:)`.
    @available(*, unavailable, renamed: "distinctUntilChanged(by:)")
    public func removeDuplicates(by areEqual: @escaping (Element, Element) -> Bool) -> Observable<Element> {
        fatalError()
    }

    /// Unavailable: use `catchAndReturn(_:)`.
    @available(*, unavailable, renamed: "catchAndReturn(_:)")
    public func replaceError(with element: Element) -> Observable<Element> { fatalError() }

    /// Unavailable: use `ifEmpty(default:)`.
    @available(*, unavailable, renamed: "ifEmpty(default:)")
    public func replaceEmpty(with element: Element) -> Observable<Element> { fatalError() }

    /// Unavailable: use toArray(), or buffer(count:) for groups.
    @available(*, unavailable, message: "use toArray(), or buffer(count:) for groups")
    public func collect() -> Observable<[Element]> { fatalError() }

    /// Unavailable: use `buffer(count:)`.
    @available(*, unavailable, renamed: "buffer(count:)")
    public func collect(_ count: Int) -> Observable<[Element]> { fatalError() }

    /// Unavailable: use reduce(0) { count, _ in count + 1 }.
    @available(*, unavailable, message: "use reduce(0) { count, _ in count + 1 }")
    public func count() -> Observable<Int> { fatalError() }

    /// Unavailable: use takeLast(1).
    @available(*, unavailable, message: "use takeLast(1)")
    public func last() -> Observable<Element> { fatalError() }

    /// Unavailable: use `take(_:)`.
    @available(*, unavailable, renamed: "take(_:)")
    public func prefix(_ count: Int) -> Observable<Element> { fatalError() }

    /// Unavailable: use `take(while:)`.
    @available(*, unavailable, renamed: "take(while:)")
    public func prefix(while predicate: @escaping (Element) -> Bool) -> Observable<Element> { fatalError() }

    /// Unavailable: use `skip(_:)`.
    @available(*, unavailable, renamed: "skip(_:)")
    public func dropFirst(_ count: Int = 1) -> Observable<Element> { fatalError() }

    /// Unavailable: use Observable.merge(_:) with both sources.
    @available(*, unavailable, message: "use Observable.merge(_:) with both sources")
    public func merge(with other: some ObservableConvertible<Element>) -> Observable<Element> { fatalError() }

    /// Unavailable: use `startWith(_:)`.
    @available(*, unavailable, renamed: "startWith(_:)")
    public func prepend(_ elements: Element...) -> Observable<Element> { fatalError() }

    /// Unavailable: use `concat(_:)`.
    @available(*, unavailable, renamed: "concat(_:)")
    public func append(_ other: some ObservableConvertible<Element>) -> Observable<Element> { fatalError() }

    /// Unavailable: use `switchLatest()`.
    @available(*, unavailable, renamed: "switchLatest()")
    public func switchToLatest() -> Observable<Element> { fatalError() }

    /// Unavailable: remove the call: operators return Observable.
    @available(*, unavailable, message: "remove the call: operators return Observable")
    public func eraseToAnyPublisher() -> Observable<Element> { fatalError() }

    /// Unavailable: use do(onNext:onError:onCompleted:onSubscribe:onDispose:).
    @available(*, unavailable, message: "use do(onNext:onError:onCompleted:onSubscribe:onDispose:)")
    public func handleEvents(receiveOutput: @escaping (Element) -> Void) -> Observable<Element> { fatalError() }

    /// Unavailable: use `debounce(_:scheduler:)`.
    @available(*, unavailable, renamed: "debounce(_:scheduler:)")
    public func debounce(for dueTime: Duration, scheduler: any Scheduler) -> Observable<Element> { fatalError() }

    /// Unavailable: use try await firstValue().
    @available(*, unavailable, message: "use try await firstValue()")
    public var value: Element { fatalError() }
}

extension Subject {
    /// Unavailable: use `onNext(_:)`.
    @available(*, unavailable, renamed: "onNext(_:)")
    public func send(_ element: Element) { fatalError() }

    /// Unavailable: use onCompleted() or onError(_:).
    @available(*, unavailable, message: "use onCompleted() or onError(_:)")
    public func send<Completion>(completion: Completion) { fatalError() }
}

extension Disposable {
    /// Unavailable: use disposed(by:) with a DisposeBag.
    @available(*, unavailable, message: "use disposed(by:) with a DisposeBag")
    public func store<Collection>(in collection: inout Collection) { fatalError() }
}
