internal import Foundation
internal import RillHTTP

/// The events of one exchange, collected for recording.
final class RecordedExchange: @unchecked Sendable {  // the variables are guarded by `lock`
    private let request: HAR.Request
    private let clock: any Scheduler
    /// The start time in UTC with milliseconds, for example `2026-11-21T06:48:03.123Z`.
    ///
    /// Not used in playback.
    let startedDateTime = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    private let start: Duration
    private let lock = Lock()
    private var hasEnded = false
    private var head: HTTPResponse?
    private var headOffset = 0.0
    private var body: [UInt8] = []
    private var chunks: [HAR.Chunk] = []
    private var uploaded = 0
    private var uploads: [HAR.Chunk] = []

    init(_ request: HAR.Request, clock: any Scheduler) {
        self.request = request
        self.clock = clock
        start = clock.now
    }

    func record(_ event: TransportEvent) {
        let offset = offset
        lock.withLock {
            switch event {
            case .head(let head):
                self.head = head
                headOffset = offset
            case .chunk(let bytes):
                body += bytes
                if !bytes.isEmpty { chunks.append(HAR.Chunk(offset: offset, size: bytes.count)) }
            }
        }
    }

    /// Records the progress of the upload.
    ///
    /// Bytes that are sent again are not counted twice.
    func record(_ progress: TransferProgress) {
        let offset = offset
        lock.withLock {
            let completed = min(progress.completed, request.bodySize)
            guard !hasEnded, completed > uploaded else { return }
            uploads.merge(HAR.Chunk(offset: offset, size: completed - uploaded))
            uploaded = completed
        }
    }

    /// The time since the request in whole milliseconds.
    var offset: Double {
        ((clock.now - start) / .milliseconds(1)).rounded(.down)
    }

    /// Ends the exchange and returns the unredacted entry.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` if the exchange has not failed.
    ///   - isCancelled: Whether the subscriber disposed the exchange.
    /// - Returns: The entry, or `nil` if the exchange is not recorded, or if it has already ended.
    func end(_ error: (any Error)? = nil, isCancelled: Bool = false) -> HAR.Entry? {
        let time = offset
        return lock.withLock {
            guard !hasEnded else { return nil }
            hasEnded = true
            return entry(error, isCancelled, time)
        }
    }

    private func entry(_ error: (any Error)?, _ isCancelled: Bool, _ time: Double) -> HAR.Entry? {
        let failure = error.map { $0 as? TransportError ?? TransportError(.other, "\($0)") }
        if let failure, failure.isExcludedFromRecording { return nil }
        guard head != nil || failure != nil else { return nil }
        let wait = head == nil ? time : headOffset
        // The subscriber of a canceled exchange can have counted its chunks.
        if !isCancelled { chunks = chunks.reduce(into: []) { $0.merge($1) } }
        let response = response(failure, isCancelled, time)
        var request = request
        request.upload = upload(hasFailed: failure != nil)
        return HAR.Entry(
            startedDateTime: startedDateTime, time: time, request: request, response: response,
            timings: HAR.Timings(wait: wait, receive: time - wait))
    }

    /// The progress of the upload, or `nil` if the body was sent in one step.
    ///
    /// If the exchange failed without progress and without a head, nothing was uploaded. If there is a head but no
    /// progress, the transport does not report progress, and the upload is recorded as one step.
    private func upload(hasFailed: Bool) -> HAR.Upload? {
        let isKnown =
            uploads.isEmpty ? hasFailed && head == nil : uploads.count > 1 || uploaded < request.bodySize
        guard request.bodySize > 0, isKnown else { return nil }
        return HAR.Upload(size: request.bodySize, chunks: uploads)
    }

    private func response(_ failure: TransportError?, _ isCancelled: Bool, _ time: Double) -> HAR.Response {
        let fields = head?.headerFields ?? [:]
        let isEncoded = body.isEmpty ? nil : head.map { $0.hasContentCoding && $0.decodingLimit != nil }
        let arrivesAtEnd = chunks.count <= 1 && chunks.allSatisfy { $0.offset == time }
        return HAR.Response(
            status: head?.status.code ?? 0, statusText: head?.status.reasonPhrase ?? "",
            headers: fields.map { HAR.Pair(name: $0.name.rawName, value: $0.value) },
            content: HAR.Content(mimeType: fields[.contentType] ?? "", body: body),
            redirectURL: fields[.location] ?? "", bodySize: body.count, error: failure?.recorded,
            chunks: arrivesAtEnd ? nil : chunks, isCancelled: isCancelled ? true : nil,
            isEncoded: isEncoded == PlayedFields.appearsEncoded(body, fields) ? nil : isEncoded)
    }
}

extension [HAR.Chunk] {
    /// Adds a chunk, or extends the last chunk if it has the same offset.
    fileprivate mutating func merge(_ chunk: HAR.Chunk) {
        if let last, last.offset == chunk.offset {
            self[count - 1].size += chunk.size
        } else {
            append(chunk)
        }
    }
}
