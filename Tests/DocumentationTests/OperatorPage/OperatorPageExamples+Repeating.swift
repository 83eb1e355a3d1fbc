import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Repeating/`.
    mutating func addRepeating() {
        draw { (source: Numbers) in
            source.repeat(2)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.repeat(while: { $0 != 2 }, delay: .constant(.seconds(3)), scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.repeat(when: { $0.take(2).delay(.seconds(1), scheduler: scheduler) })
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.poll(every: .seconds(1), until: { $0 == 3 }, scheduler: scheduler)
        }
    }
}
