internal import Foundation

/// Precompressed bodies, created with zlib.
enum CodedSamples {
    /// The decompressed text of the samples except the bomb.
    static let text = String(repeating: "A rill is a very small stream. ", count: 100)

    /// The text in gzip format.
    static let gzip = decode(
        "H4sIAAAAAAACA+3JMQ0AIAxFQStfAR4qpQNDE1haQoJ78MEbL2fKGENRcu2eRzX9uVZ2n01G0zRN0zRN0/QffQGeEYrmHAwAAA==")

    /// The text in zlib format, which is the `deflate` coding of HTTP.
    static let deflate = decode(
        "eNrtyTENACAMRUErXwEeKqUDQxNYWkKCe/DBGy9nyhhDUXLtnkc1/blWdp9NRtM0TdM0TdP0H30BpqUqpQ==")

    /// 256 KiB of zeros in gzip format.
    static let bomb = decode(
        "H4sIAAAAAAACA+3BMQEAAADCoPVP7W0HoA" + String(repeating: "A", count: 338) + "3gAi6g7iAAAEAA==")

    /// The decompressed size of the bomb, in bytes.
    static let bombSize = 256 << 10

    static func decode(_ text: String) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { preconditionFailure("invalid Base64: \(text)") }
        return [UInt8](data)
    }
}
