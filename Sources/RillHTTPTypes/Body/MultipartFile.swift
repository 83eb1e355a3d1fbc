/// A file as a property of an `Encodable` value that is sent as a multipart form.
///
///     struct Upload: Encodable {
///         var title: String
///         var photo: MultipartFile
///     }
///     let upload = Upload(title: "Kyoto", photo: MultipartFile(.file("/tmp/photo.jpeg", contentType: "image/jpeg")))
///     let body = HTTPBody.multipart(try MultipartForm(encoding: upload))
public struct MultipartFile: Sendable, Encodable {
    /// The content and its media type.
    public var body: HTTPBody

    /// The file name.
    ///
    /// `nil` means the name of the body's file, or the name of the property if the body is not in a file.
    public var fileName: String?

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - body: The content and its media type.
    ///   - fileName: The file name. Defaults to `nil`, which means the name of the body's file, or the name of the
    ///     property if the body is not in a file.
    public init(_ body: HTTPBody, fileName: String? = nil) {
        self.body = body
        self.fileName = fileName
    }

    /// Throws an error, because only a multipart form can contain a file.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError.invalidValue`.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            MultipartFile.self,
            EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "a file can only be encoded as a property of a multipart form"))
    }
}

extension MultipartForm {
    /// Creates a form from the properties of a value.
    ///
    /// Each ``MultipartFile`` becomes a file part. All other properties become fields, as in a query: a property that
    /// is `nil` is omitted, and `Data` is encoded as Base64.
    ///
    /// - Parameters:
    ///   - value: A value with properties, or a dictionary.
    ///   - encoder: The encoder, which determines the format of lists, dates and names. Defaults to `QueryEncoder()`.
    ///   - boundary: The delimiter between the parts. Defaults to a random one.
    /// - Throws: `EncodingError.invalidValue` with the coding path of a value that a form cannot represent, or any
    ///   error thrown by `value`.
    public init(
        encoding value: some Encodable, by encoder: QueryEncoder = QueryEncoder(),
        boundary: String = MultipartForm.makeBoundary()
    ) throws {
        var form = MultipartForm(boundary: boundary)
        try QueryOutput(
            settings: encoder, onText: { form.append($0, $1) },
            onFile: { form.append($0, $1.body, fileName: $1.fileName ?? ($1.body.filePath == nil ? $0 : nil)) }
        ).encode(value)
        self = form
    }
}
