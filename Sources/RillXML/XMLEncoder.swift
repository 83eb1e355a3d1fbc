public import Foundation

/// An encoder that writes values as XML, with the same keys as ``XMLDecoder``: element names, `@name` for attributes, the empty key
/// for the text, and `*` for an ordered array of elements with different names.
///
///     struct Message: Encodable { let messageText: String }
///     var encoder = XMLEncoder()
///     encoder.capitalizesKeys = true
///     let data = try encoder.encode(Message(messageText: "a < b"), root: "QueueMessage")
///
/// Elements are written in encoding order. An array becomes one element per array element, and `nil` is omitted.
public struct XMLEncoder: Sendable {
    /// A Boolean value that indicates whether the first letter of element and attribute names is capitalized:
    /// `messageText` is written as `MessageText`.
    ///
    /// Defaults to `false`.
    public var capitalizesKeys = false

    /// The closure that formats dates.
    ///
    /// Defaults to ISO 8601 without fractional seconds, for the years 1 to 9999.
    public var dates: @Sendable (Date) throws -> String = { date in
        guard -62_135_596_800.0..<253_402_300_800.0 ~= date.timeIntervalSince1970 else { throw CocoaError(.formatting) }
        return date.formatted(.iso8601)
    }

    /// Creates an encoder.
    public init() {}

    /// Encodes a value as a UTF-8 document with an XML declaration and without whitespace between elements.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - root: The name of the root element.
    /// - Returns: The document.
    /// - Throws: ``XMLEncodingError``, or an error that the value's own `encode(to:)` throws.
    public func encode(_ value: some Encodable, root: String) throws -> Data {
        let element = Branch(name: root)
        try TreeEncoder(slot: BranchSlot(of: element), codingPath: [], options: self).encode(value)
        var writer = TreeWriter()
        try writer.write(element, path: root)
        return Data(("<?xml version=\"1.0\" encoding=\"utf-8\"?>" + writer.text).utf8)
    }
}

/// An error that describes why a value cannot be represented in XML.
public struct XMLEncodingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The path of the element that cannot be encoded.
    public let path: String

    /// The reason for the failure.
    public let reason: String

    /// The path and the reason for the failure.
    public var description: String { "\(path): \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
