internal import Foundation
internal import RillHTTP

/// The part of a stored response that a request with a `Range` field selects.
///
/// - SeeAlso: RFC 9110, 14.
struct RangeSelection: Equatable {
    /// The positions of the bytes.
    let bytes: Range<Int>

    /// Selects a part of a response.
    ///
    /// Returns `nil` if only the server can select the part: if there are several ranges, if the range contains no
    /// byte, if the condition in `If-Range` is false, or if the range refers to the encoded body but the stored body
    /// was decoded.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - head: The head of the stored response.
    ///   - size: The size of the stored body in bytes.
    init?(_ request: HTTPRequest, in head: HTTPResponse, size: Int) {
        let values = request.headerFields[values: .range]
        let conditions = request.headerFields[values: .ifRange]
        guard values.count == 1, let value = values.first, head.status == .ok, !head.hasContentCoding,
            // The condition requires a strong validator.
            conditions.isEmpty || conditions == [head.strongValidator]
        else { return nil }
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.trimmed(parts[0]).lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(Self.trimmed)
        guard ends.count == 2 else { return nil }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, let last?) where first <= last && first < size: bytes = first..<min(last, size - 1) + 1
        case (let first?, nil) where ends[1].isEmpty && first < size: bytes = first..<size
        case (nil, let count?) where ends[0].isEmpty && count > 0 && size > 0: bytes = max(size - count, 0)..<size
        default: return nil
        }
    }

    private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }

    private static func number(_ text: String) -> Int? { text.isNumber ? Int(text) : nil }

    /// Returns the head of the response with status 206.
    func head(of stored: HTTPResponse, size: Int) -> HTTPResponse {
        var fields = stored.headerFields
        fields[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)"
        fields[.contentLength] = "\(bytes.count)"
        return HTTPResponse(status: .partialContent, headerFields: fields)
    }
}
