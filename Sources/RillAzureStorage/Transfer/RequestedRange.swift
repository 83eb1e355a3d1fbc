internal import RillHTTP

/// The byte range requested by a `Range` header field, or the whole content without one.
struct RequestedRange: Sendable {
    let lowerBound: Int

    /// The offset after the last byte, or `nil` for the end of the content.
    let upperBound: Int?

    /// Parses a `Range` header field, whose absence requests the whole content.
    ///
    /// Returns `nil` for multiple ranges, suffix ranges, and invalid values.
    init?(_ field: String?) {
        let field = field ?? "bytes=0-"
        let parts = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard field.hasPrefix("bytes="), parts.count == 2, let first = Int(digits: parts[0]) else {
            return nil
        }
        let last = Int(digits: parts[1])
        guard parts[1].isEmpty || last ?? -1 >= first else { return nil }
        lowerBound = first
        upperBound = last.map { $0 + 1 }
    }

    /// Returns the end of the first range of the given size.
    func end(ofFirstRangeOf size: Int) -> Int {
        let (end, overflows) = lowerBound.addingReportingOverflow(size)
        return min(upperBound ?? .max, overflows ? .max : end)
    }

    /// Whether a response contains the requested range.
    ///
    /// Conditional range requests are validated by their sender.
    func isSatisfied(by head: HTTPResponse, to request: HTTPRequest) -> Bool {
        guard head.status.kind == .successful, !request.headerFields.contains(.ifRange) else { return true }
        guard head.status == .partialContent else { return !request.headerFields.contains(.range) }
        guard request.headerFields.contains(.range), let range = head.contentRange,
            let bytes = range.bytes
        else { return false }
        let end = min(upperBound ?? .max, range.total ?? upperBound ?? bytes.upperBound + 1)
        return bytes == lowerBound...max(end - 1, lowerBound)
    }
}
