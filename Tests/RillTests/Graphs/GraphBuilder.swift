import Dispatch
import Rill
import Synchronization

@testable import RillTesting

/// Builds the observables of one run of a program.
final class GraphBuilder: Sendable {
    let scheduler: TestScheduler
    private let subjects: [any Subject<Int>]

    /// The number of open resources and subscribed sources.
    private let inUse = Atomic(0)

    private let started = Atomic(0)

    var openResources: Int { inUse.load(ordering: .acquiring) }

    /// The number of subscriptions to the sources of the program.
    var subscriptions: Int { started.load(ordering: .acquiring) }

    init(scheduler: TestScheduler = TestScheduler(), subjects: [GraphSubject] = []) {
        self.scheduler = scheduler
        self.subjects = subjects.map { subject in
            let made = subject.kind.makeSubject()
            for event in subject.script {
                _ = scheduler.scheduleMarble(after: .seconds(event.time)) { made.on(event.signal.event) }
            }
            return made
        }
    }

    /// Builds an observable.
    ///
    /// - Parameters:
    ///   - graph: The graph to build.
    ///   - element: The element passed to the innermost closure, or 0 outside of closures.
    /// - Returns: An observable that supports one subscription at a time.
    func build(_ graph: Graph, element: Int = 0) -> Observable<Int> {
        switch graph {
        case .source(let source): return build(source, element: element)
        case .stage(let stage, let source):
            let source = build(source, element: element)
            return transforming(stage, source) ?? filtering(stage, source) ?? recovering(stage, source)
                ?? timing(stage, source)
        case .combine(let combination, let sources):
            return combine(combination, sources.map { build($0, element: element) })
        case .flatten(let flattening, let source, let inner):
            return flatten(flattening, build(source, element: element)) { value in
                if flattening.fails, value % 5 == 0 { throw GraphError("closure") }
                return self.build(inner[abs(value) % inner.count], element: value).map { mix(value, $0) }
            }
        }
    }

    private func build(_ source: GraphSource, element: Int) -> Observable<Int> {
        switch source {
        case .just(let value): .just(value)
        case .of(let values): .from(values)
        case .empty: .empty()
        case .error(let name): .error(GraphError(name))
        case .never: .never()
        case .unfold(let count): .unfold(0) { $0 < count ? ($0, $0 + 1) : nil }
        case .failingUnfold(let count):
            .unfold(0) { (number) throws -> (Int, Int)? in
                if number == count { throw GraphError("unfold") }
                return (number, number + 1)
            }
        case .infinite(let count): Observable.unfold(0) { ($0, $0 + 1) }.take(count)
        case .create(let signals):
            tracked { observer in
                for signal in signals { observer.on(signal.event) }
                return .none
            }
        case .timer(let delay): .timer(.seconds(delay), scheduler: scheduler)
        case .interval(let period, let count): Observable.interval(.seconds(period), scheduler: scheduler).take(count)
        case .cold(let script):
            tracked { [scheduler] observer in
                let shift = ReferenceModel.shift(element)
                let work = script.map { event in
                    scheduler.schedule(after: .seconds(event.time + shift)) { observer.on(event.signal.event) }
                }
                return Disposable { for item in work { item.dispose() } }
            }
        case .hot(let index): subjects[index].asObservable()
        case .threads(let values): tracked { $0.sendFromThreads(values) }
        case .thread(let signals): tracked { $0.sendFromThread(signals) }
        }
    }

    /// Returns a source that counts as in use until it is disposed.
    private func tracked(_ subscribe: @escaping @Sendable (Observer<Int>) -> Disposable) -> Observable<Int> {
        .create { [self] observer in
            inUse.wrappingAdd(1, ordering: .relaxed)
            started.wrappingAdd(1, ordering: .relaxed)
            let disposable = subscribe(observer)
            return Disposable { [self] in
                disposable.dispose()
                inUse.wrappingSubtract(1, ordering: .releasing)
            }
        }
    }

    /// Returns the same stream with a resource that `inUse` counts until its release.
    func using(_ source: Observable<Int>) -> Observable<Int> {
        .using(
            { [self] in inUse.wrappingAdd(1, ordering: .relaxed) }, { _ in source },
            release: { [self] _ in inUse.wrappingSubtract(1, ordering: .releasing) })
    }
}

extension GraphSubject.Kind {
    fileprivate func makeSubject() -> any Subject<Int> {
        switch self {
        case .publish: PublishSubject<Int>()
        case .behavior(let initial): BehaviorSubject(initial)
        case .replay(let count): ReplaySubject<Int>(bufferSize: count)
        case .async: AsyncSubject<Int>()
        }
    }
}

extension Observer<Int> {
    fileprivate func sendFromThread(_ signals: [Signal]) -> Disposable {
        DispatchQueue.global().async {
            for signal in signals where !isDisposed { on(signal.event) }
        }
        return .none
    }

    fileprivate func sendFromThreads(_ values: [[Int]]) -> Disposable {
        let remaining = Atomic(values.count)
        let finish: @Sendable () -> Void = {
            if remaining.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { onCompleted() }
        }
        for part in values {
            DispatchQueue.global().async {
                for value in part where !isDisposed { onNext(value) }
                finish()
            }
        }
        return .none
    }
}
