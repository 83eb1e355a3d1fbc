internal import Rill
internal import RillHTTP

/// The events of one exchange, collected for recording.
final class RecordedExchange: @unchecked Sendable {  // rule 1.3 guarantees that events arrive serially
    private let request: HAR.Request
    private let clock: any Scheduler
    private let startedDateTime = Timestamp.now
    private let start: Duration
    private var head: HTTPResponse?
    private var headOffset = 0.0
    private var body: [UInt8] = []
    private var chunks: [HAR.Chunk] = []

    init(_ request: HAR.Request, clock: any Scheduler) {
        self.request = request
        self.clock = clock
        start = clock.now
    }

    func record(_ event: TransportEvent) {
        switch event {
        case .head(let head):
            self.head = head
            headOffset = offset
        case .chunk(let bytes):
            body += bytes
            if let last = chunks.last, last.offset == offset {
                chunks[chunks.count - 1].size += bytes.count
            } else if !bytes.isEmpty {
                chunks.append(HAR.Chunk(offset: offset, size: bytes.count))
            }
        }
    }

    /// The time since the request in whole milliseconds.
    private var offset: Double {
        ((clock.now - start) / .milliseconds(1)).rounded(.down)
    }

    /// Returns the unredacted entry, or `nil` if the exchange is not recorded.
    func entry(endingWith error: (any Error)?) -> HAR.Entry? {
        let failure = error.map { $0 as? TransportError ?? TransportError(.other, "\($0)") }
        if let failure, failure.isExcludedFromRecording { return nil }
        guard head != nil || failure != nil else { return nil }
        let time = offset
        let wait = head == nil ? time : headOffset
        return HAR.Entry(
            startedDateTime: startedDateTime, time: time, request: request, response: response(failure, time),
            timings: HAR.Timings(wait: wait, receive: time - wait))
    }

    private func response(_ failure: TransportError?, _ time: Double) -> HAR.Response {
        let fields = head?.headerFields ?? [:]
        let arrivesAtEnd = chunks.count <= 1 && chunks.allSatisfy { $0.offset == time }
        return HAR.Response(
            status: head?.status.code ?? 0, statusText: head?.status.reasonPhrase ?? "",
            headers: fields.map { HAR.Pair(name: $0.name.rawName, value: $0.value) },
            content: HAR.Content(mimeType: fields[.contentType] ?? "", body: body),
            redirectURL: fields[.location] ?? "", bodySize: body.count, error: failure?.recorded,
            chunks: arrivesAtEnd ? nil : chunks)
    }
}
