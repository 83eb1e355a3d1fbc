extension GraphStage {
    /// The code of the operator as it is written after the code of its source.
    var text: String {
        switch self {
        case .map(let rule): ".map { \(rule.check)$0 + \(rule.number) }"
        case .compactMap(let rule): ".compactMap { \(rule.test) ? -$0 : nil }"
        case .scan(let rule): ".scan(0) { \(rule.join) }"
        case .scanInto(let rule): ".scan(into: 0) { $0 = \(rule.join) }"
        case .reduce(let rule): ".reduce(0) { \(rule.join) }"
        case .toArray: ".toArray().map { mix($0) }"
        case .buffer(let count): ".buffer(count: \(count)).map { mix($0) }"
        case .enumerated: ".enumerated().map { mix($0.index, $0.element) }"
        case .pairwise: ".pairwise().map { mix($0.previous, $0.current) }"
        case .materialize: ".materialize().map { $0.element ?? ($0.error == nil ? -2_000 : -1_000) }"
        case .materializeAndBack: ".materialize().dematerialize()"
        case .dematerialize(let rule): ".map { \(rule.test) ? .next($0) : .completed }.dematerialize()"
        case .groupBy(let rule, let limit):
            ".groupBy(maxGroups: \(limit)) { \(rule.check)$0 / \(rule.number) }.flatMap { $0.scan($0.key) { mix($0, $1) } }"
        case .filter(let rule): ".filter { \(rule.test) }"
        case .take(let count): ".take(\(count))"
        case .takeWhile(let rule, let inclusive): ".take(while: { \(rule.test) }, inclusive: \(inclusive))"
        case .takeLast(let count): ".takeLast(\(count))"
        case .skip(let count): ".skip(\(count))"
        case .skipWhile(let rule): ".skip { \(rule.test) }"
        case .distinctUntilChanged: ".distinctUntilChanged()"
        case .distinctByKey(let rule): ".distinctUntilChanged { \(rule.check)$0 / \(rule.number) }"
        case .first(let rule): ".first { \(rule.test) }"
        case .single: ".single()"
        case .singleWhere(let rule): ".single { \(rule.test) }"
        case .ignoreElements: ".ignoreElements(as: Int.self)"
        case .ifEmpty(let value): ".ifEmpty(default: \(value))"
        default: otherText
        }
    }

    private var otherText: String {
        switch self {
        case .startWith(let values): ".startWith(\(values.map { "\($0)" }.joined(separator: ", ")))"
        case .zipWithInfinite(let first):
            first ? ".zip(after: .unfold(0) { ($0, $0 + 1) })" : ".zip(before: .unfold(0) { ($0, $0 + 1) })"
        case .catchAndReturn(let value): ".catchAndReturn(\(value))"
        case .mapError: ".mapError { GraphError(\"mapped \\($0)\") }"
        case .retry(let attempts): ".retry(\(attempts))"
        case .retryWhen(let count, 0): ".retry { $0.take(\(count)) }"
        case .retryWhen(let count, let delay): ".retry { $0.take(\(count)).delay(\(delay.time)) }"
        case .retryLater(let attempts, let delay):
            ".retry(.constantBackoff(attempts: \(attempts), delay: .seconds(\(delay))), scheduler: scheduler)"
        case .share(let replay): ".share(replay: \(replay))"
        case .shareTwice(let replay): ".share(replay: \(replay)).with { .merge($0, $0.map { -$0 }) }"
        case .multicast: ".multicast { PublishSubject() }.connected()"
        case .watch: ".do(onNext: { _ in }, onError: { _ in }, onCompleted: {}).debug(\"graph\", to: { _ in })"
        case .checkpoint: ".checkpoint(\"graph\")"
        case .using: ".using()"
        case .deferred: ".deferred()"
        case .create: ".created()"
        case .levels(let count): ".levels(\(count))"
        case .observeOn(let scheduler): ".observeOn(\(scheduler))"
        case .subscribeOn(let scheduler): ".subscribeOn(\(scheduler))"
        case .delay(let delay): ".delay(\(delay.time))"
        case .delaySubscription(let delay): ".delaySubscription(\(delay.time))"
        case .timeout(let delay): ".timeout(\(delay.time))"
        case .deadline(let delay): ".deadline(\(delay.time))"
        case .debounce(let delay): ".debounce(\(delay.time))"
        case .throttle(let delay, let latest): ".throttle(.seconds(\(delay)), latest: \(latest), scheduler: scheduler)"
        case .takeFor(let delay): ".take(for: \(delay.time))"
        case .bufferTime(let delay, let count):
            ".buffer(timeSpan: .seconds(\(delay)), count: \(count), scheduler: scheduler).map { mix($0) }"
        case .timestamp: ".timestamp(scheduler: scheduler).map { mix($0.value, $0.time) }"
        case .measureInterval: ".measureInterval(scheduler: scheduler).map { mix($0.value, $0.interval) }"
        default: ""
        }
    }
}

extension GraphRule {
    fileprivate var check: String { fails ? "if $0 % 5 == 0 { throw GraphError(\"closure\") }; " : "" }
    fileprivate var test: String { "\(check)$0 % \(number) != 0" }
    fileprivate var join: String {
        (fails ? "if $1 % 5 == 0 { throw GraphError(\"closure\") }; " : "") + "mix($0 + \(number), $1)"
    }
}

extension Int {
    fileprivate var time: String { ".seconds(\(self)), scheduler: scheduler" }
}
