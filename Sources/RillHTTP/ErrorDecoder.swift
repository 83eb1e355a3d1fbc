public import Foundation

/// Reads the error that an API sends along with a bad status, as the API's own type.
///
///     Client(baseURL: "https://qiita.com/api/v2", errorDecoder: .json(QiitaError.self))
///
/// What it returns becomes the ``APIError/underlying`` of the error event, and its description part of the text.
public struct ErrorDecoder: Sendable {
    private let read: @Sendable (HTTPResponse, Data, Redactor) -> (any Error)?

    /// Creates a decoder from a closure.
    ///
    /// Secrets of the request that the response repeats are redacted before the closure sees them: in the status' phrase, in
    /// the header fields, and in the body, where JSON stays JSON and XML stays XML.
    ///
    /// - Parameter read: Takes the head and the first 64 KiB of the body, which may be anything: a proxy's HTML, or empty.
    ///   Returns `nil` if it is not the API's error.
    public init(_ read: @escaping @Sendable (HTTPResponse, Data) -> (any Error)?) {
        self.read = { head, body, redactor in
            read(redactor.withoutKnownSecrets(head), redactor.withoutKnownSecrets(body))
        }
    }

    /// Creates a decoder whose error has texts of the server's in it: the redactor knows the secrets of all that was sent.
    package init(hiding read: @escaping @Sendable (HTTPResponse, Data, Redactor) -> (any Error)?) {
        self.read = read
    }

    /// Reads nothing: the text of the body is all there is.
    public static let none = ErrorDecoder { _, _ in nil }

    /// Reads JSON as an error type; what does not fit is left alone.
    ///
    /// - Parameters:
    ///   - type: The API's error.
    ///   - decoder: How to read it.
    /// - Returns: The decoder.
    public static func json<Failure: Error & Decodable>(
        _ type: Failure.Type, decoder: JSONDecoder = JSONDecoder()
    ) -> ErrorDecoder {
        ErrorDecoder { _, body in try? decoder.decode(type, from: body) }
    }

    /// Reads the error of an answer.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The first 64 KiB of the body.
    /// - Returns: The API's error; nil if there is none.
    public func error(in head: HTTPResponse, body: Data) -> (any Error)? {
        read(head, body, Redactor())
    }

    func error(in head: HTTPResponse, body: Data, by redactor: Redactor) -> (any Error)? {
        read(head, body, redactor)
    }
}
