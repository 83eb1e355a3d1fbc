import Rill
import RillTesting

extension OperatorCase {
    /// The operators of `Combining/`.
    static let combining: [OperatorCase] = [
        OperatorCase(name: "merge", output: [1, 2, 3], build: { .merge(.empty(), $0, .empty()) }),
        OperatorCase(name: "merge", variant: "of a collection", output: [1, 2, 3], build: { .merge([$0]) }),
        OperatorCase(name: "concat", output: [1, 2, 3, 9], build: { $0.concat(.just(9)) }),
        OperatorCase(
            name: "concat", variant: "of a sequence", output: [8, 1, 2, 3], build: { .concat([.just(8), $0]) }),
        OperatorCase(name: "startWith", output: [8, 9, 1, 2, 3], build: { $0.startWith(8, 9) }),
        OperatorCase(
            name: "zip", output: [11, 12, 13], build: { .zip($0, .of(10, 10, 10)) { $0 + $1 } },
            buildThrowing: { .zip($0, .of(1, 2)) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "zip", variant: "as the second", output: [11, 12, 13],
            build: { .zip(.of(10, 10, 10), $0) { $0 + $1 } }),
        OperatorCase(
            name: "zip", variant: "of three", output: [12, 13, 14],
            build: { .zip(.of(1, 1, 1), $0, .of(10, 10, 10)) { $0 + $1 + $2 } }),
        OperatorCase(
            name: "zip", variant: "of a collection", output: [11, 12, 13],
            build: { Observable<[Int]>.zip([$0, .of(10, 10, 10)]).map { $0.reduce(0, +) } }),
        OperatorCase(
            name: "combineLatest", output: [11, 12, 13], build: { .combineLatest(.just(10), $0) { $0 + $1 } },
            buildThrowing: { .combineLatest(.just(1), $0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "combineLatest", variant: "of three", output: [111, 112, 113],
            build: { .combineLatest(.just(10), .just(100), $0) { $0 + $1 + $2 } }),
        OperatorCase(
            name: "combineLatest", variant: "of a collection", output: [11, 12, 13],
            build: { Observable<[Int]>.combineLatest([.just(10), $0]).map { $0.reduce(0, +) } }),
    ]
}
