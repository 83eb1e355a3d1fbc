/// A hash function or checksum of a message that is processed in parts.
public protocol MessageDigest: Sendable {
    /// The digest of the bytes processed so far.
    var digest: [UInt8] { get }

    /// Creates a function that has processed no bytes.
    init()

    /// Processes the next bytes of the message.
    ///
    /// - Parameter bytes: The next bytes of the message. May be empty.
    mutating func update(bufferPointer bytes: UnsafeRawBufferPointer)
}

extension MessageDigest {
    /// Processes the next bytes of the message.
    ///
    /// - Parameter bytes: The next bytes of the message. May be empty.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { update(bufferPointer: $0) }
        }
    }

    /// Returns the digest of a message.
    public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        var function = Self()
        function.update(bytes)
        return function.digest
    }
}
