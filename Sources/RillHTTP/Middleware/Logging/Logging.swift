internal import Foundation
public import RillHTTPTypes
internal import Synchronization

/// A middleware that logs a line when a request is sent and a line when its exchange ends.
///
///     Logging { line in print(line) }
///
///     #1 --> GET https://qiita.com/api/v2/tags?page=1
///     #1 <-- 200 OK GET https://qiita.com/api/v2/tags?page=1 (1234 bytes, 0.120 s)
///     #2 --> GET https://qiita.com/api/v2/tags?page=2, attempt 2
///     #2 <-- canceled: GET https://qiita.com/api/v2/tags?page=2 (0 bytes, 0.001 s)
///
/// The closure decides where the lines are written. Secrets in URLs, header fields and bodies are redacted. As the
/// innermost middleware, it logs each attempt as it is sent; as the outermost, it logs the original request and the final
/// response.
///
/// ## Errors
/// Adds no errors.
public struct Logging: Middleware {
    /// The amount of detail in the log.
    public enum Detail: Sendable, Hashable {
        /// One line for the request and one for the end of the exchange.
        case lines

        /// In addition to the lines, the header fields of the request and the response, and up to 1 KiB of each textual
        /// body. The response is logged when it ends. Up to 64 KiB of its body are kept until then.
        case verbose
    }

    private let detail: Detail
    private let scheduler: any Scheduler
    private let write: @Sendable (String) -> Void
    private let counter = LogCounter()

    /// Creates a logging middleware.
    ///
    /// - Parameters:
    ///   - detail: The amount of detail. Defaults to single lines.
    ///   - scheduler: The scheduler that measures the duration of exchanges.
    ///   - write: A closure that receives each log entry, without a trailing line break. Verbose entries have several
    ///     lines. The closure is called from several threads concurrently and must not block for long.
    public init(
        _ detail: Detail = .lines, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.detail = detail
        self.scheduler = scheduler
        self.write = write
    }

    /// Sends the request and logs the exchange.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The unchanged events of the exchange.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let events = next(request, body)
        return .deferred { [detail, scheduler, write, counter] in
            let exchange = LoggedExchange(
                request, body, next, number: counter.next(), isVerbose: detail == .verbose, scheduler)
            write(exchange.requestEntry)
            return events.do(
                onNext: { exchange.record($0) },
                onError: { error in exchange.endEntry(.failed("\(error)")).map(write) },
                onCompleted: { exchange.endEntry(.complete).map(write) },
                onDispose: { exchange.endEntry(.disposed).map(write) })
        }
    }
}

/// A counter that numbers the exchanges of a log, so that the lines of each exchange can be matched.
private final class LogCounter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
