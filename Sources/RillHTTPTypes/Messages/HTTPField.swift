/// One header or trailer field: a name and a value.
public struct HTTPField: Sendable, Hashable {
    /// The name of the field.
    ///
    /// Names are case-insensitive.
    public var name: Name

    /// The value, without surrounding whitespace and without control characters.
    ///
    /// Assigned values are sanitized as in `init(name:value:)`.
    public var value: String {
        get { legal }
        set { self = HTTPField(name: name, value: newValue) }
    }

    private let legal: String

    /// Whether the original value contained a control character other than the tab.
    ///
    /// Requests with such a field are not sent.
    public let containsControlCharacters: Bool

    /// Creates a field and sanitizes its value.
    ///
    /// Control characters other than the tab, such as carriage return, line feed and NUL, could be used to inject
    /// header fields. Each is replaced by a space, and spaces and tabs at both ends are then removed. Sending a request
    /// with such a field fails, because its value is not the intended one. Call `isValidValue(_:)` to validate a value
    /// first.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: Name, value: String) {
        self.name = name
        legal = Self.legalValue(value)
        containsControlCharacters = !value.utf8.allSatisfy(FieldText.isLegal)
    }

    /// Creates a field from the bytes of its value.
    package init(name: Name, bytes: UnsafeBufferPointer<UInt8>) {
        self.name = name
        let text = FieldText.read(bytes)
        let isValid = HTTPField.isValidValue(bytes)
        containsControlCharacters = !isValid && !bytes.allSatisfy(FieldText.isLegal)
        legal = isValid ? text : Self.legalValue(text)
    }

    /// Creates a field from received bytes and sanitizes its value.
    ///
    /// Bytes that are not valid UTF-8 are decoded as ISO 8859-1, as in HTTP/1.1 before RFC 7230. A request that returns such
    /// a value to the server, such as a cookie, contains it in UTF-8.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - lenientValue: The bytes of the value.
    public init(name: Name, lenientValue: some Collection<UInt8>) {
        self = Array(lenientValue).withUnsafeBufferPointer { HTTPField(name: name, bytes: $0) }
    }

    /// Compares two fields by name and value.
    ///
    /// - Parameters:
    ///   - lhs: A field.
    ///   - rhs: Another field.
    /// - Returns: `true` if the names are equal, ignoring case, and the values are equal byte for byte.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.legal == rhs.legal }

    /// Hashes the name and the value.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(legal)
    }

    /// Returns whether a value can be sent unchanged.
    ///
    /// - Parameter value: The value.
    /// - Returns: `false` if the value contains a control character other than the tab, or begins or ends with a space
    ///   or a tab. An empty value is valid.
    public static func isValidValue(_ value: String) -> Bool {
        isValidValue(value.utf8)
    }

    /// Returns whether the bytes of a value can be sent unchanged.
    ///
    /// - Parameter value: The bytes. All bytes above 127 are allowed.
    /// - Returns: The same result as `isValidValue(_:)` for a string.
    public static func isValidValue(_ value: some Sequence<UInt8>) -> Bool {
        var last: UInt8?
        for byte in value {
            guard FieldText.isLegal(byte), last != nil || !FieldText.isBlank(byte) else { return false }
            last = byte
        }
        return last.map { !FieldText.isBlank($0) } ?? true
    }

    /// Returns `text` with control characters replaced by spaces and surrounding whitespace removed.
    static func legalValue(_ text: String) -> String {
        guard !isValidValue(text) else { return text }
        let bytes = text.utf8.map { FieldText.isLegal($0) ? $0 : UInt8(ascii: " ") }
        return String(String(decoding: bytes, as: UTF8.self).trimmed)
    }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
    /// The field on one line, such as `Accept: text/plain`.
    ///
    /// Values of sensitive fields, such as `Authorization`, and secrets in URLs are redacted.
    public var description: String { "\(name): \(shownValue)" }

    /// The name and the value, redacted in the same way.
    ///
    /// Used by `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name.rawName, "value": shownValue], displayStyle: .struct)
    }

    private var shownValue: String { Redactor().field(value, named: name.canonicalName) }
}
