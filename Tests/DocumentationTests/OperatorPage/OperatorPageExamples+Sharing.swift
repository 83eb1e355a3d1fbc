import Rill
import RillTesting

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Debugging/`, `Sharing/`, and `Subjects/`.
    mutating func addSharing() {
        draw { (source: Numbers, print: Printer) in
            source.do(onNext: { print($0) })
        }
        draw { (source: Numbers, print: Printer) in
            source.debug("numbers", to: { print($0) })
        }
        draw { (source: Numbers) in
            source.checkpoint("numbers")
        }
        draw { (source: Numbers) in
            source.instrumented(by: Counter(), name: "numbers")
        }
        draw { (source: Numbers) in
            source.share()
        }
        draw { (source: Numbers) in
            source.share(replay: 1)
        }
        draw { (source: Numbers, scheduler: TestScheduler) in
            source.share(replay: 1, keepAlive: .seconds(5), scheduler: scheduler)
        }
        draw { (source: Numbers) in
            source.multicast { PublishSubject<Int>() }
        }
        draw { (source: Numbers) in
            source.multicast { PublishSubject<Int>() }.refCount()
        }
        draw {
            PublishSubject<Int>()
        }
        draw {
            BehaviorSubject(0)
        }
        draw {
            ReplaySubject<Int>(bufferSize: 2)
        }
        draw {
            PausingSubject<Int>()
        }
        draw {
            AsyncSubject<Int>()
        }
    }
}

/// An instrument that ignores all calls.
private final class Counter: Instrument {}
