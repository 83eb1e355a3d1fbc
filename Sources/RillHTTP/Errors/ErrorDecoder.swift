public import Foundation
public import RillHTTPTypes

/// A decoder that converts an error response to the API's own error type.
///
///     Client(baseURL: "https://qiita.com/api/v2", errorDecoder: .json(QiitaError.self))
///
/// The decoded error becomes the ``APIError/underlying`` error, and its description becomes part of the error message.
public struct ErrorDecoder: Sendable {
    let read: @Sendable (HTTPResponse, Data, Redactor) -> (any Error)?

    /// Creates a decoder from a closure.
    ///
    /// Secrets of the request that the response contains are redacted before the closure is called: in the reason
    /// phrase, in the header fields, and in the body, where JSON stays valid JSON and XML stays valid XML. Control
    /// characters and other characters that could forge a line or change the order of a text are replaced. The body is
    /// UTF-8: UTF-16 and UTF-32 are converted, and other bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter read: A closure that receives the response head and the first 64 KiB of the body. The body can be
    ///   empty or in any format, such as a proxy's HTML page. The closure returns `nil` if the response does not
    ///   contain the API's error.
    public init(_ read: @escaping @Sendable (HTTPResponse, Data) -> (any Error)?) {
        self.read = { head, body, redactor in
            let body = redactor.withoutKnownSecrets(BodyText.utf8(body), type: head.headerFields[.contentType])
            return read(redactor.withoutKnownSecrets(head), BodyText.clean(body))
        }
    }

    /// Creates a decoder from a closure that redacts the texts that it decodes.
    ///
    /// Use this initializer for formats other than JSON that can escape characters of a secret, such as XML.
    ///
    /// - Parameter read: A closure that receives the unchanged response head, the first 64 KiB of the unchanged body, and
    ///   a function, with which it must redact every text of the server that becomes part of the error. The function
    ///   redacts the secrets of all requests that were sent, and replaces control characters except line feeds and tabs.
    ///   The closure returns `nil` if the response does not contain the API's error.
    public init(redacting read: @escaping @Sendable (HTTPResponse, Data, (String) -> String) -> (any Error)?) {
        self.read = { read($0, $1, $2.clean) }
    }

    /// A decoder that never decodes an error.
    ///
    /// The error message contains the text of the body instead.
    public static let none = ErrorDecoder { _, _ in nil }

    /// Returns a decoder that decodes a JSON error response, and ignores a body that it cannot decode.
    ///
    ///     client.errorDecoder = .json(ServiceError.self, at: "error")         // {"error": {"code": …}}
    ///
    /// - Parameters:
    ///   - type: The type of the API's error.
    ///   - path: The keys and indices of the error in the JSON, separated by periods, as in
    ///     ``ResponseParser/json(at:)-(String)``. Defaults to the root.
    ///   - decoder: The JSON decoder.
    /// - Returns: The error decoder.
    public static func json<Failure: Error & Decodable>(
        _ type: Failure.Type, at path: String = "", decoder: any DataDecoder = JSONDecoder()
    ) -> ErrorDecoder {
        let path = path.split(separator: ".").map(String.init)
        return ErrorDecoder { _, body in try? decoder.decode(type, at: path, from: body) }
    }

    /// Decodes the error in a response.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The first 64 KiB of the body.
    /// - Returns: The API's error, or `nil` if the response contains none.
    public func error(in head: HTTPResponse, body: Data) -> (any Error)? {
        read(head, body, Redactor())
    }
}
