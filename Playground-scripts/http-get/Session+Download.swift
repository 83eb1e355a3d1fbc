import Rill
import RillHTTP
import RillScript

extension Session {
    /// Downloads the body to a file and shows the progress.
    func download(to path: String) async throws {
        let start = ContinuousClock.now
        let last = try await client.download(request, to: path, options: DownloadOptions(scheduler: disk))
            .do(onNext: { progress.show(bytes: $0.completed, of: $0.total) })
            .reduce(DownloadProgress(completed: 0)) { $1 }
            .firstValue()
        progress.clear()
        let time = start.duration(to: .now)
        let rate = Int((Double(last.completed) / (time / .seconds(1))).rounded())
        Output.note("\(path): \(last.completed.byteText) in \(time.latencyText), \(rate.byteText)/s")
    }
}
