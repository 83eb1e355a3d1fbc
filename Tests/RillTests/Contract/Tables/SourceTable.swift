import Rill
import RillTesting
import Testing

/// A factory method that creates streams in the contract tests.
struct SourceCase: Sendable, CustomTestStringConvertible {
    /// The name of the method in the sources.
    let name: String
    let testDescription: String

    /// The elements that the stream emits.
    let output: [Int]

    /// The terminal event, or `nil` if the stream does not terminate.
    let end: Event<Int>?

    /// Builds the stream.
    ///
    /// The stream retains the `keep` closure, so that the test can detect its release.
    let build: @Sendable (@escaping @Sendable (Int) -> Int) -> Observable<Int>

    /// - Parameter description: The name of the method, followed by a text that distinguishes its cases, if any.
    private init(
        _ description: String, _ output: [Int], end: Event<Int>? = .completed,
        build: @escaping @Sendable (@escaping @Sendable (Int) -> Int) -> Observable<Int>
    ) {
        name = String(description.prefix { $0 != " " })
        testDescription = description
        self.output = output
        self.end = end
        self.build = build
    }

    static let all: [SourceCase] = [
        .init("create", [1, 2, 3]) { keep in
            .create { observer in
                for number in 1...3 { observer.onNext(keep(number)) }
                observer.onCompleted()
                return Disposable { _ = keep(0) }
            }
        },
        .init("just", [1]) { keep in .just(1).map(keep) },
        .init("of", [1, 2, 3]) { keep in .of(1, 2, 3).map(keep) },
        .init("from", [1, 2, 3]) { keep in .from((1...3).lazy.map(keep)) },
        .init("from a success", [1]) { keep in .from(Result { 1 }).map(keep) },
        .init("from a failure", [], end: .error(TestError())) { keep in .from(Result.failure(TestError())).map(keep) },
        .init("empty", []) { keep in .empty().map(keep) },
        .init("never", [], end: nil) { keep in .never().map(keep) },
        .init("error", [], end: .error(TestError())) { keep in .error(TestError()).map(keep) },
        .init("deferred", [1]) { keep in .deferred { .just(keep(1)) } },
        .init("deferred that throws", [], end: .error(TestError())) { keep in
            .deferred {
                _ = keep(0)
                throw TestError()
            }
        },
        .init("using", [1, 2, 3]) { keep in
            .using({ keep(0) }, { _ in .of(1, 2, 3).map(keep) }, release: { _ = keep($0) })
        },
        .init("using without an end", [], end: nil) { keep in
            .using({ keep(0) }, { _ in .never().map(keep) }, release: { _ = keep($0) })
        },
        .init("using that throws", [], end: .error(TestError())) { keep in
            .using({ keep(0) }, { _ in throw TestError() }, release: { _ = keep($0) })
        },
        .init("unfold", [1, 2, 3]) { keep in .unfold(1) { $0 < 4 ? (keep($0), $0 + 1) : nil } },
        .init("unfold that throws", [], end: .error(TestError())) { keep in
            .unfold(1) { _ -> (Int, Int)? in
                _ = keep(0)
                throw TestError()
            }
        },
        .init("unfold asynchronous", [1, 2, 3]) { keep in
            .unfold(1) { state async in state < 4 ? (keep(state), state + 1) : nil }
        },
        .init("task", [1]) { keep in .task { keep(1) } },
        .init("task that throws", [], end: .error(TestError())) { keep in
            .task {
                _ = keep(0)
                throw TestError()
            }
        },
        .init("tracking", [1]) { keep in .tracking { keep(1) }.take(1) },
        .init("tracking that throws", [], end: .error(TestError())) { keep in
            .tracking {
                _ = keep(0)
                throw TestError()
            }
        },
        .init("asObservable of an asynchronous sequence", [1, 2, 3]) { keep in
            AsyncStream { continuation in
                for number in 1...3 { continuation.yield(number) }
                continuation.finish()
            }.asObservable().map(keep)
        },
        .init("timer", [0]) { keep in .timer(.seconds(1), scheduler: ImmediateScheduler.shared).map(keep) },
        .init("timer with a period", [0, 1, 2]) { keep in
            .timer(.zero, period: .seconds(1), scheduler: ImmediateScheduler.shared).take(3).map(keep)
        },
        .init("interval", [0, 1, 2]) { keep in
            .interval(.seconds(1), scheduler: ImmediateScheduler.shared).take(3).map(keep)
        },
        .init("PublishSubject", []) { keep in
            let subject = PublishSubject<Int>()
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
        .init("BehaviorSubject", [1], end: nil) { keep in BehaviorSubject(1).asObservable().map(keep) },
        .init("PausingSubject", []) { keep in
            let subject = PausingSubject<Int>()
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
        .init("ReplaySubject", [2, 3]) { keep in
            let subject = ReplaySubject<Int>(bufferSize: 2)
            for number in 1...3 { subject.onNext(number) }
            subject.onCompleted()
            return subject.asObservable().map(keep)
        },
    ]
}
