public import Foundation
internal import RillHTTP

/// What a blob's content is said to be, when it is read.
public struct BlobHeaders: Sendable, Hashable {
    /// The media type; nil for that of the body, or `application/octet-stream`.
    public var contentType: String?

    /// How the content is coded: `gzip`, for example.
    public var contentEncoding: String?

    /// Of which language it is.
    public var contentLanguage: String?

    /// Whether it is shown or saved, and by what name: `attachment; filename="a.txt"`.
    public var contentDisposition: String?

    /// For how long it may be kept: `max-age=3600`.
    public var cacheControl: String?

    /// The MD5 that is kept beside the content, 16 bytes; an upload finds it out by itself.
    public var contentMD5: Data?

    /// Creates headers.
    ///
    /// - Parameters:
    ///   - contentType: The media type.
    ///   - contentEncoding: How the content is coded.
    ///   - contentLanguage: Of which language it is.
    ///   - contentDisposition: Whether it is shown or saved, and by what name.
    ///   - cacheControl: For how long it may be kept.
    ///   - contentMD5: The MD5 that is kept beside the content, 16 bytes.
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

    /// The fields of a request that says so.
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
