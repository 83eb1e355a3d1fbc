internal import Foundation
internal import RillDigests
internal import RillHTTP

/// The complete response to a range request.
struct RangeResponse: Sendable {
    /// The maximum number of bytes kept of an error response.
    private static let errorLimit = 64 << 10

    private(set) var head: HTTPResponse?
    private(set) var bytes: [UInt8] = []

    /// The received range and the total length, or `nil` if the response is not a part of the content.
    private(set) var part: (bytes: ClosedRange<Int>, total: Int)?

    /// The requested range of bytes.
    let requested: Range<Int>

    /// Whether the requested range is after the end of the content.
    var isRangeNotSatisfiable: Bool { head?.status == .rangeNotSatisfiable }

    /// Processes an event.
    ///
    /// Stores at most the requested number of bytes, even if the server sends more.
    mutating func receive(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            self.head = head
            if let total = emptyPart(head) {
                self.head?.status = .rangeNotSatisfiable
                self.head?.headerFields[.contentRange] = "bytes */\(total)"
                self.head?.headerFields[.storageErrorCode] = AzureStorageError.Code.invalidRange.rawValue
            }
            guard self.head?.status.kind == .successful else { return }
            guard head.status == .partialContent, let range = head.contentRange,
                let bytesRange = range.bytes, let total = range.total, bytesRange.lowerBound == requested.lowerBound,
                bytesRange.upperBound < requested.upperBound
            else { throw UnusableRange() }
            part = (bytesRange, total)
            bytes.reserveCapacity(bytesRange.count)
        case .chunk(let chunk):
            if let part, chunk.count > part.bytes.count - bytes.count {
                throw broken(part.bytes, "expected \(part.bytes.count) bytes, got more")
            }
            bytes += part == nil ? chunk.prefix(Self.errorLimit - bytes.count) : chunk[...]
        }
    }

    /// Throws an error unless the response is complete and matches its checksum.
    func validate() throws {
        guard let head else { throw TransportError(.closedEarly, "the response ended without a head") }
        guard let range = part?.bytes else { return }
        guard bytes.count == range.count else {
            throw broken(range, "expected \(range.count) bytes, got \(bytes.count)")
        }
        if let md5 = head.checksum(.contentMD5, size: 16), MD5.digest(of: bytes) != md5 {
            throw broken(range, "MD5 checksum mismatch")
        }
        if let crc64 = head.checksum(.contentCRC64, size: 8), CRC64.digest(of: bytes) != crc64 {
            throw broken(range, "CRC-64 checksum mismatch")
        }
    }

    /// Converts an error after the response head.
    func failure(_ error: TransportError) -> any Error {
        if error.isTransient { return BrokenRange(cause: error) }
        return hasContentCoding ? UnusableRange() : error
    }

    /// Whether the response has a content coding, in which case a transport may have decompressed the range.
    private var hasContentCoding: Bool { head?.hasContentCoding == true }

    private func broken(_ range: ClosedRange<Int>, _ reason: String) -> any Error {
        if hasContentCoding { return UnusableRange() }
        let text = "bytes \(range.lowerBound)-\(range.upperBound) of the content: \(reason)"
        return BrokenRange(cause: TransportError(.malformedResponse, text))
    }

    /// Returns the total length if the response contains an empty range, which Azurite (3.36) sends for ranges after
    /// the end.
    private func emptyPart(_ head: HTTPResponse) -> Int? {
        let start = "bytes \(requested.lowerBound)-\(requested.lowerBound - 1)/"
        guard head.status == .partialContent, let range = head.headerFields[.contentRange], range.hasPrefix(start)
        else { return nil }
        return Int(digits: range.dropFirst(start.count))
    }

    /// Returns the error for a response of another version of the content.
    ///
    /// A service that evaluates the condition of the request responds with the same error.
    func changeFailure(of request: HTTPRequest) -> any Error {
        var head = head ?? HTTPResponse(status: .preconditionFailed)
        head.status = .preconditionFailed
        head.headerFields[.storageErrorCode] = AzureStorageError.Code.conditionNotMet.rawValue
        let document = "<Error><Message>the content changed during the download</Message></Error>"
        return APIError(
            stage: .status, request: request, response: head,
            underlying: AzureStorageError(head: head, body: Data(document.utf8)))
    }

    /// Returns the error for an error response to a range request of a call.
    func failure(of request: HTTPRequest, _ call: Call) -> any Error {
        guard let head else { return UnusableRange.failure }
        let body = Data(bytes)
        return APIError(
            stage: .status, request: request, response: head, body: body,
            underlying: AzureStorageError(head: head, body: body) { call.redacted($0, for: request) })
    }
}

/// A range that was received incompletely or damaged, and that can be requested again.
struct BrokenRange: Error, CustomStringConvertible {
    let cause: TransportError

    var description: String { cause.description }
}

/// A response that is not the requested range, does not state the total length, or has a content coding.
struct UnusableRange: Error {
    static let failure = TransportError(
        .malformedResponse,
        "the response is not the requested range, does not state the total length, or has a content coding")
}
