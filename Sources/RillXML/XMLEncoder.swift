public import Foundation

/// Writes values as XML, by the keys that ``XMLDecoder`` reads: names of elements, `@name` for an attribute, the empty key for
/// the text, `*` for elements of several names in one order.
///
///     struct Message: Encodable { let messageText: String }
///     var encoder = XMLEncoder()
///     encoder.capitalizesKeys = true
///     let data = try encoder.encode(Message(messageText: "a < b"), root: "QueueMessage")
///
/// Elements stand in the order in which the value encodes them. An array is one element for each of its own; nil is left out.
public struct XMLEncoder: Sendable {
    /// Whether the names of elements and attributes begin with a capital, whatever the keys do: `MessageText` for `messageText`.
    public var capitalizesKeys = false

    /// Writes dates; ISO 8601 unless set.
    public var dates: @Sendable (Date) -> String = { $0.formatted(.iso8601) }

    /// Creates an encoder.
    public init() {}

    /// Writes a value as a document in UTF-8, with a declaration and without white space between the elements.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the outermost element.
    /// - Returns: The document.
    /// - Throws: ``XMLEncodingError``, or what the value's own code throws.
    public func encode(_ value: some Encodable, root: String) throws -> Data {
        let element = Branch(name: root)
        try TreeEncoder(slot: BranchSlot(of: element), codingPath: [], options: self).write(value)
        var writer = TreeWriter()
        try writer.write(element, path: root)
        return Data(("<?xml version=\"1.0\" encoding=\"utf-8\"?>" + writer.text).utf8)
    }
}

/// Why a value has no form in XML.
public struct XMLEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which element it would be.
    public let path: String

    /// What is wrong with it.
    public let reason: String

    /// The place and the reason.
    public var description: String { "\(path): \(reason)" }
}
