internal import Foundation

extension Document {
    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
        switch nodes[index].kind {
        case .string, .escapedString:
            if type == String.self { return try same(decodeString(index)) }
            if type == URL.self { return try same(decodeURL(index)) }
            if type == Date.self { return try same(decodeDate(index)) }
        case .number, .longNumber:
            if type == Int.self { return try same(decodeInteger(Int.self, index)) }
            if type == Double.self { return try same(decodeDouble(index)) }
        case .bool:
            if type == Bool.self { return try same(decodeBool(index)) }
        case .array:
            if type == [String].self { return try same(array(index, decodeString)) }
            if type == [Double].self { return try same(array(index, decodeDouble)) }
            if type == [Int].self { return try same(array(index) { try decodeInteger(Int.self, $0) }) }
        case .object:
            if type == [String: String].self { return try same(dictionary(index, decodeString)) }
            if type == [String: Bool].self { return try same(dictionary(index, decodeBool)) }
        case .null:
            if type == URL.self || type == Date.self || type == Data.self || type == Decimal.self {
                throw mismatch(type, at: index)
            }
        }
        if type == URL.self { return try same(decodeURL(index)) }
        if type == Date.self { return try same(decodeDate(index)) }
        if type == Data.self { return try same(decodeData(index)) }
        if type == Decimal.self { return try same(decodeDecimal(index)) }
        return try Value(from: ValueDecoder(document: self, index: index))
    }

    /// Returns a value with the static type `Value`, which the caller guarantees to be the same type as `Known`.
    @inline(__always)
    private func same<Known, Value>(_ value: Known) -> Value {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
    }

    @inline(__always)
    private func array<Element>(_ array: Int, _ decode: (Int) throws -> Element) rethrows -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(nodes[array].upper)
        var index = array + 1
        while index < nodes[array].next {
            elements.append(try decode(index))
            index = tape.index(after: index)
        }
        return elements
    }

    @inline(__always)
    private func dictionary<Value>(_ object: Int, _ decode: (Int) throws -> Value) throws -> [String: Value] {
        var values: [String: Value] = [:]
        var index = object + 1
        while index < nodes[object].next {
            // A key that repeats an earlier key has the kind `null`. The first value is used.
            if nodes[index].kind == .string { values[try decodeString(index)] = try decode(index + 1) }
            index = tape.index(after: index + 1)
        }
        return values
    }

    private func decodeURL(_ index: Int) throws -> URL {
        if let url = URL(string: try decodeString(index)) { return url }
        throw corrupted("invalid URL", at: index)
    }

    private func decodeData(_ index: Int) throws -> Data {
        if let data = Data(base64Encoded: try decodeString(index)) { return data }
        throw corrupted("invalid Base64", at: index)
    }

    private func decodeDecimal(_ index: Int) throws -> Decimal {
        let text = try numberText(Decimal.self, index)
        if let value = Decimal(string: text, locale: nil) { return value }
        throw corrupted("\(Self.shortened(text)) does not fit in Decimal", at: index)
    }

    private func decodeDate(_ index: Int) throws -> Date {
        switch dates {
        case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try decodeDouble(index))
        case .secondsSince1970: return Date(timeIntervalSince1970: try decodeDouble(index))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try decodeDouble(index) / 1000)
        case .iso8601:
            let text = try decodeString(index)
            if let date = try? Date(text, strategy: .iso8601) { return date }
            throw corrupted("invalid ISO 8601 date", at: index)
        case .custom(let closure): return try closure(ValueDecoder(document: self, index: index))
        #if canImport(Darwin)
            default: throw corrupted("unsupported date decoding strategy", at: index)
        #endif
        }
    }
}
