/// The bytes of a document, and a node for each of its keys and values in document order.
///
/// The value of a key follows the key. The contents of a container follow the container.
struct Tape {
    /// The document, followed by ``padding`` zero bytes, which terminate any token.
    let bytes: UnsafeMutablePointer<UInt8>

    /// The size of the document in bytes.
    let size: Int

    var nodes: UnsafeMutablePointer<Node>
    var count = 0
    private var capacity: Int

    static let padding = 16

    /// Creates an empty tape with a copy of a document.
    init(_ document: UnsafeRawBufferPointer) {
        size = document.count
        bytes = .allocate(capacity: size + Self.padding)
        if let base = document.baseAddress {
            UnsafeMutableRawPointer(bytes).copyMemory(from: base, byteCount: size)
        }
        (bytes + size).initialize(repeating: 0, count: Self.padding)
        capacity = size / 8 + 16
        nodes = .allocate(capacity: capacity)
    }

    func deallocate() {
        bytes.deallocate()
        nodes.deallocate()
    }

    @inline(__always)
    mutating func append(_ node: Node) {
        if count == capacity { grow() }
        (nodes + count).initialize(to: node)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: nodes, count: count)
        nodes.deallocate()
        nodes = larger
        capacity *= 2
    }

    /// Returns the index of the node after a value.
    @inline(__always)
    func index(after index: Int) -> Int {
        let node = nodes[index]
        return node.kind.rawValue >= Node.Kind.array.rawValue ? node.next : index &+ 1
    }

    /// Returns a string, or `nil` if it contains an unpaired surrogate.
    @inline(__always)
    func text(_ node: Node) -> String? {
        node.kind == .string ? String(decoding: content(node), as: UTF8.self) : unescape(node)
    }

    /// Returns the bytes of a string, including any escape sequences.
    @inline(__always)
    func content(_ node: Node) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.payload))
    }

    /// Returns a string with its escape sequences replaced, or `nil` if it contains an unpaired surrogate.
    @inline(never)
    func unescape(_ node: Node) -> String? {
        var next = UnsafePointer(bytes + Int(node.start))
        let end = next + Int(node.payload)
        var isValid = true
        let text = String(unsafeUninitializedCapacity: Int(node.payload)) { buffer in
            var count = 0
            while next < end {
                guard next.pointee == 0x5C else {
                    buffer[count] = next.pointee
                    count += 1
                    next += 1
                    continue
                }
                next += 2
                switch next[-1] {
                case 0x62: buffer[count] = 0x08
                case 0x66: buffer[count] = 0x0C
                case 0x6E: buffer[count] = 0x0A
                case 0x72: buffer[count] = 0x0D
                case 0x74: buffer[count] = 0x09
                case 0x75:
                    guard let scalar = Self.scalar(&next) else {
                        isValid = false
                        return 0
                    }
                    for byte in UTF8.encode(scalar).unsafelyUnwrapped {
                        buffer[count] = byte
                        count += 1
                    }
                    continue
                default: buffer[count] = next[-1]
                }
                count += 1
            }
            return count
        }
        return isValid ? text : nil
    }

    /// Reads the digits of a `\u` escape sequence, and the second escape sequence if the first is a high surrogate.
    private static func scalar(_ next: inout UnsafePointer<UInt8>) -> Unicode.Scalar? {
        let first = hex(next)
        next += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, next[0] == 0x5C, next[1] == 0x75 else { return nil }
        let second = hex(next + 2)
        guard (0xDC00...0xDFFF).contains(second) else { return nil }
        next += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func hex(_ digits: UnsafePointer<UInt8>) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | (hexDigit(digits[$1]) ?? 0) }
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    /// Replaces the escape sequences of a key, so that keys can be compared as bytes.
    ///
    /// - Returns: `true` on success, or `false` if the key contains an unpaired surrogate.
    func unescapeKey(_ key: UnsafeMutablePointer<Node>) -> Bool {
        guard let text = unescape(key.pointee) else { return false }
        for (offset, byte) in text.utf8.enumerated() { bytes[Int(key.pointee.start) + offset] = byte }
        key.pointee.payload = UInt64(text.utf8.count)
        key.pointee.kind = .string
        return true
    }
}
