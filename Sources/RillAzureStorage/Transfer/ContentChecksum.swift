public import Foundation
internal import RillDigests
internal import RillHTTP

/// A checksum of the content of a request, which the service verifies.
public enum ContentChecksum: Sendable, Hashable {
    /// The MD5 of the content, 16 bytes (`Content-MD5`).
    case md5(Data)

    /// The CRC-64 of the content, 8 bytes in little-endian byte order (`x-ms-content-crc64`).
    ///
    /// The service uses the reflected polynomial 0x9A6C9329AC4BC9B5.
    case crc64(Data)

    /// Returns the MD5 of bytes.
    ///
    /// - Parameter bytes: The content.
    /// - Returns: The checksum.
    public static func md5(of bytes: [UInt8]) -> ContentChecksum { .md5(Data(MD5.digest(of: bytes))) }

    /// Returns the CRC-64 of bytes, which is computed faster than the MD5.
    ///
    /// - Parameter bytes: The content.
    /// - Returns: The checksum.
    public static func crc64(of bytes: [UInt8]) -> ContentChecksum { .crc64(Data(CRC64.digest(of: bytes))) }

    /// Adds the checksum to the header fields of a request.
    func add(to fields: inout HTTPFields) {
        switch self {
        case .md5(let md5): fields[.contentMD5] = md5.base64EncodedString()
        case .crc64(let crc64): fields[.contentCRC64] = crc64.base64EncodedString()
        }
    }
}

extension TransferOptions {
    /// Returns the checksum of a block, or `nil` if blocks are not verified.
    ///
    /// - Parameters:
    ///   - bytes: The content of the block.
    ///   - md5: The MD5 of the block, if it is known.
    func checksum(of bytes: [UInt8], md5: Data? = nil) -> ContentChecksum? {
        if checksCRC64 { return .crc64(of: bytes) }
        return checksMD5 ? md5.map { .md5($0) } ?? .md5(of: bytes) : nil
    }
}
