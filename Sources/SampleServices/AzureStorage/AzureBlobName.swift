internal import RillHTTP

/// The name of a blob: two names are the same if their bytes are, and are ordered by these.
///
/// Strings are the same if they look alike, whichever way their letters are put together.
struct AzureBlobName: Hashable, Comparable, Sendable {
    private static let maximumLength = 1_024

    let text: String
    let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Refuses what is no name.
    func check() throws(AzureRefusal) {
        guard !bytes.isEmpty, text.utf16.count <= Self.maximumLength else { throw .inputOutOfRange }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.bytes == rhs.bytes }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }

    /// The element of a list; what has no form in XML is percent-encoded, and is said to be.
    static func element(_ name: String) -> AzureElement {
        let isLegal = name.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\t"
                || scalar == "\n" || scalar == "\r"
        }
        guard !isLegal else { return AzureElement("Name", name) }
        return AzureElement("Name", attributes: ["Encoded": "true"], PercentEncoding.encode(name))
    }
}
