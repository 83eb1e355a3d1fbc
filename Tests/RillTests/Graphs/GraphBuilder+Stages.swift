import Rill
import RillTesting

extension GraphBuilder {
    func transforming(_ stage: GraphStage, _ source: Observable<Int>) -> Observable<Int>? {
        switch stage {
        case .map(let rule): source.map { try rule.add($0) }
        case .compactMap(let rule): source.compactMap { try rule.passes($0) ? -$0 : nil }
        case .scan(let rule): source.scan(0) { try rule.join($0, $1) }
        case .scanInto(let rule): source.scan(into: 0) { $0 = try rule.join($0, $1) }
        case .reduce(let rule): source.reduce(0) { try rule.join($0, $1) }
        case .toArray: source.toArray().map { mix($0) }
        case .buffer(let count): source.buffer(count: count).map { mix($0) }
        case .enumerated: source.enumerated().map { mix($0.index, $0.element) }
        case .pairwise: source.pairwise().map { mix($0.previous, $0.current) }
        case .materialize: source.materialize().map { Signal($0).number }
        case .materializeAndBack: source.materialize().dematerialize()
        case .dematerialize(let rule): source.map { try rule.passes($0) ? .next($0) : .completed }.dematerialize()
        case .groupBy(let rule, let limit):
            source.groupBy(maxGroups: limit) { try rule.key($0) }
                .flatMap { group in group.scan(group.key) { mix($0, $1) } }
        default: nil
        }
    }

    func filtering(_ stage: GraphStage, _ source: Observable<Int>) -> Observable<Int>? {
        switch stage {
        case .filter(let rule): source.filter { try rule.passes($0) }
        case .take(let count): source.take(count)
        case .takeWhile(let rule, let inclusive): source.take(while: { try rule.passes($0) }, inclusive: inclusive)
        case .takeLast(let count): source.takeLast(count)
        case .skip(let count): source.skip(count)
        case .skipWhile(let rule): source.skip { try rule.passes($0) }
        case .distinctUntilChanged: source.distinctUntilChanged()
        case .distinctByKey(let rule): source.distinctUntilChanged { try rule.key($0) }
        case .first(let rule): source.first { try rule.passes($0) }
        case .single: source.single()
        case .singleWhere(let rule): source.single { try rule.passes($0) }
        case .ignoreElements: source.ignoreElements(as: Int.self)
        case .ifEmpty(let value): source.ifEmpty(default: value)
        default: nil
        }
    }

    func recovering(_ stage: GraphStage, _ source: Observable<Int>) -> Observable<Int>? {
        switch stage {
        case .startWith(let values): source.startWith(values)
        case .zipWithInfinite(true): .zip(.unfold(0) { ($0, $0 + 1) }, source) { mix($0, $1) }
        case .zipWithInfinite(false): .zip(source, .unfold(0) { ($0, $0 + 1) }) { mix($1, $0) }
        case .catchAndReturn(let value): source.catchAndReturn(value)
        case .mapError: source.mapError { GraphError("mapped " + Signal.name(of: $0)) }
        case .retry(let attempts): source.retry(attempts)
        case .retryWhen(let count, 0): source.retry { $0.take(count) }
        case .retryWhen(let count, let delay):
            source.retry { [scheduler] in $0.take(count).delay(.seconds(delay), scheduler: scheduler) }
        case .retryLater(let attempts, let delay):
            source.retry(.constantBackoff(attempts: attempts, delay: .seconds(delay)), scheduler: scheduler)
        case .share(let replay): source.share(replay: replay)
        case .shareTwice(let replay): .shareTwice(source, replay: replay)
        case .multicast: .multicast(source)
        case .watch: source.do(onNext: { _ in }, onError: { _ in }, onCompleted: {}).debug("graph", to: { _ in })
        case .checkpoint: source.checkpoint("graph")
        case .using: using(source)
        case .deferred: .deferred { source }
        case .create: .create { observer in source.subscribe { observer.on($0) } }
        case .levels(let count): (0..<count).reduce(source) { source, _ in source.take { _ in true } }
        default: nil
        }
    }

    func timing(_ stage: GraphStage, _ source: Observable<Int>) -> Observable<Int> {
        switch stage {
        case .observeOn(let kind): source.observeOn(make(kind))
        case .subscribeOn(let kind): source.subscribeOn(make(kind))
        case .delay(let delay): source.delay(.seconds(delay), scheduler: scheduler)
        case .delaySubscription(let delay): source.delaySubscription(.seconds(delay), scheduler: scheduler)
        case .timeout(let delay): source.timeout(.seconds(delay), scheduler: scheduler)
        case .deadline(let delay): source.deadline(.seconds(delay), scheduler: scheduler)
        case .debounce(let delay): source.debounce(.seconds(delay), scheduler: scheduler)
        case .throttle(let delay, let latest):
            source.throttle(.seconds(delay), latest: latest, scheduler: scheduler)
        case .takeFor(let delay): source.take(for: .seconds(delay), scheduler: scheduler)
        case .bufferTime(let delay, let count):
            source.buffer(timeSpan: .seconds(delay), count: count, scheduler: scheduler).map { mix($0) }
        case .timestamp:
            source.timestamp(scheduler: scheduler).map { mix($0.value, Int($0.time.components.seconds)) }
        case .measureInterval:
            source.measureInterval(scheduler: scheduler).map { mix($0.value, Int($0.interval.components.seconds)) }
        default: preconditionFailure("no operator for \(stage)")
        }
    }

    private func make(_ kind: GraphScheduler) -> any Scheduler {
        switch kind {
        case .immediate: ImmediateScheduler.shared
        case .currentThread: CurrentThreadScheduler.shared
        case .virtual: scheduler
        case .queue: SerialDispatchQueueScheduler()
        }
    }
}

extension Observable<Int> {
    fileprivate func startWith(_ values: [Int]) -> Observable {
        switch values.count {
        case 0: startWith()
        case 1: startWith(values[0])
        case 2: startWith(values[0], values[1])
        case 3: startWith(values[0], values[1], values[2])
        default: startWith(Array(values.dropFirst(3))).startWith(Array(values.prefix(3)))
        }
    }

    fileprivate static func shareTwice(_ source: Observable, replay: Int) -> Observable {
        let shared = source.share(replay: replay)
        return .merge(shared, shared.map { -$0 })
    }

    fileprivate static func multicast(_ source: Observable) -> Observable {
        .create { observer in
            let connectable = source.multicast { PublishSubject<Int>() }
            let subscription = connectable.subscribe { observer.on($0) }
            let connection = connectable.connect()
            return Disposable {
                subscription.dispose()
                connection.dispose()
            }
        }
    }
}

extension Signal {
    init(_ event: Event<Int>) {
        switch event {
        case .next(let value): self = .next(value)
        case .error(let error): self = .error(Self.name(of: error))
        case .completed: self = .completed
        }
    }

    var event: Event<Int> {
        switch self {
        case .next(let value): .next(value)
        case .error(let name): .error(GraphError(name))
        case .completed: .completed
        }
    }

    static func name(of error: any Error) -> String {
        switch error {
        case let error as GraphError: error.name
        case let error as StreamError where error.code == .noElements: "noElements"
        case let error as StreamError where error.code == .moreThanOneElement: "moreThanOneElement"
        case let error as StreamError where error.code == .timeout: "timeout"
        case let error as StreamError where error.code == .deadline: "deadline"
        case let error as StreamError where error.code == .bufferOverflow: "bufferOverflow"
        default: "\(error)"
        }
    }
}
