import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Repeating/`.
    static let repetition: [OperatorCase] = [
        OperatorCase(
            name: "repeat", output: [1, 2, 3], build: { $0.repeat(while: { $0 == 0 }) },
            buildThrowing: { $0.repeat(while: { _ in throw TestError() }).filter { _ in false } }),
        OperatorCase(
            name: "repeat", variant: "with a delay", output: [1, 2, 3],
            build: {
                $0.repeat(
                    while: { _ in false }, delay: .constant(.seconds(1)), scheduler: ImmediateScheduler.shared)
            }),
        OperatorCase(
            name: "repeat", variant: "when", output: [1, 2, 3], build: { $0.repeat(when: { $0.take(0) }) },
            buildThrowing: { $0.repeat { _ -> Observable<Int> in throw TestError() } }),
        OperatorCase(
            name: "poll", output: [1, 2, 3, 9],
            build: { $0.concat(.just(9)).poll(every: .seconds(1), until: { $0 == 9 }) },
            buildThrowing: { $0.poll(every: .seconds(1), until: { _ in throw TestError() }) }),
        OperatorCase(
            name: "poll", variant: "with back-off", output: [1, 2, 3, 9],
            build: { $0.concat(.just(9)).poll(every: .constant(.seconds(1)), until: { $0 == 9 }) },
            buildThrowing: {
                $0.poll(every: .seconds(1), until: { _ in false }, retryAfter: { _ in throw TestError() })
                    .filter { _ in false }
            }),
    ]
}
