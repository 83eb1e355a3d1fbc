public import Foundation
public import RillHTTP
internal import RillXML

/// An error response of Azure Storage.
///
///     catch let error as APIError where error.azureStorage?.code == .blobNotFound { … }
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2>, read 2026-11-21.
public struct AzureStorageError: Error, Sendable, Hashable {
    /// The error code, for example `BlobNotFound`.
    public let code: Code

    /// The error message.
    ///
    /// Empty if the response has none, as for `HEAD` requests.
    ///
    /// Credentials from the request are redacted.
    public let message: String

    /// The additional details, keyed by element name, such as `QueryParameterName` and `MaximumAllowed`.
    ///
    /// Credentials from the request are redacted.
    public let details: [String: String]

    /// The request ID, which identifies the request in the logs of the service, or `nil` if the response has none.
    public let requestID: String?

    /// Decodes an error response.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body. The initializer returns `nil` if neither the head nor the body contains an error code
    ///     of the service, for example if a proxy sent the response.
    public init?(head: HTTPResponse, body: Data) {
        guard let error = Self.decoder.error(in: head, body: body) as? AzureStorageError else { return nil }
        self = error
    }

    /// Decodes an error response and redacts the credentials of the request with a function.
    init?(head: HTTPResponse, body: Data, redacting redacted: (String) -> String) {
        func line(_ text: String) -> String { redacted(text).split { $0.isWhitespace }.joined(separator: " ") }
        var elements = (try? XML.decoder.decode(ElementTexts.self, from: body, root: "Error"))?.values ?? [:]
        guard let code = elements.removeValue(forKey: "Code") ?? head.headerFields[.storageErrorCode] else {
            return nil
        }
        self.code = Code(line(code))
        // Further lines of the message contain the request ID and the time.
        let message = redacted(elements.removeValue(forKey: "Message") ?? "")
        let sentence = message.firstRange(of: "\nRequestId:").map { message[..<$0.lowerBound] } ?? message[...]
        self.message = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
        details = Dictionary(elements.map { (line($0.key), redacted($0.value)) }) { first, _ in first }
        requestID = head.headerFields[.storageRequestID].map(line)
    }

    static let decoder = ErrorDecoder(redacting: { AzureStorageError(head: $0, body: $1, redacting: $2) })
}

extension AzureStorageError: CustomStringConvertible {
    /// The message, the code, the details, and the request ID, in one line.
    public var description: String {
        let extras = details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let parts = [code.rawValue] + extras + (requestID.map { ["request \($0)"] } ?? [])
        let text = "(\(parts.joined(separator: ", ")))"
        // The details of an authentication error contain the string to sign, which has several lines.
        return (message.isEmpty ? text : "\"\(message)\" \(text)").replacing("\n", with: " ")
    }
}

extension APIError {
    /// The error response of Azure Storage, or `nil` if the error has another cause or the response is not from Azure
    /// Storage.
    public var azureStorage: AzureStorageError? { underlying as? AzureStorageError }
}
