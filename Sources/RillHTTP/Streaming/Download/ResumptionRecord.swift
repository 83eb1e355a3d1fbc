internal import Foundation
internal import RillHTTPTypes

/// The metadata of a partial file, stored next to the file so that the download can be resumed.
struct ResumptionRecord: Hashable, Sendable {
    /// The identity of the request.
    var identity: String

    /// The validator of the file's version: a strong ETag or a last-modified date.
    var validator: String

    /// The total size of the file in bytes, or `nil` if unknown.
    var total: Int?

    private static let header = "rill-download 1"

    /// The maximum size of a record in bytes.
    static let limit = 64 * 1024

    var bytes: [UInt8] {
        Array("\(Self.header)\n\(identity)\n\(validator)\n\(total.map(String.init) ?? "-")\n".utf8)
    }

    /// Returns a hash that identifies a request without revealing its secrets.
    static func identity(of request: HTTPRequest) -> String {
        DownloadPaths.hash("\(request.method) \(request.unvalidatedURL)")
    }
}

extension ResumptionRecord {
    /// Parses a record, or returns `nil` if it is invalid or incomplete.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == Self.header, lines[4].isEmpty, !lines[2].isEmpty else { return nil }
        identity = String(lines[1])
        validator = String(lines[2])
        total = lines[3] == "-" ? nil : ContentRange.count(String(lines[3]))
        if total == nil, lines[3] != "-" { return nil }
    }
}
