import Rill

// Expressions that take long to type-check. Continuous integration compiles this file separately and rejects any
// expression that takes more than 300 ms.

enum LongExpressions {
    static func fiveCombined(
        _ first: Observable<Int>, _ second: Observable<Double>, _ third: Observable<Int>,
        _ fourth: Observable<Double>, _ fifth: Observable<Int>
    ) -> Observable<Double> {
        .combineLatest(first, second, third, fourth, fifth) { Double($0) + $1 + Double($2) + $3 + Double($4) }
    }

    static func fiveCombinedInAChain(
        _ first: Observable<Int>, _ second: Observable<Double>, _ third: Observable<Int>,
        _ fourth: Observable<Double>, _ fifth: Observable<Int>
    ) -> Observable<Double> {
        Observable.combineLatest(first, second, third, fourth, fifth) {
            Double($0 * 2) + $1 * 1.5 + Double($2 + 1) + $3 - 2.5 + Double($4)
        }
        .distinctUntilChanged()
        .take(1)
    }

    static func sixZipped(_ source: Observable<Int>) -> Observable<Int> {
        Observable.zip(source, source, source, source, source, source) { $0 + $1 + $2 + $3 + $4 + $5 }
    }

    static func tenChained(_ source: Observable<Int>) -> Observable<Int> {
        source
            .map { $0 * 2 }
            .filter { $0 > 3 }
            .scan(0) { $0 + $1 }
            .flatMap { .of($0, $0 + 1) }
            .distinctUntilChanged()
            .take(while: { $0 < 1_000 })
            .startWith(1, 2, 3)
            .skip(1)
            .map { $0 + 1 }
            .catchAndReturn(0)
    }

    static func tenWithOverloads(_ source: Observable<Int>) -> Observable<Int> {
        source
            .startWith(contentsOf: [1, 2])
            .distinctUntilChanged(by: { $0 == $1 + 1 })
            .distinctUntilChanged { $0 / 2 }
            .skip { $0 < 1 }
            .timeout(.seconds(600), other: .just(1))
            .debounce(.zero, scheduler: .immediate)
            .repeat(2) { $0 != nil }
            .poll(every: .seconds(1), until: { $0 > 2 })
            .element(at: 0)
            .first()
    }

    static func tenAlternating(_ source: Observable<Int>) -> Observable<Int> {
        source.map { $0 * 2 }.filter { $0 > 3 }.map { $0 + 1 }.filter { $0 > 3 }.map { $0 * 2 }
            .filter { $0 > 3 }.map { $0 + 1 }.filter { $0 > 3 }.map { $0 - 1 }.filter { $0 > 3 }
    }

    static func tenWithTasks(_ source: Observable<Int>) -> Observable<Int> {
        source.map { $0 * 2 }.mapTask { $0 + 1 }.filter { $0 > 3 }.flatMapTask(maxConcurrent: 1) { $0 * 2 }
            .map { $0 - 1 }.mapTask(maxConcurrent: 4) { [$0, $0 + 1] }.flatMap { .from($0) }
            .filter { $0 % 2 == 0 }.mapTask { $0 / 2 }.scan(0) { $0 + $1 }
    }

    static func tenFlattened(_ source: Observable<Int>) -> Observable<Int> {
        source.flatMap { .of($0, $0 + 1) }.map { $0 * 2 }.flatMap { .of($0, $0 - 1) }.filter { $0 > 3 }
            .concatMap { .of($0) }.flatMap(maxConcurrent: 2) { .of($0 + 1) }.map { $0 - 1 }
            .flatMapLatest { .of($0 * 2) }.filter { $0 > 3 }.flatMap { number in source.map { $0 + number } }
    }

    static func onTheMainQueue(_ source: Observable<Int>, _ onNext: @escaping @Sendable (Int) -> Void) -> Disposable {
        source.map { $0 * 2 }.observeOn(MainScheduler.shared).filter { $0 > 3 }.map { $0 + 1 }
            .observeOn(MainScheduler.shared).scan(0) { $0 + $1 }.observeOn(MainScheduler.shared).map { $0 * 2 }
            .observeOn(MainScheduler.shared).subscribe(onNext: { onNext($0 + 1) })
    }

    static func onTheMainActor(_ source: Observable<Int>, _ owner: Owner) -> Disposable {
        source.map { $0 * 2 }.filter { $0 > 3 }.map { $0 + 1 }.scan(0) { $0 + $1 }
            .subscribe(on: MainActor.shared, with: owner) { $0.add($1 * 2 + 1) }
    }

    static func withoutAnOwner(_ source: Observable<Int>, _ onNext: @escaping @Sendable (Int) -> Void) -> Disposable {
        source.map { $0 * 2 }.filter { $0 > 3 }.map { $0 + 1 }.scan(0) { $0 + $1 }
            .subscribe(on: MainActor.shared) { onNext($0 * 2 + 1) }
    }

    static func onAnActor(_ source: Observable<Int>, _ total: Total) -> Disposable {
        source.map { $0 * 2 }.filter { $0 > 3 }.map { $0 + 1 }.scan(0) { $0 + $1 }
            .subscribe(on: total) { $0.add($1 * 2 + 1) }
    }

    @MainActor final class Owner {
        private(set) var total = 0

        func add(_ number: Int) { total += number }
    }

    actor Total {
        private(set) var value = 0

        func add(_ number: Int) { value += number }
    }
}
