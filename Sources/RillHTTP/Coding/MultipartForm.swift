internal import Foundation

/// A form of several parts: fields, data and files.
///
///     var body: HTTPBody? {
///         get throws {
///             var form = MultipartForm(["title": title, "page": page])        // page: Int?, left out if it is nil
///             form.append("photo", .file("/tmp/photo.jpeg", contentType: "image/jpeg"))
///             form.append("preview", HTTPBody(preview, contentType: "image/png"), fileName: "preview.png")
///             return try .multipart(form)
///         }
///     }
///
/// The parts are sent in order. A name may occur more than once.
public struct MultipartForm: Sendable {
    /// One part.
    public struct Part: Sendable {
        /// The name of the field.
        public var name: String

        /// The name of the file; nil for a part that is not meant as one.
        public var fileName: String?

        /// What the part consists of, and its type.
        public var body: HTTPBody

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - fileName: The name of the file; nil for a part that is not meant as one.
        ///   - body: What the part consists of. Its type is sent along, unless that is nil. What it tells of its progress is
        ///     not told: the body of the form has a progress of its own.
        public init(name: String, fileName: String? = nil, body: HTTPBody) {
            self.name = name
            self.fileName = fileName
            self.body = body
        }
    }

    /// The parts, in order.
    public var parts: [Part]

    /// What stands between the parts: 1 to 70 letters, digits and `'+-._`.
    ///
    /// It must not occur in a part. Nothing looks whether it does, as files are not read before they are sent: one that was
    /// drawn at random has 190 bits, and occurs in nothing that was written without knowing it.
    public var boundary: String

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - fields: Fields to begin with; a name without a value has an empty one.
    ///   - boundary: What stands between the parts, where it has to be a certain text; drawn at random if left out.
    public init(_ fields: QueryItems = [:], boundary: String = MultipartForm.makeBoundary()) {
        parts = fields.map { Part(name: $0.name, body: HTTPBody($0.value ?? "", contentType: nil)) }
        self.boundary = boundary
    }

    /// Appends a field.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - value: Its value, which is sent in UTF-8 as it is; nothing is appended if it is nil.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        parts.append(Part(name: name, body: HTTPBody(value.queryText, contentType: nil)))
    }

    /// Appends data, a file or a stream.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - body: What it consists of, and its type.
    ///   - fileName: The name of the file; if left out, that of the file which the body is read from, else none.
    public mutating func append(_ name: String, _ body: HTTPBody, fileName: String? = nil) {
        let ownName = body.filePath.map { URL(fileURLWithPath: $0).lastPathComponent }
        parts.append(Part(name: name, fileName: fileName ?? ownName, body: body))
    }

    /// Draws a boundary.
    ///
    /// - Returns: A text that nobody can guess.
    public static func makeBoundary() -> String {
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        var generator = SystemRandomNumberGenerator()
        let random = (0..<32).map { _ in characters[Int.random(in: characters.indices, using: &generator)] }
        return "----RillBoundary" + String(random)
    }
}
