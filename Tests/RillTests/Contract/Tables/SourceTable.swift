import Rill
import RillTesting
import Testing

/// A factory method that creates streams in the contract tests.
struct SourceCase: Sendable, CustomTestStringConvertible {
    /// The name of the method in the sources.
    let name: String
    var variant = ""

    /// The elements that the stream emits.
    let output: [Int]

    /// The terminal event, or `nil` if the stream does not terminate.
    var end: Event<Int>? = .completed

    /// Builds the stream.
    ///
    /// The stream retains the `keep` closure, so that the test can detect its release.
    let build: @Sendable (@escaping @Sendable (Int) -> Int) -> Observable<Int>

    var testDescription: String { variant.isEmpty ? name : "\(name) \(variant)" }

    static let all: [SourceCase] = [
        SourceCase(name: "create", output: [1, 2, 3]) { keep in
            .create { observer in
                for number in 1...3 { observer.onNext(keep(number)) }
                observer.onCompleted()
                return Disposable { _ = keep(0) }
            }
        },
        SourceCase(name: "just", output: [1]) { keep in .just(1).map(keep) },
        SourceCase(name: "of", output: [1, 2, 3]) { keep in .of(1, 2, 3).map(keep) },
        SourceCase(name: "from", output: [1, 2, 3]) { keep in .from((1...3).lazy.map(keep)) },
        SourceCase(name: "from", variant: "a success", output: [1]) { keep in .from(Result { 1 }).map(keep) },
        SourceCase(name: "from", variant: "a failure", output: [], end: .error(TestError())) { keep in
            .from(Result.failure(TestError())).map(keep)
        },
        SourceCase(name: "empty", output: []) { keep in .empty().map(keep) },
        SourceCase(name: "never", output: [], end: nil) { keep in .never().map(keep) },
        SourceCase(name: "error", output: [], end: .error(TestError())) { keep in .error(TestError()).map(keep) },
        SourceCase(name: "deferred", output: [1]) { keep in .deferred { .just(keep(1)) } },
        SourceCase(name: "deferred", variant: "that throws", output: [], end: .error(TestError())) { keep in
            .deferred {
                _ = keep(0)
                throw TestError()
            }
        },
        SourceCase(name: "using", output: [1, 2, 3]) { keep in
            .using({ keep(0) }, { _ in .of(1, 2, 3).map(keep) }, release: { _ = keep($0) })
        },
        SourceCase(name: "using", variant: "without an end", output: [], end: nil) { keep in
            .using({ keep(0) }, { _ in .never().map(keep) }, release: { _ = keep($0) })
        },
        SourceCase(name: "using", variant: "that throws", output: [], end: .error(TestError())) { keep in
            .using({ keep(0) }, { _ in throw TestError() }, release: { _ = keep($0) })
        },
        SourceCase(name: "unfold", output: [1, 2, 3]) { keep in .unfold(1) { $0 < 4 ? (keep($0), $0 + 1) : nil } },
        SourceCase(name: "unfold", variant: "that throws", output: [], end: .error(TestError())) { keep in
            .unfold(1) { _ -> (Int, Int)? in
                _ = keep(0)
                throw TestError()
            }
        },
        SourceCase(name: "unfold", variant: "asynchronous", output: [1, 2, 3]) { keep in
            .unfold(1) { state async in state < 4 ? (keep(state), state + 1) : nil }
        },
        SourceCase(name: "task", output: [1]) { keep in .task { keep(1) } },
        SourceCase(name: "task", variant: "that throws", output: [], end: .error(TestError())) { keep in
            .task {
                _ = keep(0)
                throw TestError()
            }
        },
        SourceCase(name: "tracking", output: [1]) { keep in .tracking { keep(1) }.take(1) },
        SourceCase(name: "tracking", variant: "that throws", output: [], end: .error(TestError())) { keep in
            .tracking {
                _ = keep(0)
                throw TestError()
            }
        },
        SourceCase(name: "asObservable", variant: "of an asynchronous sequence", output: [1, 2, 3]) { keep in
            AsyncStream { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }.asObservable().map(keep)
        },
        SourceCase(name: "timer", output: [0]) { keep in
            .timer(.seconds(1), scheduler: ImmediateScheduler.shared).map(keep)
        },
        SourceCase(name: "timer", variant: "with a period", output: [0, 1, 2]) { keep in
            .timer(.zero, period: .seconds(1), scheduler: ImmediateScheduler.shared).take(3).map(keep)
        },
        SourceCase(name: "interval", output: [0, 1, 2]) { keep in
            .interval(.seconds(1), scheduler: ImmediateScheduler.shared).take(3).map(keep)
        },
        SourceCase(name: "PublishSubject", output: []) { keep in
            let subject = PublishSubject<Int>()
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
        SourceCase(name: "BehaviorSubject", output: [1], end: nil) { keep in
            BehaviorSubject(1).asObservable().map(keep)
        },
        SourceCase(name: "PausingSubject", output: []) { keep in
            let subject = PausingSubject<Int>()
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
        SourceCase(name: "ReplaySubject", output: [2, 3]) { keep in
            let subject = ReplaySubject<Int>(bufferSize: 2)
            for number in 1...3 { subject.onNext(number) }
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
    ]
}
