public import Foundation
internal import RillHTTP

/// The properties of a blob.
public struct BlobProperties: Sendable, Hashable {
    /// The size of the blob in bytes.
    public let contentLength: Int

    /// The content headers of the blob.
    public let headers: BlobHeaders

    /// The ETag of the blob, or `nil` if the response omits it.
    public let eTag: ETag?

    /// The date of the last change to the content or metadata, or `nil` if the response omits it.
    public let lastModified: Date?

    /// The creation date, or `nil` if the response omits it.
    public let createdAt: Date?

    /// The type of the blob, or `nil` if the response omits it.
    public let blobType: BlobType?

    /// The access tier, or `nil` if the account does not support access tiers.
    public let accessTier: AccessTier?

    /// The lease state, or `nil` if the response omits it.
    public let leaseState: LeaseState?

    /// The ID of the copy operation that created the blob, or `nil` if the blob is not a copy.
    public let copyID: String?

    /// The status of the copy operation, or `nil` if the blob is not a copy.
    public let copyStatus: CopyStatus?
}

extension BlobProperties {
    /// Decodes the properties from a response head.
    ///
    /// - Throws: `DecodingError` if the length is missing.
    init(_ head: HTTPResponse) throws {
        let fields = head.headerFields
        // For a partial response, `Content-Range` contains the size of the blob.
        let range = head.contentRange
        guard let length = range?.total ?? fields[.contentLength].flatMap({ Int(digits: $0) }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the response head has no content length"))
        }
        contentLength = length
        let text = range == nil ? fields[.contentMD5] : fields[.blobContentMD5]
        headers = BlobHeaders(
            contentType: fields[.contentType], contentEncoding: fields[.contentEncoding],
            contentLanguage: fields[.contentLanguage], contentDisposition: fields[.contentDisposition],
            cacheControl: fields[.cacheControl], contentMD5: text.flatMap { Data(base64Encoded: $0) })
        eTag = fields[.eTag].map { ETag(rawValue: $0) }
        lastModified = fields[.lastModified].flatMap { Date(httpDate: $0) }
        createdAt = fields[.creationTime].flatMap { Date(httpDate: $0) }
        blobType = fields[.blobType].map { BlobType(rawValue: $0) }
        accessTier = fields[.accessTier].map { AccessTier(rawValue: $0) }
        leaseState = fields[.leaseState].map { LeaseState(rawValue: $0) }
        copyID = fields[.copyID]
        copyStatus = fields[.copyStatus].map { CopyStatus(rawValue: $0) }
    }
}

extension BlobProperties: Decodable {
    private enum CodingKeys: String, CodingKey {
        case contentLength = "Content-Length"
        case contentType = "Content-Type"
        case contentEncoding = "Content-Encoding"
        case contentLanguage = "Content-Language"
        case contentDisposition = "Content-Disposition"
        case cacheControl = "Cache-Control"
        case contentMD5 = "Content-MD5"
        case eTag = "Etag"
        case lastModified = "Last-Modified"
        case createdAt = "Creation-Time"
        case copyID = "CopyId"
        case blobType = "BlobType"
        case accessTier = "AccessTier"
        case leaseState = "LeaseState"
        case copyStatus = "CopyStatus"
    }

    /// Decodes the properties in a list of blobs.
    ///
    /// - Parameter decoder: A decoder of a `Properties` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // Blobs without committed blocks have no length.
        contentLength = try values.decodeIfPresent(Int.self, forKey: .contentLength) ?? 0
        headers = BlobHeaders(
            contentType: try values.decodeIfPresent(String.self, forKey: .contentType),
            contentEncoding: try values.decodeIfPresent(String.self, forKey: .contentEncoding),
            contentLanguage: try values.decodeIfPresent(String.self, forKey: .contentLanguage),
            contentDisposition: try values.decodeIfPresent(String.self, forKey: .contentDisposition),
            cacheControl: try values.decodeIfPresent(String.self, forKey: .cacheControl),
            contentMD5: try values.decodeIfPresent(Data.self, forKey: .contentMD5))
        eTag = try values.decodeIfPresent(ETag.self, forKey: .eTag)
        lastModified = try values.decodeIfPresent(Date.self, forKey: .lastModified)
        createdAt = try values.decodeIfPresent(Date.self, forKey: .createdAt)
        blobType = try values.decodeIfPresent(BlobType.self, forKey: .blobType)
        accessTier = try values.decodeIfPresent(AccessTier.self, forKey: .accessTier)
        leaseState = try values.decodeIfPresent(LeaseState.self, forKey: .leaseState)
        copyID = try values.decodeIfPresent(String.self, forKey: .copyID)
        copyStatus = try values.decodeIfPresent(CopyStatus.self, forKey: .copyStatus)
    }
}
