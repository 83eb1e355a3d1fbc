internal import Foundation
public import Rill

/// Writes a line when a request is sent, and one when its exchange is over.
///
///     Logging { line in print(line) }
///
///     #1 --> GET https://qiita.com/api/v2/tags?page=1
///     #1 <-- 200 OK GET https://qiita.com/api/v2/tags?page=1 (1234 bytes, 0.120 s)
///     #2 --> GET https://qiita.com/api/v2/tags?page=2, attempt 2
///     #2 <-- given up: GET https://qiita.com/api/v2/tags?page=2 (0 bytes, 0.001 s)
///
/// Nothing is written by itself: where the lines go is up to the closure. Secrets in addresses, fields and bodies are
/// replaced. Innermost it tells of what is really sent, attempt by attempt; outermost, of what was asked for.
///
/// ## Errors
/// Adds none.
public struct Logging: IdentifyingMiddleware {
    /// How much is written.
    public enum Detail: Sendable, Hashable {
        /// One line for the request, and one for the end.
        case lines

        /// Also the header fields of both, and the beginning of each body that is text, up to 1 KiB; the answer's body when
        /// it has ended. Of a body 64 KiB are kept until then.
        case verbose
    }

    private let detail: Detail
    private let scheduler: any Scheduler
    private let write: @Sendable (String) -> Void
    private let counter = LogCounter()

    /// Makes a middleware that writes.
    ///
    /// - Parameters:
    ///   - detail: How much is written.
    ///   - scheduler: Tells how long it took.
    ///   - write: Takes each text, of several lines where that is wanted, without a line break at its end. It is called where
    ///     the exchanges run, from several threads at once, and must not block for long.
    public init(
        _ detail: Detail = .lines, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.detail = detail
        self.scheduler = scheduler
        self.write = write
    }

    /// Sends the request, and writes of it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    ///   - next: What lies further in.
    /// - Returns: The answer, unchanged.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        let events = next(request, body)
        return .deferred { [detail, scheduler, write, counter] in
            let exchange = LoggedExchange(
                request, body, attempt: next.attempt, number: counter.next(), isVerbose: detail == .verbose, scheduler)
            write(exchange.sent)
            return events.do(
                onNext: { exchange.take($0) },
                onError: { error in exchange.end(.failed("\(error)")).map(write) },
                onCompleted: { exchange.end(.complete).map(write) },
                onDispose: { exchange.end(.givenUp).map(write) })
        }
    }
}

/// Counts the exchanges of one log, so that the lines of each can be told from the others.
private final class LogCounter: @unchecked Sendable {  // `count` is guarded by `lock`
    private let lock = Lock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
