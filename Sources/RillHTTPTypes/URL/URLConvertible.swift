public import Foundation

/// A type that contains an absolute URL: a string or Foundation's `URL`.
public protocol URLConvertible {
    /// The text of the URL. It is validated before a request is sent.
    var urlText: String { get }
}

extension String: URLConvertible {
    /// The string itself.
    public var urlText: String { self }
}

extension URL: URLConvertible {
    /// The absolute string of the URL.
    public var urlText: String { absoluteString }
}
