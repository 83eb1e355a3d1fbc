public import Foundation
public import RillHTTP

/// An error response of a Garage server.
///
///     catch let error as APIError where error.garage?.kind == .forbidden { print(error.garage?.missingScopes ?? []) }
///
/// Servers use three formats: `{"status_code": 401, "error": "Unauthorized (invalid token)"}`, `{"status": 404,
/// "error": "Not Found"}` for errors from Rails, and `{"errors": {"title": ["is too long"]}}` for invalid records.
/// The response to an unsupported parameter, an unknown path, or an unsupported media type often has no body.
public struct GarageError: Error, Sendable, Hashable {
    /// The status of the response.
    public let status: HTTPResponse.Status

    /// The error message for developers, or `nil` if the response has none.
    public let message: String?

    /// The validation errors of a record, keyed by attribute name.
    ///
    /// Empty for other errors.
    ///
    /// ``message`` also contains them all.
    public let validationErrors: [String: [String]]

    /// The scopes that the token lacks, parsed from the message.
    ///
    /// Empty for other errors.
    public let missingScopes: [String]

    /// The forbidden operation, parsed from the message, or `nil` for other errors.
    public let operation: Operation?

    /// The media type of a response whose body is neither empty nor a Garage error, or `nil` for any other response.
    ///
    /// An example is the HTML error page of a proxy.
    let unexpectedContentType: String?

    /// The kind of error, derived from the status.
    public var kind: Kind { Kind(status) }

    /// An operation on a type of resource.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        /// The action: `read` or `write`.
        public let action: String

        /// The class name of the resource: `Post`.
        public let resource: String

        /// The action and the resource: `write on Post`.
        public var description: String { "\(action) on \(resource)" }
    }

    /// Creates an error from an unsuccessful response, or returns `nil` if the status is below 400.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body. Any content is accepted.
    public init?(head: HTTPResponse, body: Data) {
        guard head.status.code >= 400 else { return nil }
        status = head.status
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        validationErrors = wire?.errors ?? [:]
        message = wire?.error ?? Self.message(of: validationErrors)
        missingScopes = message.map(Self.scopes) ?? []
        operation = message.flatMap(Self.operation)
        let isUnexpected = wire == nil && !body.isEmpty
        unexpectedContentType = isUnexpected ? head.headerFields[.contentType] ?? "none" : nil
    }

    private struct Wire: Decodable {
        let error: String?
        let errors: [String: [String]]?

        private enum CodingKeys: CodingKey { case error, errors }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let hasErrors = container.contains(.errors) && !container.contains(.error)
            error = hasErrors ? nil : try container.decode(String.self, forKey: .error)
            errors = hasErrors ? try container.decode([String: [String]].self, forKey: .errors) : nil
        }
    }

    static let decoder = ErrorDecoder { GarageError(head: $0, body: $1) }

    // MARK: Messages

    private static func message(of validationErrors: [String: [String]]) -> String? {
        let sentences = validationErrors.sorted { $0.key < $1.key }
            .flatMap { name, texts in texts.map { "\(name) \($0)" } }
        return sentences.isEmpty ? nil : sentences.joined(separator: ", ")
    }

    private static func scopes(in message: String) -> [String] {
        guard let range = message.firstRange(of: "Missing scope(s): ") else { return [] }
        return message[range.upperBound...].split { $0 == "," || $0 == " " }.map(String.init)
    }

    private static func operation(in message: String) -> Operation? {
        guard let range = message.firstRange(of: "requested operation ") else { return nil }
        let words = message[range.upperBound...].split(separator: " ")
        guard words.count == 3, words[1] == "on" else { return nil }
        return Operation(action: String(words[0]), resource: String(words[2]))
    }
}

extension GarageError: CustomStringConvertible {
    /// The error message, or a description of the response if it contains no message.
    public var description: String {
        if let message { return "\"\(message.split(whereSeparator: \.isNewline).joined(separator: " "))\"" }
        if let unexpectedContentType {
            return "response is not a Garage error (content type: \(unexpectedContentType))"
        }
        return "response without an error message" + (kind.emptyBodyCause.map { ", \($0)" } ?? "")
    }
}

extension APIError {
    /// The error response of the Garage server, or `nil` if the error has another cause.
    public var garage: GarageError? { underlying as? GarageError }
}
