internal import Digests
internal import Foundation
internal import RillHTTP

/// The whole of an answer to a request for a range.
struct RangeAnswer: Sendable {
    private(set) var head = HTTPResponse(status: .internalServerError)
    private(set) var bytes: [UInt8] = []

    /// Which bytes it holds; nil if it is not a part of a content.
    var range: ContentRange? {
        head.status == .partialContent ? ContentRange(head.headerFields[.contentRange]) : nil
    }

    /// Whether there are no bytes where some were asked for.
    var isBehindTheEnd: Bool { head.status == .rangeNotSatisfiable }

    mutating func take(_ event: TransportEvent) throws {
        switch event {
        case .head(let head):
            self.head = head
            bytes.reserveCapacity(range?.bytes?.count ?? 0)
        case .chunk(let chunk):
            bytes += chunk
        }
    }

    /// The same, if all bytes are there and fit their MD5.
    func checked() throws -> RangeAnswer {
        guard let range = range?.bytes else { return self }
        guard bytes.count == range.count else { throw DamagedRange(range: range, reason: "\(bytes.count) bytes came") }
        if let text = head.headerFields[.contentMD5], let md5 = Data(base64Encoded: text), md5.count == 16 {
            guard MD5.digest(of: bytes) == [UInt8](md5) else {
                throw DamagedRange(range: range, reason: "they do not fit their MD5")
            }
        }
        return self
    }

    /// What it means where a part of a content was asked for, and something else came.
    func failure(of request: HTTPRequest) -> any Error {
        guard head.status.kind != .successful else {
            return TransportError(.malformedResponse, "another part of the content came than the one asked for")
        }
        let body = Data(bytes.prefix(64 << 10))
        return APIError(
            stage: .status, request: request, response: head, body: body,
            underlying: AzureStorageError(head: head, body: body, by: Redactor(request: request)))
    }
}

/// A range that has not arrived as it was sent.
struct DamagedRange: Error {
    let range: ClosedRange<Int>
    let reason: String

    var asTransportError: TransportError {
        TransportError(
            .malformedResponse, "of the bytes \(range.lowerBound) to \(range.upperBound) of the content \(reason)")
    }
}
