extension GraphGenerator {
    /// Returns a random operator with one source.
    mutating func stage() -> GraphStage {
        switch number(1...(kind == .timed ? 20 : 14)) {
        case 1...4: transforming()
        case 5...9: filtering()
        case 10...12: recovering()
        case 13, 14: wrapping()
        default: timing()
        }
    }

    private mutating func rule() -> GraphRule {
        GraphRule(number: number(2...5), fails: chance(6))
    }

    private mutating func transforming() -> GraphStage {
        switch number(1...26) {
        case 1...4: .map(rule())
        case 5, 6: .compactMap(rule())
        case 7...9: .scan(rule())
        case 10, 11: .scanInto(rule())
        case 12: .reduce(rule())
        case 13: .toArray
        case 14, 15: .buffer(number(1...3))
        case 16, 17: .enumerated
        case 18, 19: .pairwise
        case 20: .materialize
        case 21, 22: .materializeAndBack
        case 23, 24: .groupBy(rule(), maxGroups: number(2...6))
        default: .dematerialize(rule())
        }
    }

    private mutating func filtering() -> GraphStage {
        switch number(1...30) {
        case 1...4: .filter(rule())
        case 5...9: .take(chance(10) ? 0 : number(1...5))
        case 10, 11: .takeWhile(rule(), inclusive: chance(50))
        case 12, 13: .takeLast(number(0...3))
        case 14, 15: .skip(number(0...2))
        case 16, 17: .skipWhile(rule())
        case 18, 19: .distinctUntilChanged
        case 20...22: .distinctByKey(rule())
        case 23: .first(rule())
        case 24: .single
        case 25: .singleWhere(rule())
        case 26: .ignoreElements
        default: .ifEmpty(number(0...30))
        }
    }

    private mutating func recovering() -> GraphStage {
        switch number(1...8) {
        case 1: .startWith(values())
        case 2: .zipWithInfinite(infiniteFirst: chance(50))
        case 3: .catchAndReturn(number(0...30))
        case 4: .mapError
        case 5, 6: .retry(number(1...3))
        case 7:
            kind == .timed && chance(50)
                ? .retryWhen(number(1...2), delay: number(1...40)) : .retryWhen(number(0...2), delay: 0)
        default:
            kind == .timed ? .retryLater(number(1...3), delay: number(1...40)) : .retry(number(1...3))
        }
    }

    private mutating func wrapping() -> GraphStage {
        switch number(1...10) {
        case 1: .share(number(0...2))
        case 2: .shareTwice(number(0...2))
        case 3: .multicast
        case 4: .watch
        case 5: .checkpoint
        case 6: .using
        case 7: .deferred
        case 8: .create
        case 9: .observeOn(scheduler())
        default: .subscribeOn(scheduler())
        }
    }

    private mutating func timing() -> GraphStage {
        let delay = number(1...60)
        return switch number(1...10) {
        case 1: .delay(delay)
        case 2: .delaySubscription(delay)
        case 3: .timeout(delay)
        case 4: .deadline(delay)
        case 5: .debounce(delay)
        case 6: .throttle(delay, latest: chance(50))
        case 7: .takeFor(delay)
        case 8: .bufferTime(delay, count: number(1...3))
        case 9: .timestamp
        default: .measureInterval
        }
    }
}
