public import Foundation
public import RillHTTP
internal import RillXML

/// What Azure Storage says about a request that it does not carry out.
///
///     catch let error as APIError where error.azureStorage?.code == .blobNotFound { … }
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2>, read 2026-11-21.
public struct AzureStorageError: Error, Sendable, Hashable {
    /// What went wrong, in a word: `BlobNotFound`.
    public let code: Code

    /// What went wrong, in a sentence; empty where there is none, as in answers to `HEAD`.
    ///
    /// Keys and signatures that were sent are replaced in it.
    public let message: String

    /// What else the service says, by the name of the element: `QueryParameterName`, `MaximumAllowed`.
    ///
    /// Keys and signatures that were sent are replaced in it.
    public let details: [String: String]

    /// By what a log of the service calls the request; nil if the answer did not say.
    public let requestID: String?

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body. The result is nil if neither says anything in the way of the service: a page of a proxy's, for
    ///     example.
    public init?(head: HTTPResponse, body: Data) {
        self.init(head: head, body: body, by: Redactor())
    }

    /// Creates an error that the client itself has found.
    init(_ code: Code, _ message: String, head: HTTPResponse) {
        self.code = code
        self.message = message
        details = [:]
        requestID = head.headerFields[.storageRequestID]
    }

    /// Reads an answer with a bad status, and takes secrets out that it may repeat.
    init?(head: HTTPResponse, body: Data, by redactor: Redactor) {
        var elements = (try? XML.decoder.decode(ElementTexts.self, from: body, root: "Error"))?.values ?? [:]
        guard let code = elements.removeValue(forKey: "Code") ?? head.headerFields[.storageErrorCode] else {
            return nil
        }
        self.code = Code(code)
        // Behind it come lines with the number of the request, and the time.
        let message = elements.removeValue(forKey: "Message") ?? ""
        let sentence = message.firstRange(of: "\nRequestId:").map { message[..<$0.lowerBound] } ?? message[...]
        self.message = redactor.withoutKnownSecrets(sentence.trimmingCharacters(in: .whitespacesAndNewlines))
        details = elements.mapValues { redactor.withoutKnownSecrets($0) }
        requestID = head.headerFields[.storageRequestID]
    }

    static let decoder = ErrorDecoder(hiding: { AzureStorageError(head: $0, body: $1, by: $2) })
}

extension AzureStorageError: CustomStringConvertible {
    /// The sentence, the code, what else there is in one line, and the number of the request.
    public var description: String {
        let extras = details.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let parts = [code.rawValue] + extras + (requestID.map { ["request \($0)"] } ?? [])
        let text = "(\(parts.joined(separator: ", ")))"
        return message.isEmpty ? text : "\"\(message)\" \(text)"
    }
}

extension APIError {
    /// What Azure Storage itself said; nil if the failure was none of a status, or the answer did not come from it.
    public var azureStorage: AzureStorageError? { underlying as? AzureStorageError }
}
