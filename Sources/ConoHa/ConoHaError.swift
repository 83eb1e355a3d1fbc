public import Foundation
public import RillHTTP

/// What ConoHa, or any Keystone, says about a request that it does not carry out:
/// `{"error": {"code": 401, "title": "Unauthorized", "message": "…"}}`.
///
///     catch let error as APIError where error.conoHa?.code == 401 { … error.conoHaRequestID … }
public struct ConoHaError: Error, Sendable, Hashable {
    /// The status, as the body has it.
    public let code: Int

    /// What went wrong, in a word or two: `Unauthorized`.
    public let title: String

    /// What went wrong, in words for a developer: a sentence, or several kilobytes with line breaks.
    ///
    /// Tokens and passwords that were sent are replaced in it.
    public let message: String

    /// By what a log of the service's calls the request; nil if the answer did not say; see
    /// ``RillHTTP/APIError/conoHaRequestID``.
    public let requestID: String?

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The body. The result is nil if it is not the service's error: a page of a proxy's, for example.
    public init?(head: HTTPResponse, body: Data) {
        self.init(head: head, body: body, by: Redactor())
    }

    /// Reads an answer with a bad status, and takes secrets out that it may repeat.
    private init?(head: HTTPResponse, body: Data, by redactor: Redactor) {
        guard let wire = Wire(body) else { return nil }
        code = wire.code ?? head.status.code
        title = redactor.withoutKnownSecrets(wire.title ?? head.status.reasonPhrase)
        message = redactor.withoutKnownSecrets(wire.message)
        requestID = head.headerFields[.requestID]
    }

    static let decoder = ErrorDecoder(hiding: { ConoHaError(head: $0, body: $1, by: $2) })
}

extension ConoHaError {
    /// What stands in the body.
    private struct Wire: Decodable {
        let code: Int?
        let title: String?
        let message: String

        /// Reads what Keystone writes, and, as it does for methods that a path does not know, the message alone.
        init?(_ body: Data) {
            let decoder = JSONDecoder()
            if let wire = (try? decoder.decode([String: Wire].self, from: body))?["error"] {
                self = wire
            } else if let wire = try? decoder.decode(Wire.self, from: body) {
                self = wire
            } else {
                return nil
            }
        }
    }
}

extension ConoHaError: CustomStringConvertible {
    /// The message up to its first empty line, the title, and the number of the request.
    public var description: String {
        let paragraph = message.firstRange(of: "\n\n").map { message[..<$0.lowerBound] + " …" } ?? message[...]
        let details = [title, requestID ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\"\(paragraph)\"" + (details.isEmpty ? "" : " (\(details))")
    }
}

extension APIError {
    /// What ConoHa itself said; nil if the failure was none of a status, or the answer did not come from ConoHa.
    public var conoHa: ConoHaError? { underlying as? ConoHaError }

    /// By what a log of ConoHa's calls the request, whatever the body was: the field `x-openstack-request-id`.
    ///
    /// Whoever asks ConoHa for help names it. Nil if no answer came, or none with that field.
    public var conoHaRequestID: String? { headerFields[.requestID] }
}
