// Names from RxSwift. The compiler's message names the correct call. The bodies are never called.

extension ObservableConvertible {
    /// Unavailable: use subscribe { subject.on($0) }.
    @available(*, unavailable, message: "use subscribe { subject.on($0) }")
    public func bind(to subject: some Subject<Element>) -> Disposable { fatalError() }

    /// Unavailable: use subscribe(onNext:).
    @available(*, unavailable, message: "use subscribe(onNext:)")
    public func bind(onNext: @escaping (Element) -> Void) -> Disposable { fatalError() }

    /// Unavailable: use subscribe { subject.on($0) }.
    @available(*, unavailable, message: "use subscribe { subject.on($0) }")
    public func subscribe(
        _ subject: some Subject<Element>, onNext: (@Sendable (Element) -> Void)? = nil
    ) -> Disposable { fatalError() }

    /// Unavailable: use catchAndReturn(_:), observeOn(MainScheduler.shared), and share(replay: 1).
    @available(*, unavailable, message: "use catchAndReturn(_:), observeOn(MainScheduler.shared), and share(replay: 1)")
    public func asDriver(onErrorJustReturn element: Element) -> Observable<Element> { fatalError() }

    /// Unavailable: use catch(_:), observeOn(MainScheduler.shared), and share(replay: 1).
    @available(*, unavailable, message: "use catch(_:), observeOn(MainScheduler.shared), and share(replay: 1)")
    public func asDriver(onErrorDriveWith other: Observable<Element>) -> Observable<Element> { fatalError() }

    /// Unavailable: use catchAndReturn(_:), observeOn(MainScheduler.shared), and share().
    @available(*, unavailable, message: "use catchAndReturn(_:), observeOn(MainScheduler.shared), and share()")
    public func asSignal(onErrorJustReturn element: Element) -> Observable<Element> { fatalError() }

    /// Unavailable: use observeOn(MainScheduler.shared) and subscribe(onNext:).
    @available(*, unavailable, message: "use observeOn(MainScheduler.shared) and subscribe(onNext:)")
    public func drive(onNext: @escaping (Element) -> Void) -> Disposable { fatalError() }

    /// Unavailable: use `take(until:)`.
    @available(*, unavailable, renamed: "take(until:)")
    public func takeUntil(_ other: some ObservableConvertible) -> Observable<Element> { fatalError() }

    /// Unavailable: use `take(while:)`.
    @available(*, unavailable, renamed: "take(while:)")
    public func takeWhile(_ predicate: @escaping (Element) -> Bool) -> Observable<Element> { fatalError() }

    /// Unavailable: use `skip(until:)`.
    @available(*, unavailable, renamed: "skip(until:)")
    public func skipUntil(_ other: some ObservableConvertible) -> Observable<Element> { fatalError() }

    /// Unavailable: use `skip(while:)`.
    @available(*, unavailable, renamed: "skip(while:)")
    public func skipWhile(_ predicate: @escaping (Element) -> Bool) -> Observable<Element> { fatalError() }

    /// Unavailable: use `buffer(timeSpan:count:scheduler:)`.
    @available(*, unavailable, renamed: "buffer(timeSpan:count:scheduler:)")
    public func window(
        timeSpan: Duration, count: Int, scheduler: any Scheduler = MainScheduler.shared
    ) -> Observable<Observable<Element>> { fatalError() }

    /// Unavailable: use `element(at:)`.
    @available(*, unavailable, renamed: "element(at:)")
    public func elementAt(_ index: Int) -> Observable<Element> { fatalError() }

    /// Unavailable: use subscribe(with:), which references the owner weakly.
    @available(*, unavailable, message: "use subscribe(with:), which references the owner weakly")
    public func withUnretained<Owner: AnyObject & Sendable>(
        _ owner: Owner
    ) -> Observable<(Owner, Element)> { fatalError() }

    /// Unavailable: use single(), or firstValue() in asynchronous code.
    @available(*, unavailable, message: "use single(), or firstValue() in asynchronous code")
    public func asSingle() -> Observable<Element> { fatalError() }

    /// Unavailable: use take(1).
    @available(*, unavailable, message: "use take(1)")
    public func asMaybe() -> Observable<Element> { fatalError() }

    /// Unavailable: use ignoreElements().
    @available(*, unavailable, message: "use ignoreElements()")
    public func asCompletable() -> Observable<Element> { fatalError() }

    /// Unavailable: use retry(_:) with a number of attempts or a policy, or retry(when: { $0 }).
    @available(*, unavailable, message: "use retry(_:) with a number of attempts or a policy, or retry(when: { $0 })")
    public func retry() -> Observable<Element> { fatalError() }

    /// Unavailable: use `retry(when:)`.
    @available(*, unavailable, renamed: "retry(when:)")
    public func retryWhen<Trigger: ObservableConvertible>(
        _ handler: @escaping (Observable<any Error>) -> Trigger
    ) -> Observable<Element> { fatalError() }

    /// Unavailable: use `catch(_:)`.
    @available(*, unavailable, renamed: "catch(_:)")
    public func catchError(_ handler: @escaping (any Error) -> Observable<Element>) -> Observable<Element> {
        fatalError()
    }

    /// Unavailable: use `catchAndReturn(_:)`.
    @available(*, unavailable, renamed: "catchAndReturn(_:)")
    public func catchErrorJustReturn(_ element: Element) -> Observable<Element> { fatalError() }

    /// Unavailable: use share(replay:keepAlive:); without keepAlive, it restarts with a new subscriber.
    @available(
        *, unavailable, message: "use share(replay:keepAlive:); without keepAlive, it restarts with a new subscriber"
    )
    public func share(replay: Int, scope: SubjectLifetimeScope) -> Observable<Element> { fatalError() }

    /// Unavailable: pass a closure that creates the subject: multicast { PublishSubject() }.
    @available(*, unavailable, message: "pass a closure that creates the subject: multicast { PublishSubject() }")
    public func multicast(_ subject: some Subject<Element>) -> ConnectableObservable<Element> { fatalError() }

    /// Unavailable: use Observable.concat(_:) with all sources.
    @available(*, unavailable, message: "use Observable.concat(_:) with all sources")
    public func concat(
        _ first: Observable<Element>, _ second: Observable<Element>, _ others: Observable<Element>...
    ) -> Observable<Element> { fatalError() }
}

extension Subject {
    /// Unavailable: use `onNext(_:)`.
    @available(*, unavailable, renamed: "onNext(_:)")
    public func accept(_ element: Element) { fatalError() }
}

extension MainScheduler {
    /// Unavailable: use `shared`.
    @available(*, unavailable, renamed: "shared")
    public static var instance: MainScheduler { fatalError() }

    /// Unavailable: use `shared`.
    @available(*, unavailable, renamed: "shared")
    public static var asyncInstance: MainScheduler { fatalError() }
}

/// Unavailable: return Disposable { … } from the closure, or .none.
@available(
    *, unavailable, message: "return Disposable { … } from the closure, or .none"
)
public enum Disposables {
    /// Unavailable: see `Disposables`.
    public static func create(_ dispose: @escaping () -> Void = {}) -> Disposable { fatalError() }
}

/// Unavailable: use share(replay:keepAlive:).
@available(*, unavailable, message: "use share(replay:keepAlive:)")
public enum SubjectLifetimeScope {
    case whileConnected, forever
}

/// Unavailable: use `PublishSubject`.
@available(*, unavailable, renamed: "PublishSubject")
public typealias PublishRelay = PublishSubject

/// Unavailable: use `BehaviorSubject`.
@available(*, unavailable, renamed: "BehaviorSubject")
public typealias BehaviorRelay = BehaviorSubject
