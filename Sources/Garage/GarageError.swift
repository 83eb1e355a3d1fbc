public import Foundation
public import RillHTTP

/// What a Garage server says about a request that it does not carry out.
///
///     catch let error as APIError where error.garage?.kind == .forbidden { print(error.garage?.missingScopes ?? []) }
///
/// The server has three forms for it: `{"status_code": 401, "error": "Unauthorized (invalid token)"}`, for what Rails
/// refuses `{"status": 404, "error": "Not Found"}`, and for records that are not valid
/// `{"errors": {"title": ["is too long"]}}`. Often it says nothing at all: parameters that it does not take, paths that it
/// does not know and types that it does not send are answered without a body.
public struct GarageError: Error, Sendable, Hashable {
    /// The status of the answer.
    public let status: HTTPResponse.Status

    /// What went wrong, in words for a developer; nil if the server does not say.
    public let message: String?

    /// What is wrong with each attribute of a record that is not valid, by the name of the attribute; otherwise empty.
    ///
    /// The message then holds all of them.
    public let validationErrors: [String: [String]]

    /// The scopes of which the token would need one, from the message; empty if it is not about them.
    public let missingScopes: [String]

    /// What the user may not do, from the message; nil if it is not about that.
    public let operation: Operation?

    /// The media type of an answer that is neither JSON nor empty, a proxy's page for example; nil otherwise.
    let foreignType: String?

    /// What went wrong, for a program: what the status means.
    public var kind: Kind { Kind(status) }

    /// Something that is done to a kind of resource.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        /// What is done: `read` or `write`.
        public let action: String

        /// What it is done to, by the name of its class: `Post`.
        public let resource: String

        /// The two: `write on Post`.
        public var description: String { "\(action) on \(resource)" }
    }

    /// Reads an answer with a bad status.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields. The result is nil if the status is below 400.
    ///   - body: The body; anything may be in it, or nothing.
    public init?(head: HTTPResponse, body: Data) {
        self.init(head: head, body: body, by: Redactor())
    }

    private init?(head: HTTPResponse, body: Data, by redactor: Redactor) {
        guard head.status.code >= 400 else { return nil }
        status = head.status
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        validationErrors = (wire?.errors ?? [:]).mapValues { $0.map { redactor.text($0) } }
        message = wire?.error.map { redactor.text($0) } ?? Self.message(of: validationErrors)
        missingScopes = message.map(Self.scopes) ?? []
        operation = message.flatMap(Self.operation)
        let isForeign = wire == nil && !body.isEmpty
        foreignType = isForeign ? head.headerFields[.contentType] ?? "no type" : nil
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

    static let decoder = ErrorDecoder(hiding: { GarageError(head: $0, body: $1, by: $2) })

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
    /// The message, or what is known where there is none.
    public var description: String {
        if let message { return "\"\(message)\"" }
        if let foreignType { return "the answer is none of Garage's (\(foreignType))" }
        return "the server gives no reason" + (kind.silence.map { "; \($0)" } ?? "")
    }
}

extension APIError {
    /// What the Garage server said; nil if the failure was none of a status.
    public var garage: GarageError? { underlying as? GarageError }
}
