internal import Foundation
internal import Rill
internal import RillHTTP

/// The refusals of one exchange of which only the body tells that a rate limit is exceeded.
///
/// `Retry` judges an answer by its head. Where that says nothing, it is held back until the body is there, and is marked
/// with the wait that it should have named.
final class SecondaryRefusals: @unchecked Sendable {  // guarded by rule 1.3: attempts come one at a time
    static let shortestWait = Duration.seconds(60)

    private var count = 0
    private var isMarked = false

    /// The events of an attempt, in which such a refusal has a `Retry-After`.
    func marking(_ events: Observable<TransportEvent>) -> Observable<TransportEvent> {
        .deferred {
            let refusal = HeldRefusal(self)
            return
                events
                .concatMap { .from(refusal.take($0)) }
                .catch { error in .concat([.from(refusal.release()), .error(error)]) }
                .concat(.deferred { .from(refusal.release()) })
        }
    }

    /// An event without what was put into it here.
    func withoutMark(_ event: TransportEvent) -> TransportEvent {
        guard isMarked, case .head(var head) = event else { return event }
        head.headerFields[.retryAfter] = nil
        return .head(head)
    }

    fileprivate func begin() {
        isMarked = false
    }

    /// The head as it should have been: a minute after the first refusal, twice as long after each further one.
    fileprivate func mark(_ head: HTTPResponse) -> HTTPResponse {
        isMarked = true
        var head = head
        head.headerFields[.retryAfter] = "\(60 << min(count, 10))"
        count += 1
        return head
    }
}

/// The answer of one attempt, of which nothing is passed on while it is not known what it is.
private final class HeldRefusal: @unchecked Sendable {  // guarded by rule 1.3: events come one at a time
    private static let limit = 64 << 10

    private let refusals: SecondaryRefusals
    private var head: HTTPResponse?
    private var body: [UInt8] = []

    init(_ refusals: SecondaryRefusals) {
        self.refusals = refusals
        refusals.begin()
    }

    /// Takes an event, and returns what can be passed on.
    func take(_ event: TransportEvent) -> [TransportEvent] {
        switch event {
        case .head(let head) where Self.saysTooLittle(head):
            self.head = head
            return []
        case .chunk(let bytes) where head != nil:
            body += bytes
            return body.count > Self.limit ? release() : []
        default:
            return [event]
        }
    }

    /// Returns what was held back; it is judged by as much of the body as there is.
    func release() -> [TransportEvent] {
        guard let held = head else { return [] }
        head = nil
        let isLimited = GitHubError(head: held, body: Data(body))?.isRateLimited == true
        let events: [TransportEvent] = [.head(isLimited ? refusals.mark(held) : held)]
        return body.isEmpty ? events : events + [.chunk(body)]
    }

    /// Whether an answer may tell of a rate limit, and only its body says whether it does, or for how long.
    private static func saysTooLittle(_ head: HTTPResponse) -> Bool {
        (head.status == .forbidden || head.status == .tooManyRequests)
            && ServerDemand.wait(in: head, now: { Date() }) == nil
    }
}
