public import Foundation
@_exported public import RillHTTP

/// A JSON decoder that is several times as fast as Foundation's `JSONDecoder`.
///
///     client.decoder = FastJSONDecoder(dateDecodingStrategy: .tolerant())
///
/// The decoder first validates the whole document, including values that are not decoded. It accepts documents that
/// conform to RFC 8259, are encoded in UTF-8, have at most 512 levels of nesting, and are smaller than 2 GiB.
/// Floating-point numbers are rounded to the nearest value. A number outside the range of its type is an error.
///
/// Keys are compared as bytes, without Unicode normalization, and the first value of a duplicate key is used. `Data` is
/// decoded from Base64, and `URL` and `Decimal` are decoded as by `JSONDecoder`. Errors are of type `DecodingError` and
/// contain the coding path, the line number, and the byte offset of the value.
///
/// Unlike `JSONDecoder`, this decoder does not support key decoding strategies, data decoding strategies, user info,
/// nonconforming numbers, date formatters, or encodings other than UTF-8.
public struct FastJSONDecoder: DataDecoder {
    /// The strategy for decoding dates.
    public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy

    /// The strategy `useDefaultKeys`, because the decoder does not convert keys.
    public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { .useDefaultKeys }

    /// Creates a decoder.
    ///
    /// - Parameter dateDecodingStrategy: The strategy for decoding dates. Defaults to `deferredToDate`.
    public init(dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate) {
        self.dateDecodingStrategy = dateDecodingStrategy
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON document, encoded in UTF-8.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError`, or an error thrown by the type or by a custom date decoding strategy.
    /// - Complexity: O(*n*) for a document of *n* bytes if keys are decoded in document order. A missing key is
    ///   compared with every key of its object. Allocates about three times the size of the document, or more if it has
    ///   many short values.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        var scanner = data.withUnsafeBytes { Scanner(Tape($0)) }
        do {
            try scanner.scan()
        } catch {
            let line = Document.newlines(in: data, 0..<error.offset) + 1
            let text = "\(error.reason) (line \(line), byte \(error.offset))"
            scanner.tape.deallocate()
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: text))
        }
        var document = Document(scanner.tape, of: data, dates: dateDecodingStrategy)
        // A decoder may outlive this call, so it must not read from memory that the caller can deallocate.
        defer { if !isKnownUniquelyReferenced(&document) { document.source = Data(Array(data)) } }
        return try document.decode(type, 0)
    }
}
