public import Foundation

/// Reads values from XML: `Decodable` over Foundation's `XMLParser`.
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
/// A key is the name of an element inside another. Of the element itself, `@name` is an attribute, the empty key the text,
/// and `*` the elements inside it in their order, each as if it stood alone: so elements of several names can be read into one
/// array of an enumeration.
///
/// An array is all elements of one name, wherever they stand between others: none, one or many. An element without text,
/// elements and attributes is nil where nil is allowed. White space is kept in strings, and left aside around numbers, dates and
/// truth values.
///
/// ## Safety
/// A document type declaration is refused, and with it entities of the document's own, inside and outside; so is what is
/// nested deeper than ``maximumDepth``, and every encoding but UTF-8 and its subsets. Nothing is ever fetched.
public struct XMLDecoder: Sendable {
    /// How deep elements may be nested, one or more.
    public var maximumDepth = 64

    /// Whether a key also stands for an element, or an attribute, whose name begins with a capital: `nextMarker` for
    /// `NextMarker`.
    public var capitalizesKeys = false

    /// Reads dates; ISO 8601 unless set.
    public var dates: @Sendable (String) throws -> Date = { try Date($0, strategy: .iso8601) }

    /// Creates a decoder.
    public init() {}

    /// Reads a value from a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The document.
    ///   - root: The name that its outermost element has to have; nil for any.
    /// - Returns: The value.
    /// - Throws: ``XMLDecodingError``, or what the type's own code throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, root: String? = nil
    ) throws -> Value {
        let tree = try TreeReader(maximumDepth: maximumDepth).read(data)
        if let root, tree.name != root {
            throw XMLDecodingError(path: tree.name, reason: "expected the element \(root)")
        }
        let decoder = TreeDecoder(elements: [tree], path: tree.name, codingPath: [], options: self)
        do {
            return try decoder.value(as: type)
        } catch let error as DecodingError {
            throw XMLDecodingError(error, in: tree.name)
        }
    }
}
