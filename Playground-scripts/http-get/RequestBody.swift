import Rill
import RillHTTP
import RillScriptSupport

/// The body of the request.
enum RequestBody: Sendable {
    case ready(HTTPBody)
    /// Still to be read: it has no length before, and what comes from a pipe comes once, but may have to be sent again.
    case unread(Input, contentType: String)

    /// How many bytes are kept in memory.
    private static let limit = 1 << 30

    /// The body as far as it can be sent.
    var ready: HTTPBody? { if case .ready(let body) = self { body } else { nil } }

    /// The body when it has been read to its end.
    ///
    /// - Parameter timeout: How long that may take; nil for any time.
    /// - Returns: A body that can be sent.
    /// - Throws: Why it cannot be read.
    func read(within timeout: Duration?) async throws -> HTTPBody {
        switch self {
        case .ready(let body): return body
        case .unread(let input, let contentType):
            var reading = Observable.task { try await input.read(limit: Self.limit) }
            if let timeout { reading = reading.deadline(timeout, scheduler: ConcurrentDispatchQueueScheduler()) }
            do {
                return HTTPBody(try await reading.firstValue(), contentType: contentType)
            } catch let error as StreamError where error.code == .deadline {
                throw LateInput(name: input.name, timeout: timeout ?? .zero)
            }
        }
    }
}

/// What was to be sent has not come in time.
private struct LateInput: Error, CustomStringConvertible {
    let name: String
    let timeout: Duration

    var description: String { "\(name) did not end within \(timeout): nothing was sent" }
}

extension Arguments {
    /// The same with a body that can be sent, and with what is left of the time by then.
    func readingBody() async throws -> Arguments {
        guard let body, body.ready == nil else { return self }
        let start = ContinuousClock.now
        var arguments = self
        arguments.body = .ready(try await body.read(within: timeout))
        // Of many requests each has the whole time.
        if case .load = delivery { return arguments }
        if let timeout {
            let rest = (timeout - start.duration(to: .now)) / .milliseconds(1)
            arguments.timeout = .milliseconds(max(1, rest.rounded(.up)))
        }
        return arguments
    }
}
