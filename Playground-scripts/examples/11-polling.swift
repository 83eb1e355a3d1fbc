// Requests the state of a job repeatedly until it is finished.
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

// The interval begins when a request has ended.
let job = client.send(Endpoint<Job>("/jobs/1"))
    .poll(every: .milliseconds(20), until: { $0.state == "finished" })
    .distinctUntilChanged()
    .deadline(.seconds(10))

for try await job in job.values {
    print("\(job.state): \(job.percent) %")
}
server.stop()
