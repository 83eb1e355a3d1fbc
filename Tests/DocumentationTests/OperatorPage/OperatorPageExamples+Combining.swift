import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Combining/`.
    mutating func addCombining() {
        draw { (first: Numbers, second: Numbers) in
            Observable.merge(first, second)
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.merge([first, second])
        }
        draw { (source: Numbers, first: Numbers, second: Numbers) in
            source.map { $0 == 1 ? first : second }.merge()
        }
        draw { (source: Numbers, first: Numbers, second: Numbers) in
            source.map { $0 == 1 ? first : second }.merge(maxConcurrent: 1)
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.concat([first, second])
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.concat(first, second)
        }
        draw { (source: Numbers, other: Numbers) in
            source.concat(other)
        }
        draw { (source: Numbers, first: Numbers, second: Numbers) in
            source.map { $0 == 1 ? first : second }.concat()
        }
        draw { (source: Numbers, first: Numbers, second: Numbers) in
            source.map { $0 == 1 ? first : second }.switchLatest()
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.amb([first, second])
        }
        draw { (source: Numbers, other: Numbers) in
            source.amb(other)
        }
        draw { (source: Numbers) in
            source.startWith(9)
        }
        draw { (source: Numbers) in
            source.startWith(contentsOf: [8, 9])
        }
        draw { (first: Numbers, second: Letters) in
            Observable.zip(first, second) { "\($0)\($1)" }
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.zip([first, second])
        }
        draw { (first: Numbers, second: Letters) in
            Observable.combineLatest(first, second) { "\($0)\($1)" }
        }
        draw { (first: Numbers, second: Numbers) in
            Observable.combineLatest([first, second])
        }
        draw { (source: Numbers, other: Letters) in
            source.withLatestFrom(other) { "\($0)\($1)" }
        }
        draw { (source: Numbers, other: Letters) in
            source.withLatestFrom(other)
        }
        draw { (source: Numbers, sampler: Letters) in
            source.sample(sampler)
        }
    }
}
