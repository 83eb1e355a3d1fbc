public import Foundation

/// A decoder that reads values from XML with Foundation's `XMLParser`.
///
///     struct Page: Decodable {
///         struct Container: Decodable { let name: String }
///         struct List: Decodable { let container: [Container] }
///         let containers: List
///         let nextMarker: String?
///     }
///     var decoder = XMLDecoder()
///     decoder.capitalizesKeys = true
///     let page = try decoder.decode(Page.self, from: data)
///
/// Each key is the name of a child element, except `@name`, which is an attribute of the element, the empty key, which
/// is its text, and `*`, which is the array of all child elements in document order. Each element of a `*` array
/// decodes as if it were the only child of its parent, so that elements with different names can be decoded into an
/// array of an enumeration.
///
/// An array contains all child elements with the same name, which need not be adjacent; the array may be empty. An
/// element that has no text, child elements, or attributes decodes as `nil` if the value is optional. Whitespace is
/// preserved in strings and ignored around numbers, dates, and Booleans.
///
/// ## Safety
/// Document type declarations are rejected, so a document cannot declare internal or external entities. Documents
/// nested deeper than ``maximumDepth``, elements with more than 10,000 attributes, and encodings other than UTF-8 and
/// ASCII are rejected, too. The decoder never loads external resources.
public struct XMLDecoder: Sendable {
    /// The maximum nesting depth of elements.
    ///
    /// Must be at least 1. Values above 1,000 count as 1,000. Defaults to 64.
    public var maximumDepth = 64

    /// A Boolean value that indicates whether keys also match element and attribute names that start with a capital
    /// letter: `nextMarker` matches `NextMarker`.
    ///
    /// Defaults to `false`.
    public var capitalizesKeys = false

    /// The closure that parses dates.
    ///
    /// Defaults to ISO 8601.
    public var dates: @Sendable (String) throws -> Date = { try Date($0, strategy: .iso8601) }

    /// Creates a decoder.
    public init() {}

    /// Decodes a value from an XML document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The XML document, in UTF-8.
    ///   - root: The required name of the root element. Defaults to `nil`, which accepts any name.
    /// - Returns: The decoded value.
    /// - Throws: ``XMLDecodingError``, or an error that the type's own `init(from:)` throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data, root: String? = nil) throws -> Value {
        let tree = try TreeReader(maximumDepth: min(maximumDepth, 1_000)).read(data)
        if let root, tree.name != root {
            throw XMLDecodingError(path: tree.name, reason: "expected root element \(root)")
        }
        let decoder = TreeDecoder(elements: [tree], path: tree.name, codingPath: [], options: self)
        do {
            return try decoder.decode(type)
        } catch let error as DecodingError {
            throw XMLDecodingError(error, in: tree.name)
        }
    }
}
