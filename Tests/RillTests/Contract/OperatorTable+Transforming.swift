import Rill
import RillTesting

extension OperatorCase {
    /// The operators of `Transforming/`.
    static let transforming: [OperatorCase] = [
        OperatorCase(
            name: "map", output: [11, 12, 13], build: { $0.map { $0 + 10 } },
            buildThrowing: { $0.map { _ in throw TestError() } }),
        OperatorCase(
            name: "compactMap", output: [1, 3], build: { $0.compactMap { $0 % 2 == 1 ? $0 : nil } },
            buildThrowing: { $0.compactMap { _ in throw TestError() } }),
        OperatorCase(
            name: "flatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.flatMap { .of($0, $0) } },
            buildThrowing: { $0.flatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMap", variant: "with two places", output: [1, 2, 3],
            build: { $0.flatMap(maxConcurrent: 2) { .just($0) } }),
        OperatorCase(
            name: "concatMap", output: [1, 1, 2, 2, 3, 3], build: { $0.concatMap { .of($0, $0) } },
            buildThrowing: { $0.concatMap { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "flatMapLatest", output: [1, 2, 3], build: { $0.flatMapLatest { .just($0) } },
            buildThrowing: { $0.flatMapLatest { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "scan", output: [1, 3, 6], build: { $0.scan(0) { $0 + $1 } },
            buildThrowing: { $0.scan(0) { _, _ in throw TestError() } }),
        OperatorCase(
            name: "reduce", output: [6], build: { $0.reduce(0) { $0 + $1 } },
            buildThrowing: { $0.reduce(0) { _, _ in throw TestError() } }),
        OperatorCase(name: "toArray", output: [3], build: { $0.toArray().map { $0.count } }),
    ]
}
