public import Foundation
internal import RillDigests

/// A key of a storage account, redacted in descriptions and dumps.
public struct AccountKey: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Creates a key from its Base64 form.
    ///
    /// - Parameter text: The key in Base64. Surrounding whitespace is ignored.
    /// - Throws: ``AccountKeyError`` if the text is empty or not valid Base64.
    public init(base64 text: String) throws(AccountKeyError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let data = Data(base64Encoded: text), !data.isEmpty else { throw AccountKeyError() }
        bytes = [UInt8](data)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The well-known key of the emulator's account, which is not a secret.
    public static let emulator: AccountKey = {
        let text = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
        return AccountKey([UInt8](Data(base64Encoded: text) ?? Data()))
    }()

    /// Returns the Base64-encoded HMAC-SHA256 of a text.
    func signature(of text: String) -> String {
        Data(SHA256.authenticationCode(for: text.utf8, key: bytes)).base64EncodedString()
    }
}

extension AccountKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder for the key.
    public var description: String { "<redacted>" }

    /// A placeholder for the key.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` does not reveal the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// An error for a text that is not an account key.
///
/// Does not contain the text.
public struct AccountKeyError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The expected format of the key.
    public var description: String { "invalid account key: expected Base64" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
