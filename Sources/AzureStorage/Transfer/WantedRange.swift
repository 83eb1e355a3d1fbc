internal import RillHTTP

/// Which bytes a request asks for: all, those from one on, or those from one to another.
struct WantedRange: Sendable {
    let lowerBound: Int

    /// Behind the last byte; nil for the end, wherever that is.
    let upperBound: Int?

    /// Reads the field `Range`; nil if it asks for several ranges, for the last so many bytes, or for nothing.
    init?(_ field: String?) {
        guard let field else {
            lowerBound = 0
            upperBound = nil
            return
        }
        let parts = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard field.hasPrefix("bytes="), parts.count == 2, let first = ContentRange.count(String(parts[0])) else {
            return nil
        }
        lowerBound = first
        if parts[1].isEmpty {
            upperBound = nil
        } else {
            guard let last = ContentRange.count(String(parts[1])), last >= first else { return nil }
            upperBound = last + 1
        }
    }

    /// Behind the last byte of the first piece.
    func end(of size: Int) -> Int {
        let (end, overflows) = lowerBound.addingReportingOverflow(size)
        return min(upperBound ?? .max, overflows ? .max : end)
    }

    /// Whether the head of an answer is not that of other bytes; those who go on with something see for themselves.
    func isAnswered(by head: HTTPResponse, to request: HTTPRequest) -> Bool {
        guard head.status.kind == .successful, !request.headerFields.contains(.ifRange) else { return true }
        guard head.status == .partialContent else { return !request.headerFields.contains(.range) }
        guard request.headerFields.contains(.range), let range = ContentRange(head.headerFields[.contentRange]),
            let bytes = range.bytes
        else { return false }
        let end = min(upperBound ?? .max, range.total ?? upperBound ?? bytes.upperBound + 1)
        return bytes == lowerBound...max(end - 1, lowerBound)
    }
}
