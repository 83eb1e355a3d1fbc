internal import Rill

/// One exchange that goes by a cache: what is asked of the server, and what is kept of its answer.
final class CacheVisit: @unchecked Sendable {  // what changes is guarded by rule 1.3: events come one at a time
    private enum State {
        case waiting
        case passing
        case recording(HTTPResponse)
        case confirmed(CachedAnswer, HTTPResponse)
    }

    private let store: CacheStore
    private let request: HTTPRequest
    private let identity: [String: [String]]
    private let kept: CachedAnswer?
    private let clock: (any Scheduler)?
    private let started: Duration
    private let changes: Int
    private var received = Duration.zero
    private var state = State.waiting

    /// What is recorded of the body, and how much more may be.
    private var chunks: [[UInt8]] = []
    private var room: Int

    /// - Parameters:
    ///   - request: What is asked for.
    ///   - identity: Who asks.
    ///   - kept: What is there already, and is to be confirmed; nil if there is nothing.
    ///   - store: Keeps the answer.
    ///   - clock: Tells how old an answer is; nil if that does not count.
    init(
        _ request: HTTPRequest, of identity: [String: [String]], kept: CachedAnswer?, _ store: CacheStore,
        clock: (any Scheduler)?
    ) {
        self.request = request
        self.identity = identity
        self.kept = kept?.hasValidator == true ? kept : nil
        self.store = store
        self.clock = clock
        started = clock?.now ?? .zero
        changes = store.changes
        room = Self.limit(store)
    }

    func run(_ next: Next) -> Observable<TransportEvent> {
        next(kept?.condition(request) ?? request, nil)
            .compactMap { self.take($0) ? $0 : nil }
            .concat(.deferred { self.finish(next) })
    }

    /// Takes an event; false if it is not for the subscriber.
    private func take(_ event: TransportEvent) -> Bool {
        switch (event, state) {
        case (.head(let head), _):
            received = clock?.now ?? .zero
            if head.status == .notModified, let kept {
                state = .confirmed(kept, head)
                return false
            }
            state = isKeepable(head) ? .recording(head) : .passing
            // What is newer and cannot be kept takes the place of what is older, or that would be given once more.
            if case .passing = state, let kept, head.status.code < 500 { store.remove(kept, at: request.address) }
        case (.chunk, .confirmed):
            return false
        case (.chunk(let bytes), .recording):
            record(bytes)
        case (.chunk, _):
            break
        }
        return true
    }

    private func record(_ bytes: [UInt8]) {
        // Empty chunks could come without end.
        guard !bytes.isEmpty else { return }
        room -= bytes.count
        // Many small chunks take more room than their bytes.
        if room >= 0, chunks.count < 1 << 16 {
            chunks.append(bytes)
        } else {
            chunks = []
            state = .passing
        }
    }

    /// What comes when the server's answer is complete.
    private func finish(_ next: Next) -> Observable<TransportEvent> {
        defer { state = .passing }
        switch state {
        case .recording(let head):
            // Credentials that were renewed meanwhile may be another user's.
            if next.inner.identified(request)?.identifyingParts == identity { keep(head) }
        case .confirmed(var answer, let head) where answer.isConfirmed(by: head):
            answer.update(with: head)
            answer.received = received
            answer.initialAge = age(of: head)
            if isKeepable(answer.head) {
                store.keep(answer, at: request.address, changes: changes)
            } else {
                store.remove(answer, at: request.address)
            }
            return answer.events()
        case .confirmed(let answer, _):
            // It confirms something that is not here: nothing but the whole will do.
            store.remove(answer, at: request.address)
            return .deferred { [store, request, identity, clock] in
                CacheVisit(request, of: identity, kept: nil, store, clock: clock).run(next)
            }
        case .waiting, .passing:
            break
        }
        return .empty()
    }

    private func keep(_ head: HTTPResponse) {
        guard let selection = CachedAnswer.Selection(request, of: identity, vary: head.headerFields[values: .vary])
        else { return }
        let answer = CachedAnswer(
            head: head, chunks: chunks, selection: selection, received: received, initialAge: age(of: head))
        store.keep(answer, at: request.address, changes: changes)
    }

    /// The age that the answer had when its head came: what the server says, and what the way took at most.
    private func age(of head: HTTPResponse) -> Duration {
        let told = head.headerFields[.age].flatMap(CacheControl.seconds) ?? .zero
        return told + max(received - started, .zero)
    }

    /// How many bytes of a body are kept: one answer does not drive all the others out.
    private static func limit(_ store: CacheStore) -> Int { store.capacity / 4 }

    private func isKeepable(_ head: HTTPResponse) -> Bool {
        guard head.status == .ok, !CacheControl(head.headerFields).contains("no-store"),
            CachedAnswer.Selection(request, of: identity, vary: head.headerFields[values: .vary]) != nil
        else { return false }
        if let length = head.headerFields[.contentLength].flatMap({ Int($0) }), length > Self.limit(store) {
            return false
        }
        let isLasting = clock != nil && CachedAnswer.lifetime(head).map { $0 > .zero } ?? false
        return CachedAnswer.hasValidator(head) || isLasting
    }
}
