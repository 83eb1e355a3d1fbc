import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Repeating/`.
    static let repetition: [OperatorCase] = [
        .init(
            "repeat", [1, 2, 3], { $0.repeat(while: { $0 == 0 }) },
            throwing: { $0.repeat(while: { _ in throw TestError() }).filter { _ in false } }),
        .init(
            "repeat with a delay", [1, 2, 3],
            { $0.repeat(while: { _ in false }, delay: .constant(.seconds(1)), scheduler: ImmediateScheduler.shared) }),
        .init(
            "repeat when", [1, 2, 3], { $0.repeat(when: { $0.take(0) }) },
            throwing: { $0.repeat { _ -> Observable<Int> in throw TestError() } }),
        .init(
            "poll", [1, 2, 3, 9], { $0.concat(.just(9)).poll(every: .seconds(1), until: { $0 == 9 }) },
            throwing: { $0.poll(every: .seconds(1), until: { _ in throw TestError() }) }),
        .init(
            "poll with back-off", [1, 2, 3, 9],
            { $0.concat(.just(9)).poll(every: .constant(.seconds(1)), until: { $0 == 9 }) },
            throwing: {
                $0.poll(every: .seconds(1), until: { _ in false }, retryAfter: { _ in throw TestError() })
                    .filter { _ in false }
            }),
    ]
}
