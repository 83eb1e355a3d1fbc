import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Timing/` and `Scheduling/`.
    mutating func addTiming() {
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.delay(.seconds(2), scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.delaySubscription(.seconds(3), scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.timeout(.seconds(4), scheduler: scheduler)
        }
        draw { (source: Numbers, other: Numbers, scheduler: TestScheduler) in
            source.timeout(.seconds(4), other: other, scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.deadline(.seconds(6), scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.debounce(.seconds(3), scheduler: scheduler)
        }
        draw { (queries: Letters, search: Search, scheduler: TestScheduler) in
            queries.debounce(.seconds(2), scheduler: scheduler).distinctUntilChanged().flatMapLatest { search($0) }
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.throttle(.seconds(5), scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.throttle(.seconds(5), latest: false, scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.observeOn(scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.subscribeOn(scheduler)
        }
    }
}
