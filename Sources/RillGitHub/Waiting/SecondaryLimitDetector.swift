internal import Foundation
internal import RillHTTP

/// Detects exceeded rate limits that are reported only in the response body, for the attempts of one request.
///
/// `Retry` inspects only the response head. If the head does not specify a delay, the response is buffered until its
/// body is complete, and `Retry-After` is added to its head.
final class SecondaryLimitDetector: @unchecked Sendable {  // guarded by rule 1.3: attempts are serial
    static let minimumWait = Duration.seconds(60)

    private var count = 0
    private var isRetryAfterAdded = false

    /// Returns the events of an attempt with `Retry-After` added to a detected rate limit response.
    func addingRetryAfter(_ events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        .deferred { [self] in
            isRetryAfterAdded = false
            let response = BufferedResponse(self)
            return
                events
                .concatMap { .from(response.process($0)) }
                .catch { error in .concat([.from(response.release()), .error(error)]) }
                .concat(.deferred { .from(response.release()) })
        }
    }

    /// Returns the event without the `Retry-After` that `addingRetryAfter` added.
    func removingRetryAfter(_ event: TransportEvent) -> TransportEvent {
        guard isRetryAfterAdded, case .head(var head) = event else { return event }
        head.headerFields[.retryAfter] = nil
        return .head(head)
    }

    /// Adds `Retry-After` to a response head: one minute after the first rejection, doubled after each further one.
    fileprivate func withRetryAfter(_ head: HTTPResponse) -> HTTPResponse {
        isRetryAfterAdded = true
        var head = head
        head.headerFields[.retryAfter] = "\(60 << min(count, 10))"
        count += 1
        return head
    }
}

/// Buffers the response of one attempt until it is classified.
private final class BufferedResponse: @unchecked Sendable {  // guarded by rule 1.3: events are serial
    private static let limit = 64 << 10

    private let detector: SecondaryLimitDetector
    private var head: HTTPResponse?
    private var body: [UInt8] = []

    init(_ detector: SecondaryLimitDetector) {
        self.detector = detector
    }

    /// Processes an event and returns the events to forward.
    func process(_ event: TransportEvent) -> [TransportEvent] {
        switch event {
        case .head(let head) where Self.requiresBody(head):
            self.head = head
            return []
        case .chunk(let bytes) where head != nil:
            body += bytes
            return body.count > Self.limit ? release() : []
        default:
            return [event]
        }
    }

    /// Returns the buffered events.
    ///
    /// Classify the response by the part of the body received so far.
    func release() -> [TransportEvent] {
        guard let bufferedHead = head else { return [] }
        head = nil
        let isLimited = GitHubError(head: bufferedHead, body: Data(body))?.isRateLimited == true
        let events: [TransportEvent] = [.head(isLimited ? detector.withRetryAfter(bufferedHead) : bufferedHead)]
        return body.isEmpty ? events : events + [.chunk(body)]
    }

    /// Whether the response body is required to detect an exceeded rate limit or to determine the delay.
    private static func requiresBody(_ head: HTTPResponse) -> Bool {
        (head.status == .forbidden || head.status == .tooManyRequests)
            && head.serverDelay() == nil
    }
}
