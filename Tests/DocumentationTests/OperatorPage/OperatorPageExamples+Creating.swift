import Rill
import RillTesting

private enum RequestIDKey: StreamContextKey {
    static let defaultValue: String? = nil
}

extension StreamContext {
    fileprivate var requestID: String? {
        get { self[RequestIDKey.self] }
        set { self[RequestIDKey.self] = newValue }
    }
}

extension OperatorPageExamples {
    /// Adds the examples of the operators in `Creating/` and `Context/`.
    mutating func addCreating() {
        draw { (source: Numbers) in
            source.context(\.requestID, "r-17")
        }
        draw { (source: Numbers) in
            Observable.withContext { context in source.context(context) }
        }
        draw { (source: Numbers) in
            Observable.withContext { context in context.requestID == nil ? source : .empty() }
        }
        draw { (source: Numbers) in
            Observable<Int>.create { observer in source.subscribe { observer.on($0) } }
        }
        draw {
            Observable.just(7)
        }
        draw {
            Observable.of(1, 2, 3)
        }
        draw {
            Observable.from([1, 2, 3])
        }
        draw {
            Observable.from(Result<Int, CancellationError>.success(7))
        }
        draw {
            Observable.from(Result<Int, CancellationError>.failure(CancellationError()))
        }
        draw {
            Observable<Int>.empty()
        }
        draw {
            Observable<Int>.never()
        }
        draw {
            Observable<Int>.error(CancellationError())
        }
        draw { (source: Numbers) in
            Observable.deferred { source }
        }
        draw { (source: Numbers, print: Printer) in
            Observable.using({ 7 }, { _ in source }, release: { print($0) })
        }
        draw {
            Observable.unfold(1) { $0 < 9 ? ($0, $0 * 2) : nil }
        }
        drawTask {
            Observable.unfold(1) { number async in number < 9 ? (number, number * 2) : nil }
        }
        draw { (scheduler: TestScheduler) in
            Observable.timer(.seconds(3), scheduler: scheduler)
        }
        draw { (scheduler: TestScheduler) in
            Observable.timer(.seconds(1), period: .seconds(3), scheduler: scheduler)
        }
        draw { (scheduler: TestScheduler) in
            Observable.interval(.seconds(2), scheduler: scheduler)
        }
        drawTask {
            Observable.task { 7 }
        }
        drawTask {
            Observable.tracking { 7 }.take(1)
        }
        drawTask {
            Observable.of(1, 2, 3).values.asObservable()
        }
    }
}
