public import Foundation
public import RillHTTPTypes

extension ObservableConvertible where Element == Data {
    /// Decodes each element as JSON.
    ///
    ///     let tags: Observable<[Tag]> = bodies.decode(type: [Tag].self)
    ///
    /// Use this operator for data from other sources, such as files or sockets. A ``Client`` decodes its responses
    /// automatically.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with a ``BodyDecodingError``, which names the coding path and the value found
    /// there.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The JSON decoder. Defaults to a decoder with the default strategies.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the decoded values.
    /// - Complexity: The cost of the decoder, per element.
    /// - SeeAlso: RxSwift's `decode(type:decoder:)`.
    public func decode<Value: Decodable & Sendable>(
        type: Value.Type, decoder: any DataDecoder = JSONDecoder(), file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        map(
            { data in
                do {
                    return try decoder.decode(type, from: data)
                } catch {
                    throw BodyDecodingError(error, in: data, strategy: decoder.keyDecodingStrategy)
                }
            }, file: file, line: line)
    }
}

extension BodyDecodingError {
    /// Creates an error with the coding path, the expected type and the value found: `[3].id: expected Int, found "12"`.
    ///
    /// - Parameters:
    ///   - error: The error thrown by the decoder.
    ///   - data: The decoded data.
    ///   - strategy: The key decoding strategy of the decoder.
    ///   - location: The location of the data in a larger document. Defaults to the empty string.
    ///   - line: The line number of the data in a larger document. Defaults to `nil`.
    init(
        _ error: any Error, in data: Data, strategy: JSONDecoder.KeyDecodingStrategy, at location: String = "",
        line: Int? = nil
    ) {
        let failure = DecodingFailure(
            error: error, body: data, contentType: nil, strategy: strategy, redactor: Redactor(), location: location)
        self.init(.malformed, line: line, BodyText.line(failure.text), underlying: error)
    }
}
