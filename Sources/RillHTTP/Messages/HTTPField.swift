/// One header or trailer field: a name and a value.
public struct HTTPField: Sendable, Hashable {
    /// The name, compared without regard to case.
    public var name: Name

    /// The value, without spaces around it and without control characters.
    ///
    /// What is assigned is made legal, as in `init(name:value:)`.
    public var value: String {
        get { legal }
        set { self = HTTPField(name: name, value: newValue) }
    }

    private let legal: String

    /// Whether the value that was given held a control character: a request with such a field is not sent.
    package let isForged: Bool

    /// Creates a field, and makes its value legal.
    ///
    /// Carriage return, line feed, NUL and the other control characters except the tab would let a value forge further
    /// fields. Each is replaced by a space; after that, spaces and tabs at both ends are dropped. A request with such a
    /// field is refused when it is sent, as the value is not what it was meant to be; ask `isValidValue(_:)` to know before.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: Name, value: String) {
        self.name = name
        legal = Self.legalValue(value)
        isForged = !value.utf8.allSatisfy(FieldText.isLegal)
    }

    /// Creates a field from the bytes of its value.
    init(name: Name, bytes: UnsafeBufferPointer<UInt8>) {
        self.name = name
        let text = FieldText.read(bytes)
        isForged = false
        legal = HTTPField.isValidValue(bytes) ? text : Self.legalValue(text)
    }

    /// Creates a field from bytes as they came from the wire, and makes its value legal.
    ///
    /// Bytes that are not UTF-8 are read as ISO 8859-1, as HTTP/1.1 did before RFC 7230.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - lenientValue: The bytes of the value.
    public init(name: Name, lenientValue: some Collection<UInt8>) {
        self = Array(lenientValue).withUnsafeBufferPointer { HTTPField(name: name, bytes: $0) }
    }

    /// Compares name and value.
    ///
    /// - Parameters:
    ///   - lhs: A field.
    ///   - rhs: Another field.
    /// - Returns: Whether the names are equal without regard to case, and the values byte for byte.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.legal == rhs.legal }

    /// Feeds name and value to the hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(legal)
    }

    /// Whether a value can be sent as it is.
    ///
    /// - Parameter value: The value.
    /// - Returns: False if it holds a carriage return, a line feed, NUL or another control character except the tab, or
    ///   if it begins or ends with a space or a tab. The empty value can be sent.
    public static func isValidValue(_ value: String) -> Bool {
        let bytes = value.utf8
        guard let first = bytes.first, let last = bytes.last else { return true }
        return !FieldText.isBlank(first) && !FieldText.isBlank(last) && bytes.allSatisfy(FieldText.isLegal)
    }

    /// Whether the bytes of a value can be sent as they are.
    ///
    /// - Parameter value: The bytes; those above 127 are all legal.
    /// - Returns: What `isValidValue(_:)` returns for a string.
    public static func isValidValue(_ value: some Sequence<UInt8>) -> Bool {
        var last: UInt8?
        for byte in value {
            guard FieldText.isLegal(byte), last != nil || !FieldText.isBlank(byte) else { return false }
            last = byte
        }
        return last.map { !FieldText.isBlank($0) } ?? true
    }

    /// Returns `text` with control characters replaced by spaces and without blanks at both ends.
    static func legalValue(_ text: String) -> String {
        guard !isValidValue(text) else { return text }
        let bytes = text.utf8.map { FieldText.isLegal($0) ? $0 : UInt8(ascii: " ") }
        guard let first = bytes.firstIndex(where: { !FieldText.isBlank($0) }),
            let last = bytes.lastIndex(where: { !FieldText.isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
    /// The field as one line, `Accept: text/plain`; the values of `Authorization`, cookies and the like are hidden.
    public var description: String { "\(name): \(shownValue)" }

    /// The name and the value, hidden in the same way: what `dump` prints.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name.rawName, "value": shownValue], displayStyle: .struct)
    }

    private var shownValue: String { name.isSecret ? "<redacted>" : value }
}
