internal import Foundation

extension KeyedDecodingContainer {
    /// Decodes a URL, or returns `nil` if it is missing, null, or empty.
    ///
    /// The synthesized initializers of the models call this method instead of the one of the standard library, so that a
    /// single empty URL does not fail a whole list.
    func decodeIfPresent(_ type: URL.Type, forKey key: Key) throws -> URL? {
        guard let text = try decodeIfPresent(String.self, forKey: key), !text.isEmpty else { return nil }
        // An invalid URL is decoded again, so that the decoder describes the error.
        return try URL(string: text) ?? decode(URL.self, forKey: key)
    }
}
