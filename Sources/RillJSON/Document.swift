internal import Foundation

/// A parsed document with the options of the decoder.
///
/// A document is used only by the thread that decodes it. Searching for a key updates the tape.
final class Document {
    let tape: Tape
    var source: Data
    let dates: JSONDecoder.DateDecodingStrategy

    /// The containers on the most recently computed coding path, each with the child that the path continues through.
    var lastPath: [(container: Int, child: Int, number: Int)] = []

    /// The byte offset and the line number of the most recently computed location.
    var line = (offset: 0, number: 1)

    /// Creates a document that takes ownership of a tape.
    init(_ tape: Tape, of source: Data, dates: JSONDecoder.DateDecodingStrategy) {
        self.tape = tape
        self.source = source
        self.dates = dates
    }

    deinit { tape.deallocate() }

    var nodes: UnsafeMutablePointer<Node> { tape.nodes }

    /// Returns the index of a key's value, or `nil` if the object does not contain the key.
    ///
    /// Starts after the key that was found last, because most types decode keys in document order.
    @inline(__always)
    func find(_ key: String, in object: Int) -> Int? {
        var key = key
        return key.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return find(tape.bytes, 0, in: object) }
            return find(base, bytes.count, in: object)
        }
    }

    @inline(__always)
    private func find(_ key: UnsafePointer<UInt8>, _ count: Int, in object: Int) -> Int? {
        let end = nodes[object].next
        let first = object + 1
        guard first < end else { return nil }
        let hash = Node.keyHash(key, count)
        var index = nodes[object].upper
        if index >= end { index = first }
        let start = index
        repeat {
            let node = nodes[index]
            let after = tape.index(after: index + 1)
            if node.exponentOrHash == hash, node.payload == UInt64(truncatingIfNeeded: count), node.kind == .string,
                memcmp(tape.bytes + Int(node.start), key, count) == 0
            {
                nodes[object].upper = after
                return index + 1
            }
            index = after == end ? first : after
        } while index != start
        return nil
    }

    @inline(__always)
    func decodeString(_ index: Int) throws -> String {
        let node = nodes[index]
        guard node.kind == .string || node.kind == .escapedString else { throw mismatch(String.self, at: index) }
        guard let text = tape.text(node) else { throw corrupted("unpaired surrogate in a string", at: index) }
        return text
    }

    @inline(__always)
    func decodeBool(_ index: Int) throws -> Bool {
        guard nodes[index].kind == .bool else { throw mismatch(Bool.self, at: index) }
        return nodes[index].flag
    }

    @inline(__always)
    func decodeDouble(_ index: Int) throws -> Double {
        let node = nodes[index]
        if node.kind == .number, let value = DecimalNumber.double(node.payload, Int(node.exponentOrHash)) {
            return node.flag ? -value : value
        }
        return try parse(Double.self, index)
    }

    func decodeFloat(_ index: Int) throws -> Float { try parse(Float.self, index) }

    @inline(never)
    private func parse<Value: LosslessStringConvertible & BinaryFloatingPoint>(
        _ type: Value.Type, _ index: Int
    ) throws -> Value {
        let text = try numberText(type, index)
        // Overflow to infinity and underflow to zero are errors.
        let hasDigits = text.utf8.prefix { $0 | 0x20 != 0x65 }.contains { (0x31...0x39).contains($0) }
        guard let value = Value(text), value.isFinite, value != 0 || !hasDigits else {
            throw corrupted("\(Self.shortened(text)) does not fit in \(type)", at: index)
        }
        return value
    }

    func numberText(_ type: any Any.Type, _ index: Int) throws -> String {
        guard nodes[index].kind == .number || nodes[index].kind == .longNumber else { throw mismatch(type, at: index) }
        let start = tape.bytes + Int(nodes[index].start)
        var end = start
        while "+-.eE0123456789".utf8.contains(end.pointee) { end += 1 }
        return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }

    @inline(__always)
    func decodeInteger<Value: FixedWidthInteger>(_ type: Value.Type, _ index: Int) throws -> Value {
        let node = nodes[index]
        if node.kind == .number, node.exponentOrHash == 0 {
            if !node.flag {
                if let value = Value(exactly: node.payload) { return value }
            } else if node.payload <= 1 << 63, let value = Value(exactly: 0 &- Int64(truncatingIfNeeded: node.payload))
            {
                return value
            }
        }
        return try parse(type, index)
    }

    /// Returns the integer value of a number that has a fraction, an exponent, or more than 19 digits.
    @inline(never)
    private func parse<Value: FixedWidthInteger>(_ type: Value.Type, _ index: Int) throws -> Value {
        let text = try numberText(type, index)
        guard let value = DecimalNumber.integer(type, text) else {
            throw corrupted("\(Self.shortened(text)) does not fit in \(type)", at: index)
        }
        return value
    }
}
