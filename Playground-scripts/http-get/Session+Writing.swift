import RillHTTP
import RillScript

/// Writing the body to a file or to standard output, whose slow reader applies back-pressure to the server.
extension Session {
    /// Downloads the body to a file and shows the progress.
    func download(to path: String) async throws {
        let download = client.download(request, to: path, options: DownloadOptions(scheduler: disk))
        try await progress.show(path, download) { ($0.completed, $0.total) }
    }

    /// Writes the bytes of the body.
    func writeBody() async throws {
        for try await chunk in client.stream(request, as: .chunks).values {
            try Output.write(chunk)
        }
    }

    /// Writes the lines of a text body.
    func writeLines() async throws {
        for try await line in client.stream(request, as: .lines).values {
            try Output.write(line + "\n")
        }
    }

    /// Writes server-sent events as lines of JSON.
    func writeEvents(_ arguments: Arguments) async throws {
        var request = request
        // The request timeout would apply to each connection. The deadline below applies to all connections together.
        request.options.timeout = nil
        let policy = ReconnectionPolicy(attempts: arguments.retries.map { $0 + 1 })
            .onReconnection { _, delay, error in
                Output.note(error.map { "\($0)" } ?? "the server closed the stream")
                Output.note("reconnecting in \(delay.latencyText)")
            }
        var events = client.serverSentEvents(request, reconnection: policy)
        if let timeout = arguments.timeout { events = events.deadline(timeout, scheduler: client.scheduler) }
        for try await event in events.values {
            try Output.write(try JSONOutput.line(of: EventLine(event)) + "\n")
        }
    }
}

/// A server-sent event as a line of JSON.
private struct EventLine: Encodable {
    let type: String
    let data: String
    /// The event ID, or `nil` if the server did not send one.
    let id: String?

    init(_ event: ServerSentEvent) {
        type = event.type
        data = event.data
        id = event.id.isEmpty ? nil : event.id
    }
}
