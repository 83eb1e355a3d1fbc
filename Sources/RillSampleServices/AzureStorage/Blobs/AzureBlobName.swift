internal import RillHTTP

/// The name of a blob, compared and sorted by its bytes.
///
/// `String` compares by canonical equivalence instead, in which different byte sequences can be equal.
struct AzureBlobName: Hashable, Comparable, Sendable {
    private static let maximumLength = 1_024

    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    init(_ text: String) {
        self.init(text.utf8)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Throws if the name is invalid.
    func check() throws {
        guard !bytes.isEmpty, text.utf16.count <= Self.maximumLength else { throw AzureError("OutOfRangeInput") }
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }

    /// The `Name` element.
    ///
    /// A name with characters that are not allowed in XML is percent-encoded and marked.
    var element: AzureElement {
        let text = text
        let isLegal = text.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\t"
                || scalar == "\n" || scalar == "\r"
        }
        guard !isLegal else { return AzureElement("Name", text) }
        return AzureElement("Name", attributes: ["Encoded": "true"], PercentEncoding.encode(text))
    }
}
