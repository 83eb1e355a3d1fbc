import Rill

// Expressions that are hard to type-check. Continuous integration compiles this file separately and rejects any
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
}
