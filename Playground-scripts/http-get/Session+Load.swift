import RillHTTP
import RillScript

extension Session {
    /// Runs a load test and prints its report.
    func run(_ load: Arguments.Load, _ terminal: Terminal) async throws {
        let start = ContinuousClock.now
        let results = try await results(load).collected()
        let report = LoadReport(
            results, time: start.duration(to: .now), concurrency: min(load.concurrency, load.count))
        progress.clear()
        try Output.write(report.text(for: terminal))
        guard report.failed > 0 else { return }
        Output.note("\(report.failed.grouped) of \(results.count.grouped) requests failed")
        throw ExitCode.failure
    }

    private func results(_ load: Arguments.Load) -> Observable<LoadResult> {
        Observable.from(0..<load.count)
            .flatMap(maxConcurrent: load.concurrency) { _ in result }
            .enumerated()
            .map { index, result in
                progress.show(index + 1, of: load.count, "requests")
                return result
            }
    }

    /// Sends the request once and emits its outcome.
    ///
    /// API errors are emitted as failed results.
    private var result: Observable<LoadResult> {
        .deferred {
            let start = ContinuousClock.now
            return client.stream(request, as: .chunks)
                .reduce(0) { $0 + $1.count }
                .map { .succeeded(bytes: $0, after: start.duration(to: .now)) }
                .catch { error in
                    guard let error = error as? APIError else { throw error }
                    return .just(.failed(LoadResult.kind(of: error)))
                }
        }
    }
}
