internal import RillHTTPTesting

/// The events recorded by one subscription to an exchange.
struct RecordedEvents: Sendable {
    /// The maximum number of body bytes kept in memory.
    ///
    /// The remaining bytes are also counted and compared with the server's pattern, but not kept.
    private static let keptBytes = 16 << 20

    private(set) var head: HTTPResponse?
    private(set) var body: [UInt8] = []
    private(set) var byteCount = 0
    private(set) var chunkCount = 0

    /// Whether the body is a prefix of the server's pattern.
    private(set) var isPattern = true
    private(set) var end: Result<Void, any Error>?

    /// Whether an event is being delivered.
    var isDelivering = false
    private(set) var isDisposed = false

    private var lateAllowance = 0
    private var violations: [String] = []

    // MARK: Events

    /// Records an event and any violation of the event grammar.
    mutating func record(_ event: Event<TransportEvent>) {
        if isDelivering { violations.append("received an event during the delivery of another one") }
        isDelivering = true
        if end != nil { violations.append("received an event after the end") }
        if isDisposed {
            lateAllowance -= 1
            if lateAllowance < 0 { violations.append("received an event after disposal") }
        }
        switch event {
        case .next(.head(let head)):
            if self.head != nil { violations.append("received a second response head") }
            if byteCount > 0 { violations.append("received a response head after the first chunk") }
            self.head = head
        case .next(.chunk(let bytes)): add(bytes)
        case .error(let error): end = .failure(error)
        case .completed: end = .success(())
        }
    }

    private mutating func add(_ bytes: [UInt8]) {
        if head == nil { violations.append("received a chunk before the response head") }
        if bytes.isEmpty { violations.append("received an empty chunk") }
        isPattern = isPattern && Pattern.matches(bytes, at: byteCount)
        byteCount += bytes.count
        chunkCount += 1
        if byteCount <= Self.keptBytes { body += bytes }
    }

    /// Records that disposal has returned.
    mutating func recordDisposal() {
        guard !isDisposed else { return }
        isDisposed = true
        // If the subscription is disposed on another thread, one event may still be in the process of delivery.
        lateAllowance = isDelivering ? 0 : 1
    }

    // MARK: Reading

    /// The status code, or 0 if no response head was received.
    var status: Int { head?.status.code ?? 0 }
    var fields: HTTPFields { head?.headerFields ?? [:] }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Throws if the event grammar was violated.
    func check() throws {
        if let violation = violations.first { throw CaseFailure("\(violation). Events so far: \(summary)") }
    }

    /// A summary of the recorded events for failure messages.
    var summary: String {
        let headText = head.map { "status \($0.status.code)" } ?? "no response head"
        let endText =
            switch end {
            case nil: "not ended"
            case .success: "completed"
            case .failure(let error): "failed with: \(error)"
            }
        return "\(headText), body bytes: \(byteCount), chunks: \(chunkCount), \(endText)"
    }
}
