import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Filtering/`.
    mutating func addFiltering() {
        draw { (source: Numbers) in
            source.filter { $0 % 2 == 0 }
        }
        draw { (source: Numbers) in
            source.take(2)
        }
        draw { (source: Numbers) in
            source.take { $0 < 3 }
        }
        draw { (source: Numbers) in
            source.take(while: { $0 < 3 }, inclusive: true)
        }
        draw { (source: Numbers, other: Letters) in
            source.take(until: other)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.take(for: .seconds(5), scheduler: scheduler)
        }
        draw { (source: Numbers) in
            source.takeLast(2)
        }
        draw { (source: Numbers) in
            source.skip(2)
        }
        draw { (source: Numbers) in
            source.skip { $0 < 3 }
        }
        draw { (source: Numbers) in
            source.distinctUntilChanged()
        }
        draw { (source: Numbers) in
            source.distinctUntilChanged { $0 / 2 }
        }
        draw { (source: Numbers) in
            source.distinctUntilChanged(by: { $1 - $0 < 2 })
        }
        draw { (source: Numbers, other: Letters) in
            source.skip(until: other)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.skip(for: .seconds(5), scheduler: scheduler)
        }
        draw { (source: Numbers) in
            source.first()
        }
        draw { (source: Numbers) in
            source.element(at: 1)
        }
        draw { (source: Numbers) in
            source.first { $0 % 2 == 0 }
        }
        draw { (source: Numbers) in
            source.single()
        }
        draw { (source: Numbers) in
            source.single { $0 % 2 == 0 }
        }
        draw { (source: Numbers) in
            source.ignoreElements()
        }
        draw { (source: Numbers) in
            source.ifEmpty(default: 9)
        }
        draw { (source: Numbers, other: Numbers) in
            source.ifEmpty(switchTo: other)
        }
    }
}
