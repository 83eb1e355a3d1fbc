public import Foundation
public import RillHTTPTypes

extension ObservableConvertible<[UInt8]> {
    /// Decodes each element of a JSON array as soon as it is complete.
    ///
    ///     let tags: Observable<Tag> = chunks.jsonArray(of: Tag.self, at: "data.items")     // {"data": {"items": […]}}
    ///
    /// Elements are decoded on demand; while the subscriber is paused, no elements are decoded or emitted. Skipped
    /// values and the rest of the document after the array are not validated, except that brackets must be closed.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with a ``BodyDecodingError`` that contains the index and the path if an element
    /// cannot be decoded: `data.items[3].id: expected Int, found "12"`. Also fails if an element is too long, if the array is
    /// missing, and if the document is incomplete. The previous elements are emitted first.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The keys and indices that lead to the array, separated by periods, as the server sends them. A number is an
    ///     index if the value is an array, and a key otherwise. Defaults to the root.
    ///   - decoder: The JSON decoder. Defaults to a decoder with the default strategies.
    ///   - limit: The maximum length of an element in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the decoded elements.
    /// - Complexity: The cost of the decoder, per element. Buffers at most one chunk and one element.
    public func jsonArray<Value: Decodable & Sendable>(
        of type: Value.Type, at path: String = "", decoder: any DataDecoder = JSONDecoder(), limit: Int = 1 << 20,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        let path = path.split(separator: ".").map(String.init)
        return jsonArray(of: type, at: path, decoder: decoder, limit: limit, file: file, line: line)
    }

    /// Decodes each element of a JSON array that is nested at a path whose keys can contain periods.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The keys and indices that lead to the array, as the server sends them. An empty path is the root.
    ///   - decoder: The JSON decoder. Defaults to a decoder with the default strategies.
    ///   - limit: The maximum length of an element in bytes. Must be at least 1. Defaults to 1 MiB.
    ///   - file: The source file of the call, for error traces.
    ///   - line: The line of the call.
    /// - Returns: An observable of the decoded elements.
    public func jsonArray<Value: Decodable & Sendable>(
        of type: Value.Type, at path: [String], decoder: any DataDecoder = JSONDecoder(), limit: Int = 1 << 20,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Value> {
        precondition(limit > 0, "jsonArray: limit must be at least 1, got \(limit)")
        return asObservable().parsed(by: JSONArrayParser(path: path, limit: limit), "jsonArray", file: file, line: line)
            .map(
                { element in
                    try decoder.decodeBody(
                        type, from: element.data, at: "\(JSONArrayParser.name(of: path))[\(element.index)]")
                }, file: file, line: line)
    }
}

extension StreamingParser where Element: Decodable {
    /// Returns a parser that decodes each element of a JSON array as soon as it is complete, with the decoder of the request
    /// or of the client.
    ///
    ///     client.stream(ListTags(), as: .jsonArray(of: Tag.self, at: "items"))      // an Observable<Tag>
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The keys and indices that lead to the array, separated by periods, as the server sends them. A number is an
    ///     index if the value is an array, and a key otherwise. Defaults to the root.
    ///   - limit: The maximum length of an element in bytes. Must be at least 1. Defaults to 1 MiB.
    /// - Returns: The parser, which accepts `application/json`.
    public static func jsonArray(of type: Element.Type, at path: String = "", limit: Int = 1 << 20) -> StreamingParser {
        jsonArray(of: type, at: path.split(separator: ".").map(String.init), limit: limit)
    }

    /// Returns a parser for a JSON array that is nested at a path whose keys can contain periods.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - path: The keys and indices that lead to the array, as the server sends them. An empty path is the root.
    ///   - limit: The maximum length of an element in bytes. Must be at least 1. Defaults to 1 MiB.
    /// - Returns: The parser, which accepts `application/json`.
    public static func jsonArray(of type: Element.Type, at path: [String], limit: Int = 1 << 20) -> StreamingParser {
        precondition(limit > 0, "jsonArray: limit must be at least 1, got \(limit)")
        return StreamingParser(accept: "application/json") { exchange, decoder in
            exchange.chunks.jsonArray(of: type, at: path, decoder: decoder, limit: limit)
        }
    }
}
