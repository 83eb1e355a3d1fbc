internal import Digests
internal import Foundation
internal import RillHTTP

/// The whole of an answer to a request for a range.
struct RangeAnswer: Sendable {
    /// How much is kept of what is no part of a content: what a service says of an error.
    private static let errorLimit = 64 << 10

    private(set) var head: HTTPResponse?
    private(set) var bytes: [UInt8] = []

    /// Which bytes it holds, and of how many; nil if it is not a part of a content.
    private(set) var part: (bytes: ClosedRange<Int>, total: Int)?

    private let asked: Range<Int>

    /// - Parameter asked: Which bytes were asked for.
    init(to asked: Range<Int>) {
        self.asked = asked
    }

    /// Whether there are no bytes where some were asked for.
    var isBehindTheEnd: Bool { head?.status == .rangeNotSatisfiable }

    /// Takes an event; never keeps more than what was asked for, whatever the server sends.
    mutating func take(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            self.head = head
            if let total = emptyPart(head) {
                self.head?.status = .rangeNotSatisfiable
                self.head?.headerFields[.contentRange] = "bytes */\(total)"
                self.head?.headerFields[.storageErrorCode] = AzureStorageError.Code.invalidRange.rawValue
            }
            guard self.head?.status.kind == .successful else { return }
            guard head.status == .partialContent, let range = ContentRange(head.headerFields[.contentRange]),
                let held = range.bytes, let total = range.total, held.lowerBound == asked.lowerBound,
                held.upperBound < asked.upperBound
            else { throw UnusableRange() }
            part = (held, total)
            bytes.reserveCapacity(held.count)
        case .chunk(let chunk):
            if let part, chunk.count > part.bytes.count - bytes.count {
                throw broken(part.bytes, "more than \(part.bytes.count) bytes came")
            }
            bytes += part == nil ? chunk.prefix(Self.errorLimit - bytes.count) : chunk[...]
        }
    }

    /// The same, if all bytes are there and fit their MD5.
    func checked() throws -> RangeAnswer {
        guard let head else { throw TransportError(.closedEarly, "it ended without a head") }
        guard let range = part?.bytes else { return self }
        guard bytes.count == range.count else { throw broken(range, "\(bytes.count) bytes came") }
        if let text = head.headerFields[.contentMD5], let md5 = Data(base64Encoded: text), md5.count == 16 {
            guard MD5.digest(of: bytes) == [UInt8](md5) else { throw broken(range, "they do not fit their MD5") }
        }
        return self
    }

    /// What a failure behind the head means.
    func failure(_ error: TransportError) -> any Error {
        if error.isTransient { return BrokenRange(error) }
        return isCoded ? UnusableRange() : error
    }

    /// Whether a transport that decompresses all that comes has made something else of the part.
    private var isCoded: Bool { head?.hasContentCoding == true }

    private func broken(_ range: ClosedRange<Int>, _ reason: String) -> any Error {
        isCoded ? UnusableRange() : BrokenRange(range, reason)
    }

    /// How many bytes there are in all where a part is said to have none: so does Azurite (3.36), behind the end.
    private func emptyPart(_ head: HTTPResponse) -> Int? {
        let start = "bytes \(asked.lowerBound)-\(asked.lowerBound - 1)/"
        guard head.status == .partialContent, let range = head.headerFields[.contentRange], range.hasPrefix(start)
        else { return nil }
        return ContentRange.count(String(range.dropFirst(start.count)))
    }

    /// Returns the error for a response that belongs to another state of the content than the parts before it.
    ///
    /// The error is the one of a service that checks the condition in the request.
    func changeFailure(of request: HTTPRequest) -> any Error {
        var head = head ?? HTTPResponse(status: .preconditionFailed)
        head.status = .preconditionFailed
        head.headerFields[.storageErrorCode] = AzureStorageError.Code.conditionNotMet.rawValue
        return APIError(
            stage: .status, request: request, response: head,
            underlying: AzureStorageError(.conditionNotMet, "the content has changed meanwhile", head: head))
    }

    /// What it means where a part of a content was asked for, and the service says that there is none.
    func failure(of request: HTTPRequest) -> any Error {
        guard let head else { return UnusableRange.failure }
        let body = Data(bytes)
        return APIError(
            stage: .status, request: request, response: head, body: body,
            underlying: AzureStorageError(head: head, body: body, by: Redactor(request: request)))
    }
}

/// A range that has not arrived as it was sent; another attempt may do better.
struct BrokenRange: Error, CustomStringConvertible {
    let cause: TransportError

    init(_ cause: TransportError) {
        self.cause = cause
    }

    init(_ range: ClosedRange<Int>, _ reason: String) {
        cause = TransportError(
            .malformedResponse, "of the bytes \(range.lowerBound) to \(range.upperBound) of the content \(reason)")
    }

    var description: String { cause.description }
}

/// Something else came than a part of what was asked for, of a content whose length is known.
struct UnusableRange: Error {
    static let failure = TransportError(
        .malformedResponse, "another part of the content came than the one asked for")
}
