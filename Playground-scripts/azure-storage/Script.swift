import RillScript
import RillTracing

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let account = try RunningAccount(arguments)
        let progress = ProgressLine()
        let blobs = BlobActions(blobs: account.blobs, arguments: arguments, progress: progress)
        let queues = QueueActions(queues: account.queues, arguments: arguments, progress: progress)
        let trace = try arguments.trace.map { try TraceRecorder(path: $0) }
        try await withSignalCancellation(reportingTo: trace) {
            switch arguments.action {
            case .list(let container?, let prefix): try await blobs.list(container, prefix)
            case .list(nil, _): try await blobs.listContainers()
            case .put(let input, let blob): try await blobs.put(input, blob)
            case .get(let blob, let target): try await blobs.get(blob, target)
            case .remove(let all): try await blobs.remove(all)
            case .send(let texts, let queue): try await queues.send(texts, queue)
            case .receive(let queue): try await queues.receive(queue)
            case .peek(let queue): try await queues.peek(queue)
            case .count(let queue): try await queues.count(queue)
            case .work(let queue, let command): try await queues.work(queue, command)
            case .serve: try await account.serve()
            }
        } cleanUp: {
            Subprocess.terminateAll()
            progress.clear()
            account.stop()
        } finish: {
            try trace?.close()
        }
    }
}
