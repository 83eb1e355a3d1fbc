import Rill
import RillTesting

extension OperatorCase {
    /// The operators of `Debugging/` and `Sharing/`.
    static let watching: [OperatorCase] = [
        OperatorCase(
            name: "do", output: [1, 2, 3], build: { $0.do(onNext: { _ in }, onDispose: {}) },
            buildThrowing: { $0.do(onNext: { _ in throw TestError() }) }),
        OperatorCase(name: "checkpoint", output: [1, 2, 3], build: { $0.checkpoint("place") }),
        OperatorCase(name: "debug", output: [1, 2, 3], build: { $0.debug(to: { _ in }) }),
        OperatorCase(name: "share", output: [1, 2, 3], build: { $0.share() }),
        OperatorCase(name: "share", variant: "with replay", output: [1, 2, 3], build: { $0.share(replay: 2) }),
    ]
}
