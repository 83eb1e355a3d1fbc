import Foundation
import RillHTTP
import RillScript

/// The body of the request: the values of `-d` or `--json`.
enum RequestBody: Sendable {
    case text(String, contentType: String)
    case input(Input, contentType: String)
    /// An input that has been read into memory.
    case ready(HTTPBody)

    /// The maximum size of an input in memory, in bytes.
    fileprivate static let limit = 1 << 30

    /// Whether the body is text of the command line.
    var isText: Bool { if case .text = self { true } else { false } }

    /// Returns the text of this body and another one, joined with `&`.
    func appending(_ other: RequestBody) -> RequestBody {
        guard case .text(let text, let contentType) = self, case .text(let rest, _) = other else { return self }
        return .text("\(text)&\(rest)", contentType: contentType)
    }

    /// The body to send, or `nil` if it must be read first.
    ///
    /// Large regular files are streamed. Other inputs are read into memory, because their length is unknown and a retry
    /// must send them again.
    var ready: HTTPBody? {
        switch self {
        case .ready(let body): return body
        case .text(let text, let contentType): return HTTPBody(text, contentType: contentType)
        case .input(let input, let contentType):
            guard case .file(let path) = input, input.hasKnownLength else { return nil }
            return .file(path, contentType: contentType)
        }
    }
}

extension Arguments {
    /// Returns the arguments with the body in memory and with the remaining timeout.
    ///
    /// - Throws: ``Input/Failure``, or an exit code after a timeout.
    func readingBody() async throws -> Arguments {
        guard case .input(let input, let contentType) = body, body?.ready == nil else { return self }
        let start = ContinuousClock.now
        var reading = Observable.task { try await input.read(limit: RequestBody.limit) }
        if let timeout { reading = reading.deadline(timeout, scheduler: ConcurrentDispatchQueueScheduler()) }
        var arguments = self
        do {
            arguments.body = .ready(HTTPBody(try await reading.firstValue(), contentType: contentType))
        } catch let error as StreamError where error.code == .deadline {
            Output.note("timed out after \(timeout ?? .zero) reading \(input.name): no request was sent")
            throw ExitCode.failure
        }
        // In a load test, the timeout applies to each request.
        if case .load = outputMode { return arguments }
        if let timeout {
            let rest = (timeout - start.duration(to: .now)) / .milliseconds(1)
            arguments.timeout = .milliseconds(max(1, rest.rounded(.up)))
        }
        return arguments
    }
}
