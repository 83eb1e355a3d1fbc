import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Transforming/`.
    mutating func addTransforming() {
        draw { (source: Numbers) in
            source.transformEvents("same") { event, observer in observer.on(event) }
        }
        draw { (source: Numbers) in
            source.transformEvents("same", initialState: 0) { $2.on($1) }
        }
        draw { (source: Numbers) in
            source.map { $0 * 2 }
        }
        draw { (source: Letters) in
            source.compactMap { Int($0) }
        }
        draw { (source: Numbers, other: Letters) in
            source.flatMap { number in other.map { _ in number } }
        }
        draw { (source: Numbers, other: Letters) in
            source.concatMap { number in other.map { _ in number } }
        }
        draw { (source: Numbers, other: Letters) in
            source.concatMap(by: { $0 % 2 }) { number in other.map { _ in number } }
        }
        draw { (source: Numbers, other: Letters) in
            source.flatMapLatest { number in other.map { _ in number } }
        }
        draw { (source: Numbers, other: Letters) in
            source.flatMapFirst { number in other.map { _ in number } }
        }
        drawTask {
            Observable.of(1, 2, 3).mapTask(maxConcurrent: 2) { $0 * $0 }
        }
        drawTask {
            Observable.of(1, 2).flatMapTask(maxConcurrent: 1) { $0 * $0 }
        }
        draw { (source: Numbers) in
            source.scan(0) { $0 + $1 }
        }
        draw { (source: Numbers) in
            source.scan(into: [Int]()) { $0.append($1) }
        }
        draw { (source: Numbers) in
            source.reduce(0) { $0 + $1 }
        }
        draw { (source: Numbers) in
            source.toArray()
        }
        draw { (source: Numbers) in
            source.buffer(count: 2)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
        }
        draw { (source: Numbers, other: Letters) in
            source.buffer(boundary: other)
        }
        draw { (source: Numbers) in
            source.groupBy { $0 % 2 }.flatMap { $0 }
        }
        draw { (source: Numbers) in
            source.enumerated()
        }
        draw { (source: Numbers) in
            source.pairwise()
        }
        draw { (source: Numbers) in
            source.materialize()
        }
        draw { (source: Numbers) in
            source.materialize().dematerialize()
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.timestamp(scheduler: scheduler)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.measureInterval(scheduler: scheduler)
        }
    }
}
