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
        map({ try decoder.decodeBody(type, from: $0) }, file: file, line: line)
    }
}

extension DataDecoder {
    /// Decodes a value, or throws a ``BodyDecodingError`` with the coding path, the expected type and the value found:
    /// `[3].id: expected Int, found "12"`.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON document.
    ///   - location: The location of the data in a larger document. Defaults to the empty string.
    ///   - line: The line number of the data in a larger document. Defaults to `nil`.
    /// - Returns: The decoded value.
    func decodeBody<Value: Decodable>(
        _ type: Value.Type, from data: Data, at location: @autoclosure () -> String = "", line: Int? = nil
    ) throws -> Value {
        do {
            return try decode(type, from: data)
        } catch {
            let failure = DecodingFailure(
                error: error, body: data, contentType: nil, strategy: keyDecodingStrategy, redactor: Redactor(),
                location: location())
            throw BodyDecodingError(.malformed, line: line, BodyText.line(failure.text), underlying: error)
        }
    }
}
