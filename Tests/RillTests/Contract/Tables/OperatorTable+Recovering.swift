import Rill
import RillTesting

extension OperatorCase {
    /// The operators in `Recovering/`.
    static let recovering: [OperatorCase] = [
        OperatorCase(
            name: "catch", output: [1, 2, 3], recovers: [9], build: { $0.catch { _ in .just(9) } },
            buildThrowing: { $0.map { _ in throw TestError("source") }.catch { _ in throw TestError() } }),
        OperatorCase(
            name: "catch", variant: "of a type", output: [1, 2, 3], recovers: [9],
            build: { $0.catch(as: TestError.self) { _ in .just(9) } },
            buildThrowing: {
                $0.map { _ in throw TestError("source") }.catch(as: TestError.self) { _ in throw TestError() }
            }),
        OperatorCase(
            name: "catch", variant: "of another type", output: [1, 2, 3],
            build: { $0.catch(as: StreamError.self) { _ in .just(9) } }),
        OperatorCase(name: "catchAndReturn", output: [1, 2, 3], recovers: [9], build: { $0.catchAndReturn(9) }),
        OperatorCase(name: "mapError", output: [1, 2, 3], build: { $0.mapError { _ in TestError() } }),
        OperatorCase(name: "retry", output: [1, 2, 3], build: { $0.retry(2) }),
        OperatorCase(
            name: "retry", variant: "by a policy", output: [1, 2, 3],
            build: {
                $0.retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: ImmediateScheduler.shared)
            }),
    ]
}
