import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Filtering/`.
    static let filtering: [OperatorCase] = [
        OperatorCase(
            name: "filter", output: [1, 3], build: { $0.filter { $0 != 2 } },
            buildThrowing: { $0.filter { _ in throw TestError() } }),
        OperatorCase(name: "take", output: [1, 2], build: { $0.take(2) }),
        OperatorCase(
            name: "take", variant: "while", output: [1, 2], build: { $0.take { $0 < 3 } },
            buildThrowing: { $0.take { _ in throw TestError() } }),
        OperatorCase(
            name: "take", variant: "while, inclusive", output: [1, 2],
            build: { $0.take(while: { $0 < 2 }, inclusive: true) }),
        OperatorCase(
            name: "take", variant: "until", output: [1, 2, 3], build: { $0.take(until: Observable<Int>.never()) }),
        OperatorCase(
            name: "first", output: [2], build: { $0.first { $0 == 2 } },
            buildThrowing: { $0.first { _ in throw TestError() } }),
        OperatorCase(name: "first", variant: "of all", output: [1], build: { $0.first() }),
        OperatorCase(name: "element", output: [2], build: { $0.element(at: 1) }),
        OperatorCase(name: "skip", output: [2, 3], build: { $0.skip(1) }),
        OperatorCase(
            name: "skip", variant: "until", output: [1, 2, 3], build: { $0.skip(until: Observable.just(0)) }),
        OperatorCase(
            name: "skip", variant: "for", output: [1, 2, 3],
            build: { $0.skip(for: .zero, scheduler: FrozenScheduler()) }),
        OperatorCase(
            name: "skip", variant: "while", output: [2, 3], build: { $0.skip { $0 < 2 } },
            buildThrowing: { $0.skip { _ in throw TestError() } }),
        OperatorCase(
            name: "take", variant: "for", output: [1, 2, 3],
            build: { $0.take(for: .seconds(1), scheduler: FrozenScheduler()) }),
        OperatorCase(name: "takeLast", output: [3], build: { $0.takeLast(1) }),
        OperatorCase(
            name: "takeLast", variant: "two", output: [23],
            build: { $0.takeLast(2).reduce(0) { $0 * 10 + $1 } }),
        OperatorCase(
            name: "ignoreElements", output: [9], build: { $0.ignoreElements(as: Int.self).concat(.just(9)) }),
        OperatorCase(name: "single", output: [6], build: { $0.reduce(0, +).single() }),
        OperatorCase(
            name: "single", variant: "where", output: [9], build: { $0.concat(.just(9)).single { $0 == 9 } },
            buildThrowing: { $0.single { _ in throw TestError() } }),
        OperatorCase(name: "ifEmpty", output: [1, 2, 3], build: { $0.ifEmpty(default: 9) }),
        OperatorCase(
            name: "ifEmpty", variant: "of nothing", output: [9],
            build: { $0.filter { _ in false }.ifEmpty(default: 9) }),
        OperatorCase(
            name: "ifEmpty", variant: "with a source", output: [1, 2, 3], build: { $0.ifEmpty(switchTo: .of(8, 9)) }),
        OperatorCase(
            name: "ifEmpty", variant: "as the other source", output: [1, 2, 3],
            build: { Observable.empty().ifEmpty(switchTo: $0) }),
        OperatorCase(name: "distinctUntilChanged", output: [1, 2, 3], build: { $0.distinctUntilChanged() }),
        OperatorCase(
            name: "distinctUntilChanged", variant: "by key", output: [1, 2],
            build: { $0.distinctUntilChanged { $0 / 2 } },
            buildThrowing: { $0.distinctUntilChanged { _ -> Int in throw TestError() } }),
        OperatorCase(
            name: "distinctUntilChanged", variant: "by a predicate", output: [1, 3],
            build: { $0.distinctUntilChanged(by: { $1 - $0 < 2 }) },
            buildThrowing: { $0.distinctUntilChanged(by: { _, _ in throw TestError() }).skip(1) }),
    ]
}
