public import Foundation
public import RillHTTP

/// An error response of ConoHa or any other OpenStack service:
/// `{"error": {"code": 401, "title": "Unauthorized", "message": "…"}}`.
///
///     catch let error as APIError where error.conoHa?.code == 401 { … error.conoHaRequestID … }
public struct ConoHaError: Error, Sendable, Hashable {
    /// The status code in the body.
    public let code: Int

    /// The title of the error: `Unauthorized`.
    public let title: String

    /// The error message for developers.
    ///
    /// The message can contain line breaks and several kilobytes of text.
    ///
    /// Tokens and passwords sent with the request are redacted.
    public let message: String

    /// The ID of the request in the logs of the service.
    ///
    /// `nil` if the response has none. See ``RillHTTP/APIError/conoHaRequestID``.
    public let requestID: String?

    /// Whether the error object has the key `error`, as in the responses of Keystone.
    let isKeystone: Bool

    /// Creates an error from an unsuccessful response, or returns `nil` if the body is not an error of the service, for
    /// example an error page of a proxy.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The response body.
    public init?(head: HTTPResponse, body: Data) {
        guard let wire = Wire(body) else { return nil }
        code = wire.code ?? head.status.code
        title = wire.title ?? head.status.reasonPhrase
        message = wire.message
        requestID = head.headerFields[.requestID]
        isKeystone = wire.isKeystone
    }

    static let decoder = ErrorDecoder { ConoHaError(head: $0, body: $1) }
}

extension ConoHaError {
    /// The error object in the response body.
    private struct Wire: Decodable {
        var code: Int?
        var title: String?
        var type: String?
        let message: String
        var isKeystone = false

        private enum CodingKeys: String, CodingKey {
            case code
            case title
            case type
            case message
        }

        /// Decodes Keystone's error object, the error object of another service, such as `{"itemNotFound": {…}}`, or a
        /// body with only a message, which Keystone sends for unsupported methods.
        ///
        /// The network service sends `{"NeutronError": {…}}` or `{"NeutronError": "…"}`, and the load balancers send
        /// `{"faultcode": "…", "faultstring": "…"}`. Any other error object without a status code is not decoded, because
        /// it may come from another server, such as a gateway.
        init?(_ body: Data) {
            let decoder = JSONDecoder()
            if let named = try? decoder.decode([String: Wire].self, from: body),
                let (name, wire) = named.first(where: { $0.key == "error" }) ?? (named.count == 1 ? named.first : nil),
                wire.code != nil || name == "NeutronError"
            {
                self = wire
                isKeystone = name == "error"
                if name != "error", title == nil { title = type ?? name }
            } else if let wire = try? decoder.decode(Wire.self, from: body) {
                self = wire
            } else if let texts = try? decoder.decode([String: String?].self, from: body),
                let message = (texts["NeutronError"] ?? texts["faultstring"]) ?? nil
            {
                self.message = message
                title = texts["faultcode"] ?? nil
            } else {
                return nil
            }
        }
    }
}

extension ConoHaError: CustomStringConvertible {
    /// The message up to its first empty line, the title and the request ID.
    public var description: String {
        let paragraph = message.firstRange(of: "\n\n").map { message[..<$0.lowerBound] + " …" } ?? message[...]
        let details = [title, requestID ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        let text = "\"\(paragraph)\"" + (details.isEmpty ? "" : " (\(details))")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension APIError {
    /// The error response of the service, or `nil` if the error has another cause or the response is not from the
    /// service.
    public var conoHa: ConoHaError? { underlying as? ConoHaError }

    /// The ID of the request in the logs of the service, from the header field `x-openstack-request-id`.
    ///
    /// Include it when you contact ConoHa's support. `nil` if there was no response or the response has no such header
    /// field.
    public var conoHaRequestID: String? { headerFields[.requestID] }
}
