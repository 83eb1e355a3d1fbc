import Rill
import RillHTTP
import RillScript

/// The body of the request.
enum RequestBody: Sendable {
    case ready(HTTPBody)
    /// An input that must be read into memory first, because its length is unknown and a retry must send it again.
    case unread(Input, contentType: String)

    /// The maximum size of an input in memory, in bytes.
    private static let limit = 1 << 30

    /// The body, or `nil` if it has not been read yet.
    var ready: HTTPBody? { if case .ready(let body) = self { body } else { nil } }

    /// Reads the input to its end if necessary.
    ///
    /// - Parameter timeout: The maximum time for reading, or `nil` for no limit.
    /// - Returns: A body that can be sent.
    /// - Throws: ``Input/Failure`` or a timeout error.
    func read(within timeout: Duration?) async throws -> HTTPBody {
        switch self {
        case .ready(let body): return body
        case .unread(let input, let contentType):
            var reading = Observable.task { try await input.read(limit: Self.limit) }
            if let timeout { reading = reading.deadline(timeout, scheduler: ConcurrentDispatchQueueScheduler()) }
            do {
                return HTTPBody(try await reading.firstValue(), contentType: contentType)
            } catch let error as StreamError where error.code == .deadline {
                throw InputTimeoutError(name: input.name, timeout: timeout ?? .zero)
            }
        }
    }
}

/// An error for an input that did not end before the timeout.
private struct InputTimeoutError: Error, CustomStringConvertible {
    let name: String
    let timeout: Duration

    var description: String { "timed out after \(timeout) reading \(name): no request was sent" }
}

extension Arguments {
    /// Returns the arguments with the body in memory and with the remaining timeout.
    func readingBody() async throws -> Arguments {
        guard let body, body.ready == nil else { return self }
        let start = ContinuousClock.now
        var arguments = self
        arguments.body = .ready(try await body.read(within: timeout))
        // In a load test, the timeout applies to each request.
        if case .load = outputMode { return arguments }
        if let timeout {
            let rest = (timeout - start.duration(to: .now)) / .milliseconds(1)
            arguments.timeout = .milliseconds(max(1, rest.rounded(.up)))
        }
        return arguments
    }
}
