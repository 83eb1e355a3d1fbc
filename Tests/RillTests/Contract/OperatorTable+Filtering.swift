import Rill
import RillTesting

extension OperatorCase {
    /// The operators of `Filtering/`.
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
        OperatorCase(name: "skip", output: [2, 3], build: { $0.skip(1) }),
        OperatorCase(name: "distinctUntilChanged", output: [1, 2, 3], build: { $0.distinctUntilChanged() }),
        OperatorCase(
            name: "distinctUntilChanged", variant: "by key", output: [1, 2],
            build: { $0.distinctUntilChanged { $0 / 2 } },
            buildThrowing: { $0.distinctUntilChanged { _ -> Int in throw TestError() } }),
    ]
}
