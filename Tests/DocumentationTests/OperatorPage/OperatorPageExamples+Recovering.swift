import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Recovering/`.
    mutating func addRecovering() {
        draw { (source: Numbers, other: Numbers) in
            source.catch { _ in other }
        }
        draw { (source: Numbers, other: Numbers) in
            source.catch(as: TestError.self) { _ in other }
        }
        draw { (source: Numbers) in
            source.catchAndReturn(9)
        }
        draw { (source: Numbers) in
            source.mapError { _ in CancellationError() }
        }
        draw { (source: Numbers) in
            source.retry(2)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.retry(.constantBackoff(attempts: 2, delay: .seconds(4)), scheduler: scheduler)
        }
        draw { (source: Numbers) in
            source.retry(when: { $0.take(2) })
        }
    }
}
