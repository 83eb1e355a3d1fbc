internal import Rill
internal import RillHTTP

/// What one subscription to an exchange has brought.
struct ExchangeNotes: Sendable {
    enum End: Sendable {
        case completed
        case failed(any Error)
    }

    /// How many bytes of a body are kept; the rest is counted and compared with the server's pattern.
    private static let keptBytes = 16 << 20

    private(set) var head: HTTPResponse?
    private(set) var body: [UInt8] = []
    private(set) var byteCount = 0
    private(set) var chunkCount = 0

    /// Whether the body is the beginning of the server's pattern.
    private(set) var isPattern = true
    private(set) var end: End?

    /// Whether an event is being delivered.
    var isDelivering = false
    private(set) var isDisposed = false

    private var lateAllowance = 0
    private var faults: [String] = []

    // MARK: Events

    /// Notes an event, and what is wrong with its coming.
    mutating func begin(_ event: Event<TransportEvent>) {
        if isDelivering { faults.append("an event came while another one was being delivered") }
        isDelivering = true
        if end != nil { faults.append("an event came after the end") }
        if isDisposed {
            lateAllowance -= 1
            if lateAllowance < 0 { faults.append("an event came after the exchange had been disposed") }
        }
        switch event {
        case .next(.head(let head)):
            if self.head != nil { faults.append("a second head came") }
            if byteCount > 0 { faults.append("a head came after the body had begun") }
            self.head = head
        case .next(.chunk(let bytes)): add(bytes)
        case .error(let error): end = .failed(error)
        case .completed: end = .completed
        }
    }

    private mutating func add(_ bytes: [UInt8]) {
        if head == nil { faults.append("a chunk came before the head") }
        if bytes.isEmpty { faults.append("an empty chunk came") }
        isPattern = isPattern && Pattern.matches(bytes, at: byteCount)
        byteCount += bytes.count
        chunkCount += 1
        if byteCount <= Self.keptBytes { body += bytes }
    }

    /// Notes that disposal has returned.
    mutating func noteDisposal() {
        guard !isDisposed else { return }
        isDisposed = true
        // From another thread than the one that delivers, one event may be on its way already.
        lateAllowance = isDelivering ? 0 : 1
    }

    // MARK: Reading

    /// Throws what was wrong with the order of events.
    func check() throws {
        if let fault = faults.first { throw Fault("\(fault): \(summary)") }
    }

    /// What has come, for the text of a failure.
    var summary: String {
        let headText = head.map { "the head \($0.status.code)" } ?? "no head"
        let endText =
            switch end {
            case nil: "no end"
            case .completed: "the completion"
            case .failed(let error): "the error \(error)"
            }
        return "\(headText), \(byteCount) bytes in \(chunkCount) chunks, \(endText)"
    }
}

/// An answer as far as it came.
struct ReceivedAnswer: Sendable {
    /// The head; a status of zero if there was none.
    let head: HTTPResponse
    let body: [UInt8]
    let byteCount: Int
    let chunkCount: Int

    /// Whether the body is the beginning of the server's pattern.
    let isPattern: Bool

    init(_ notes: ExchangeNotes) {
        head = notes.head ?? HTTPResponse(status: 0)
        body = notes.body
        byteCount = notes.byteCount
        chunkCount = notes.chunkCount
        isPattern = notes.isPattern
    }

    var status: Int { head.status.code }
    var fields: HTTPFields { head.headerFields }
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Pattern {
    /// Whether bytes are those of the pattern from an offset on.
    static func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var offset = offset
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(pieceSize)
                guard begins(at: offset, with: piece) else { return false }
                offset += piece.count
                rest = rest.dropFirst(piece.count)
            }
            return true
        }
    }
}
