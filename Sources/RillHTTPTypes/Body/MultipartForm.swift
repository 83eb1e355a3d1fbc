internal import Foundation

/// A `multipart/form-data` body with fields, data and files.
///
///     var body: HTTPBody {
///         var form = MultipartForm(["title": title, "page": page])        // page: Int?, omitted if nil
///         form.append("photo", .file("/tmp/photo.jpeg", contentType: "image/jpeg"))
///         form.append("preview", HTTPBody(preview, contentType: "image/png"), fileName: "preview.png")
///         return .multipart(form)
///     }
///
/// The parts are sent in order. A name can occur more than once.
public struct MultipartForm: Sendable {
    /// A part of the form.
    package struct Part: Sendable {
        package let name: String
        /// The file name, or `nil` for a part that is not a file.
        package var fileName: String?
        /// The content of the part and its media type.
        package let body: HTTPBody
    }

    /// The parts, in order.
    package private(set) var parts: [Part]

    /// The delimiter between the parts: 1 to 70 letters, digits and `'+-._`.
    ///
    /// The boundary must not occur in any part. This is not verified, because files are not read before they are sent.
    /// A generated boundary contains 190 random bits, so it practically cannot occur in existing content.
    public var boundary: String

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - fields: The initial fields. A name without a value is sent with an empty value.
    ///   - boundary: The delimiter between the parts. Defaults to a random one.
    public init(_ fields: QueryItems = [:], boundary: String = MultipartForm.makeBoundary()) {
        parts = fields.map { Part(name: $0.name, body: HTTPBody($0.value ?? "", contentType: nil)) }
        self.boundary = boundary
    }

    /// Appends a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value, sent as UTF-8. If it is `nil`, nothing is appended.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        parts.append(Part(name: name, body: HTTPBody(value.resolvedQueryText, contentType: nil)))
    }

    /// Appends data, a file or a stream.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - body: The content and its media type.
    ///   - fileName: The file name. Defaults to the name of the body's file, if any.
    public mutating func append(_ name: String, _ body: HTTPBody, fileName: String? = nil) {
        let ownName = body.filePath.map { URL(fileURLWithPath: $0).lastPathComponent }
        parts.append(Part(name: name, fileName: fileName ?? ownName, body: body))
    }

    /// Returns a new random boundary.
    ///
    /// - Returns: An unpredictable boundary.
    public static func makeBoundary() -> String {
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return "----RillBoundary" + String((0..<32).compactMap { _ in characters.randomElement() })
    }
}
