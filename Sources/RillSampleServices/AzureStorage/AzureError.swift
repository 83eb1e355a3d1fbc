internal import Foundation
internal import RillHTTPTesting

/// An error response of Azure Storage: an error code as a header field and in the XML body, and a message that is also
/// the reason phrase of the status line.
struct AzureError: Error, Sendable {
    let status: Int
    let code: String
    let message: String
    private(set) var details: [AzureElement] = []
    private(set) var fields: HTTPFields = [:]
}

extension AzureError {
    /// Creates an error with the status and the message of a code in the table.
    ///
    /// - Parameters:
    ///   - code: A code in `AzureError.table`.
    ///   - argument: The text in place of `%` in the message.
    ///   - status: The status, if it differs from the table.
    init(_ code: String, _ argument: String = "", status: Int? = nil) {
        guard let entry = Self.table[code] else { preconditionFailure("unknown error code \(code)") }
        self.init(status: status ?? entry.status, code: code, message: entry.message.replacing("%", with: argument))
    }

    /// Adds an element with details.
    func with(_ name: String, _ value: String) -> AzureError {
        var copy = self
        copy.details.append(AzureElement(name, value))
        return copy
    }

    /// Adds a header field.
    func adding(_ name: HTTPField.Name, _ value: String) -> AzureError {
        var copy = self
        copy.fields[name] = value
        return copy
    }

    /// Returns the response, without the header fields common to all responses.
    func response(requestID: String, now: Date) -> LoopbackServer.Response {
        var fields = fields
        fields[.errorCode] = code
        let status = HTTPResponse.Status(code: status, reasonPhrase: message)
        guard self.status != 304 else { return .status(status, fields: fields) }
        fields[.contentType] = "application/xml"
        let text = "\(message)\nRequestId:\(requestID)\nTime:\(Self.time(now))"
        let root = AzureElement("Error", [AzureElement("Code", code), AzureElement("Message", text)] + details)
        return LoopbackServer.Response(status: status, fields: fields, body: root.document)
    }

    /// Formats a date as `2026-11-21T02:09:01.8630000Z`.
    private static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let milliseconds = String(min(Int(((seconds - seconds.rounded(.down)) * 1_000).rounded()), 999))
        let text = DateText.text(date)?.dropLast() ?? "1970-01-01T00:00:00"
        return "\(text).\(String(repeating: "0", count: 3 - milliseconds.count))\(milliseconds)0000Z"
    }
}

extension HTTPField.Name {
    static let errorCode = Self(literal: "x-ms-error-code")
}
