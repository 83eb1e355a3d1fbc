import Rill
import RillHTTP
import RillScriptSupport
import Synchronization

extension Session {
    /// Sends the request again and again, and prints how that went.
    func run(_ load: Arguments.Load, _ terminal: Terminal) async throws {
        let start = ContinuousClock.now
        let results = try await results(load).collected()
        let report = LoadReport(
            results, time: start.duration(to: .now), concurrency: min(load.concurrency, load.count))
        progress.clear()
        try Output.write(report.text(for: terminal))
        if report.failed > 0 { throw LoadError(failed: report.failed, count: results.count) }
    }

    private func results(_ load: Arguments.Load) -> Observable<LoadResult> {
        .deferred {
            let count = Counter()
            return Observable.from(0..<load.count)
                .flatMap(maxConcurrent: load.concurrency) { _ in result }
                .do(onNext: { _ in progress.show(count.next(), of: load.count, "requests") })
        }
    }

    /// One exchange; a failure is a result, too.
    private var result: Observable<LoadResult> {
        .deferred {
            let start = ContinuousClock.now
            return client.stream(request, as: .chunks)
                .reduce(0) { $0 + $1.count }
                .map { .answered(bytes: $0, after: start.duration(to: .now)) }
                .catch { error in
                    guard let error = error as? APIError else { throw error }
                    return .just(.failed(LoadResult.kind(of: error)))
                }
        }
    }
}

/// Some of the requests have failed.
private struct LoadError: Error, CustomStringConvertible {
    let failed: Int
    let count: Int

    var description: String { "\(failed.grouped) of \(count.grouped) requests failed" }
}

/// Counts from one.
private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
