import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Recovering/`.
    static let recovering: [OperatorCase] = [
        .init(
            "catch", [1, 2, 3], recovers: [9], { $0.catch { _ in .just(9) } },
            throwing: { $0.map { _ in throw TestError("source") }.catch { _ in throw TestError() } }),
        .init(
            "catch of a type", [1, 2, 3], recovers: [9], { $0.catch(as: TestError.self) { _ in .just(9) } },
            throwing: {
                $0.map { _ in throw TestError("source") }.catch(as: TestError.self) { _ in throw TestError() }
            }),
        .init("catch of another type", [1, 2, 3], { $0.catch(as: StreamError.self) { _ in .just(9) } }),
        .init("catchAndReturn", [1, 2, 3], recovers: [9], { $0.catchAndReturn(9) }),
        .init("mapError", [1, 2, 3], { $0.mapError { _ in TestError() } }),
        .init("retry", [1, 2, 3], { $0.retry(2) }),
        .init(
            "retry by a policy", [1, 2, 3],
            { $0.retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: ImmediateScheduler.shared) }),
    ]
}
