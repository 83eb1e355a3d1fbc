// Declares names and signatures of the SDK, which documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

public protocol HashFunction {
    associatedtype Digest: CryptoKit.Digest
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

public protocol Digest: Sequence where Element == UInt8 {}

public struct SHA256: HashFunction, Sendable {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { SHA256Digest() }
}

public struct SHA256Digest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public enum Insecure {
    public struct MD5: HashFunction, Sendable {
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> MD5Digest { MD5Digest() }
    }

    public struct MD5Digest: Digest {
        public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    }
}
