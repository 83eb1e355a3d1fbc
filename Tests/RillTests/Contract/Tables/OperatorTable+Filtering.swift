import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Filtering/`.
    static let filtering: [OperatorCase] = [
        .init("filter", [1, 3], { $0.filter { $0 != 2 } }, throwing: { $0.filter { _ in throw TestError() } }),
        .init("take", [1, 2], { $0.take(2) }),
        .init("take while", [1, 2], { $0.take { $0 < 3 } }, throwing: { $0.take { _ in throw TestError() } }),
        .init("take while, inclusive", [1, 2], { $0.take(while: { $0 < 2 }, inclusive: true) }),
        .init("take until", [1, 2, 3], { $0.take(until: Observable<Int>.never()) }),
        .init("first", [2], { $0.first { $0 == 2 } }, throwing: { $0.first { _ in throw TestError() } }),
        .init("first of all", [1], { $0.first() }),
        .init("element", [2], { $0.element(at: 1) }),
        .init("skip", [2, 3], { $0.skip(1) }),
        .init("skip until", [1, 2, 3], { $0.skip(until: Observable.just(0)) }),
        .init("skip for", [1, 2, 3], { $0.skip(for: .zero, scheduler: FrozenScheduler()) }),
        .init("skip while", [2, 3], { $0.skip { $0 < 2 } }, throwing: { $0.skip { _ in throw TestError() } }),
        .init("take for", [1, 2, 3], { $0.take(for: .seconds(1), scheduler: FrozenScheduler()) }),
        .init("takeLast", [3], { $0.takeLast(1) }),
        .init("takeLast two", [23], { $0.takeLast(2).reduce(0) { $0 * 10 + $1 } }),
        .init("ignoreElements", [9], { $0.ignoreElements(as: Int.self).concat(.just(9)) }),
        .init("single", [6], { $0.reduce(0, +).single() }),
        .init(
            "single where", [9], { $0.concat(.just(9)).single { $0 == 9 } },
            throwing: { $0.single { _ in throw TestError() } }),
        .init("ifEmpty", [1, 2, 3], { $0.ifEmpty(default: 9) }),
        .init("ifEmpty of nothing", [9], { $0.filter { _ in false }.ifEmpty(default: 9) }),
        .init("ifEmpty with a source", [1, 2, 3], { $0.ifEmpty(switchTo: .of(8, 9)) }),
        .init("ifEmpty as the other source", [1, 2, 3], { Observable.empty().ifEmpty(switchTo: $0) }),
        .init("distinctUntilChanged", [1, 2, 3], { $0.distinctUntilChanged() }),
        .init(
            "distinctUntilChanged by key", [1, 2], { $0.distinctUntilChanged { $0 / 2 } },
            throwing: { $0.distinctUntilChanged { _ -> Int in throw TestError() } }),
        .init(
            "distinctUntilChanged by a predicate", [1, 3], { $0.distinctUntilChanged(by: { $1 - $0 < 2 }) },
            throwing: { $0.distinctUntilChanged(by: { _, _ in throw TestError() }).skip(1) }),
    ]
}
