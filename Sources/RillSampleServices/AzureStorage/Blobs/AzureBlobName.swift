internal import RillHTTP

/// The name of a blob, compared and sorted by its bytes.
///
/// `String` compares by canonical equivalence instead, in which different byte sequences can be equal.
struct AzureBlobName: Hashable, Comparable, Sendable {
    private static let maximumLength = 1_024

    let text: String
    let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Throws if the name is invalid.
    func check() throws {
        guard !bytes.isEmpty, text.utf16.count <= Self.maximumLength else { throw AzureError("OutOfRangeInput") }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.bytes == rhs.bytes }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }

    /// Returns a `Name` element.
    ///
    /// A name with characters that are not allowed in XML is percent-encoded and marked.
    static func element(_ name: String) -> AzureElement {
        let isLegal = name.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\t"
                || scalar == "\n" || scalar == "\r"
        }
        guard !isLegal else { return AzureElement("Name", name) }
        return AzureElement("Name", attributes: ["Encoded": "true"], PercentEncoding.encode(name))
    }
}
