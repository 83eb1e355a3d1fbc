public import Foundation
public import Rill

extension ObservableConvertible where Element == Data {
    /// Reads each value as JSON.
    ///
    ///     let tags: Observable<[Tag]> = bodies.decode(type: [Tag].self)
    ///
    /// For data that comes from elsewhere, such as a file or a socket: a ``Client`` reads its answers itself.
    ///
    /// ## Errors
    /// Forwards the source's error; a ``JSONReadingError``, which says what stands where in the JSON.
    ///
    /// - Parameters:
    ///   - type: What to read.
    ///   - decoder: How to read it.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the read values, one for each.
    /// - Complexity: That of the decoder, per value.
    /// - SeeAlso: RxSwift's `decode(type:decoder:)`.
    public func decode<Value: Decodable & Sendable>(
        type: Value.Type, decoder: JSONDecoder = JSONDecoder(), file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        map(
            { data in
                do {
                    return try decoder.decode(type, from: data)
                } catch {
                    throw JSONReadingError(error, in: data, strategy: decoder.keyDecodingStrategy)
                }
            }, file: file, line: line)
    }
}

/// Why data could not be read as JSON: what stands where, and what was expected there.
///
///     [3].followers_count: expected Int, found "12"
public struct JSONReadingError: Error, Sendable, CustomStringConvertible {
    /// The failure in a line, without what looks like a secret.
    public let description: String

    /// What the decoder threw.
    public let underlying: any Error

    init(_ error: any Error, in data: Data, strategy: JSONDecoder.KeyDecodingStrategy) {
        let failure = DecodingFailure(
            error: error, body: data, contentType: nil, strategy: strategy, redactor: Redactor())
        description = BodyText.line(failure.text)
        underlying = error
    }
}

extension JSONReadingError: LocalizedError {
    /// The same line.
    public var errorDescription: String? { description }
}
