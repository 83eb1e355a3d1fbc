public import Foundation
public import Rill

extension HTTPBody {
    /// Encodes a JSON value, which can be a literal.
    ///
    ///     .json(["title": "Rill", "tags": ["swift", nil], "author": .string(name)])
    ///
    /// - Parameter value: The value.
    /// - Returns: A body of type `application/json`, with sorted keys.
    public static func json(_ value: JSONValue) -> HTTPBody {
        HTTPBody(value.bytes, contentType: "application/json")
    }

    /// Encodes a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The JSON encoder. Defaults to one that sorts keys, so that equal values have equal bodies.
    /// - Returns: A body of type `application/json`. If the value cannot be encoded, the request fails with the encoder's
    ///   error.
    @_disfavoredOverload  // a literal such as `["a": 1]` is a `JSONValue`
    public static func json(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
        HTTPBody { HTTPBody(try (encoder ?? makeEncoder()).encode(value), contentType: "application/json") }
    }

    /// Encodes a patch that replaces some values of an object: a JSON Merge Patch.
    ///
    ///     .mergePatch(["title": "Rill 1.0", "draft": nil])           // replaces the title and removes the draft
    ///
    /// - Parameter value: The new values. `null` removes a key.
    /// - Returns: A body of type `application/merge-patch+json`.
    /// - SeeAlso: RFC 7396.
    public static func mergePatch(_ value: JSONValue) -> HTTPBody {
        HTTPBody(value.bytes, contentType: "application/merge-patch+json")
    }

    /// Encodes a patch that replaces some values of an object with the properties of a value: a JSON Merge Patch.
    ///
    /// The synthesized `Encodable` conformance omits properties that are `nil`, so the patch does not change them. To remove a
    /// key, encode `null`.
    ///
    /// - Parameters:
    ///   - value: The new values.
    ///   - encoder: The JSON encoder. Defaults to one that sorts keys, so that equal values have equal bodies.
    /// - Returns: A body of type `application/merge-patch+json`. If the value cannot be encoded, the request fails with
    ///   the encoder's error.
    /// - SeeAlso: RFC 7396.
    @_disfavoredOverload  // a literal such as `["a": 1]` is a `JSONValue`
    public static func mergePatch(_ value: some Encodable, encoder: JSONEncoder? = nil) -> HTTPBody {
        HTTPBody {
            HTTPBody(try (encoder ?? makeEncoder()).encode(value), contentType: "application/merge-patch+json")
        }
    }

    /// Encodes each element of a stream as a line of JSON: NDJSON, also known as JSON Lines.
    ///
    /// The request fails if an element cannot be encoded. Otherwise, the body behaves like `stream(_:count:contentType:)`.
    ///
    /// - Parameters:
    ///   - values: The values. The observable must emit all of them for each subscription, because each attempt to send the
    ///     request subscribes again.
    ///   - encoder: The JSON encoder, which must not insert line breaks. Defaults to one that sorts keys.
    /// - Returns: A body of type `application/x-ndjson`, without a length.
    /// - SeeAlso: <https://github.com/ndjson/ndjson-spec>
    public static func ndjson(
        _ values: Observable<some Encodable & Sendable>, encoder: JSONEncoder? = nil
    ) -> HTTPBody {
        let encoder = encoder ?? makeEncoder()
        return .stream(
            values.map { try [UInt8](encoder.encode($0)) + [UInt8(ascii: "\n")] }, contentType: "application/x-ndjson")
    }

    /// Encodes the elements of a stream as a JSON array.
    ///
    /// The request fails if an element cannot be encoded. Otherwise, the body behaves like `stream(_:count:contentType:)`.
    ///
    /// - Parameters:
    ///   - values: The elements. The observable must emit all of them for each subscription, because each attempt to send the
    ///     request subscribes again.
    ///   - encoder: The JSON encoder. Defaults to one that sorts keys.
    /// - Returns: A body of type `application/json`, without a length.
    public static func jsonArray(
        _ values: Observable<some Encodable & Sendable>, encoder: JSONEncoder? = nil
    ) -> HTTPBody {
        let encoder = encoder ?? makeEncoder()
        let elements = values.enumerated().map { element in
            (element.index == 0 ? [] : [UInt8(ascii: ",")]) + [UInt8](try encoder.encode(element.element))
        }
        return .stream(
            elements.startWith([UInt8(ascii: "[")]).concat(.just([UInt8(ascii: "]")])), contentType: "application/json")
    }

    private static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
