public import Foundation
internal import RillHTTP

/// What there is to know of a blob beside its content.
public struct BlobProperties: Sendable, Hashable {
    /// How many bytes it has.
    public let contentLength: Int

    /// What its content is said to be.
    public let headers: BlobHeaders

    /// Names the state that it is in; nil if the answer did not say.
    public let eTag: ETag?

    /// When its content or its metadata were last changed; nil if the answer did not say.
    public let lastModified: Date?

    /// When it was made; nil if the answer did not say.
    public let createdAt: Date?

    /// What kind of blob it is; nil if the answer did not say.
    public let blobType: BlobType?

    /// How quickly it can be read; nil if the account knows no such thing.
    public let accessTier: AccessTier?

    /// Whether somebody has a lease on it; nil if the answer did not say.
    public let leaseState: LeaseState?

    /// Names the copy that has made it; nil if it is none.
    public let copyID: String?

    /// How far that copy is; nil if it is none.
    public let copyStatus: CopyStatus?
}

extension BlobProperties {
    /// Reads them from the head of an answer.
    ///
    /// - Throws: A `DecodingError` if the length is missing.
    init(_ head: HTTPResponse) throws {
        let fields = head.headerFields
        // Of a part of a blob, the whole's length is told by the range.
        let range = ContentRange(fields[.contentRange])
        guard let length = range?.total ?? ContentRange.count(fields[.contentLength]) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the head names no length"))
        }
        contentLength = length
        let text = range == nil ? fields[.contentMD5] : fields[.blobContentMD5]
        headers = BlobHeaders(
            contentType: fields[.contentType], contentEncoding: fields[.contentEncoding],
            contentLanguage: fields[.contentLanguage], contentDisposition: fields[.contentDisposition],
            cacheControl: fields[.cacheControl], contentMD5: text.flatMap { Data(base64Encoded: $0) })
        eTag = fields[.eTag].map { ETag(rawValue: $0) }
        lastModified = fields[.lastModified].flatMap { HTTPDate.parse($0) }
        createdAt = fields[.creationTime].flatMap { HTTPDate.parse($0) }
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
        case blobType = "BlobType"
        case accessTier = "AccessTier"
        case leaseState = "LeaseState"
        case copyID = "CopyId"
        case copyStatus = "CopyStatus"
    }

    /// Reads them from a list.
    ///
    /// - Parameter decoder: Holds the element `Properties`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // Of what a list shows that is not there yet, a blob without a committed block, there is no length.
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
