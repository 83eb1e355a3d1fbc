internal import Digests
internal import Foundation

/// A key of a storage account, which no text shows.
public struct AccountKey: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Creates a key from the form in which Azure shows it.
    ///
    /// - Parameter text: The key in Base64; white space around it counts for nothing.
    /// - Throws: ``AccountKeyError`` if it is not Base64, or empty.
    public init(base64 text: String) throws(AccountKeyError) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let data = Data(base64Encoded: text), !data.isEmpty else { throw AccountKeyError() }
        bytes = [UInt8](data)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The key of the local emulator's account: the same for everyone, and no secret.
    public static let emulator: AccountKey = {
        let text = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
        return AccountKey([UInt8](Data(base64Encoded: text) ?? Data()))
    }()

    /// Signs a text: HMAC-SHA256, in Base64.
    func signature(of text: String) -> String {
        Data(SHA256.authenticationCode(for: text.utf8, key: bytes)).base64EncodedString()
    }
}

extension AccountKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark in the place of the key.
    public var description: String { "<redacted>" }

    /// A mark in the place of the key.
    public var debugDescription: String { description }

    /// No children, so that no dump shows the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A text that is no key of a storage account; the text itself is not repeated.
public struct AccountKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a key looks like.
    public var description: String { "an account key is Base64, as Azure shows it: this text is not" }
}
