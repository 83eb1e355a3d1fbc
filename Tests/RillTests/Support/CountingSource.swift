import Rill

/// A source with back-pressure that uses only the public API.
private final class CountingSource: @unchecked Sendable {  // `number` is accessed by one thread at a time
    private let observer: Observer<Int>
    private let end: Int
    private var number = 0

    init(_ observer: Observer<Int>, to end: Int) {
        self.observer = observer
        self.end = end
    }

    func run() {
        while !observer.isDisposed {
            if observer.isPaused, observer.whenResumed({ self.run() }) { return }
            guard number < end else { return observer.onCompleted() }
            number += 1
            observer.onNext(number - 1)
        }
    }
}

extension Observable<Int> {
    /// Emits the integers from zero up to a number.
    static func counting(to end: Int) -> Observable<Int> {
        .create { observer in
            CountingSource(observer, to: end).run()
            return .none
        }
    }
}
