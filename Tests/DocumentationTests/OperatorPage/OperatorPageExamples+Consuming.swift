import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Consuming/`.
    mutating func addConsuming() {
        call { (source: Numbers, print: Printer) in
            source.subscribe(onNext: { print($0) })
        }
        call { (source: Numbers, print: Printer) in
            source.subscribe { print($0) }
        }
        call { (print: Printer) in
            Observable.of(1, 2, 3).subscribe(on: MainActor.shared, onNext: { print($0) })
        }
        call { (print: Printer, owner: Owner) in
            Observable.of(1, 2).subscribe(on: MainActor.shared, with: owner) { owner, number in print(number) }
        }
        call { (source: Numbers, print: Printer, owner: Owner) in
            source.subscribe(with: owner, onNext: { owner, number in print(number) })
        }
        call { (print: Printer) in
            for try await number in Observable.of(1, 2, 3).values { print(number) }
        }
        call { (print: Printer) in
            for try await number in Observable.of(1, 2).values(bufferingPolicy: .bufferingNewest(1)) { print(number) }
        }
        call {
            try await Observable.of(1, 2, 3).firstValue()
        }
        call {
            try await Observable.of(1, 2, 3).collected()
        }
        call {
            try Observable.of(1, 2, 3).wait(timeout: .seconds(1))
        }
    }
}
