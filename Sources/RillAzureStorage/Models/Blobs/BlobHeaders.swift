public import Foundation
internal import RillHTTP

/// The content headers of a blob, which the service returns when the blob is read.
///
/// Values must consist of printable ASCII characters. If requests are signed with an account key, repeated spaces outside of
/// quoted strings are sent as one space.
public struct BlobHeaders: Sendable, Hashable {
    /// The media type.
    ///
    /// `nil` means the media type of the body, or `application/octet-stream`.
    public var contentType: String?

    /// The content encoding, for example `gzip`.
    public var contentEncoding: String?

    /// The language of the content.
    public var contentLanguage: String?

    /// The content disposition, for example `attachment; filename="a.txt"`.
    public var contentDisposition: String?

    /// The cache control directives, for example `max-age=3600`.
    public var cacheControl: String?

    /// The MD5 of the content, 16 bytes.
    ///
    /// Uploads compute it automatically.
    public var contentMD5: Data?

    /// Creates content headers.
    ///
    /// - Parameters:
    ///   - contentType: The media type. Defaults to `nil`.
    ///   - contentEncoding: The content encoding. Defaults to `nil`.
    ///   - contentLanguage: The language of the content. Defaults to `nil`.
    ///   - contentDisposition: The content disposition. Defaults to `nil`.
    ///   - cacheControl: The cache control directives. Defaults to `nil`.
    ///   - contentMD5: The MD5 of the content, 16 bytes. Defaults to `nil`.
    public init(
        contentType: String? = nil, contentEncoding: String? = nil, contentLanguage: String? = nil,
        contentDisposition: String? = nil, cacheControl: String? = nil, contentMD5: Data? = nil
    ) {
        self.contentType = contentType
        self.contentEncoding = contentEncoding
        self.contentLanguage = contentLanguage
        self.contentDisposition = contentDisposition
        self.cacheControl = cacheControl
        self.contentMD5 = contentMD5
    }

    /// The header fields of a request that sets the content headers.
    var fields: HTTPFields {
        var fields: HTTPFields = [:]
        fields[.blobContentType] = contentType
        fields[.blobContentEncoding] = contentEncoding
        fields[.blobContentLanguage] = contentLanguage
        fields[.blobContentDisposition] = contentDisposition
        fields[.blobCacheControl] = cacheControl
        fields[.blobContentMD5] = contentMD5?.base64EncodedString()
        return fields
    }
}
