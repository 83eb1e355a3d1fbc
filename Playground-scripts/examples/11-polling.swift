// Requests the state of a job repeatedly until it is finished.
import RillHTTP
import RillHTTPTesting
import Synchronization

struct Job: Decodable, Sendable, Equatable {
    let state: String
    let percent: Int
}

// A job whose progress increases every other request.
let count = Atomic(0)
let server = try LoopbackServer { _ in
    let percent = min(count.add(1, ordering: .relaxed).oldValue / 2 * 40, 100)
    return .json(#"{"state": "\#(percent < 100 ? "running" : "finished")", "percent": \#(percent)}"#)
}
let client = Client(baseURL: server.baseURL)

// `flatMapFirst` ignores a tick while a request is still running.
let job = Observable<Int>.interval(.milliseconds(20), scheduler: MainScheduler.shared)
    .flatMapFirst { _ in client.send(Endpoint<Job>("/jobs/1")) }
    .distinctUntilChanged()
    .take(while: { $0.state == "running" }, inclusive: true)
    .timeout(.seconds(10), scheduler: MainScheduler.shared)

for try await job in job.values {
    print("\(job.state): \(job.percent) %")
}
server.stop()
