internal import Foundation

/// Precompressed bodies, created with zlib.
enum CodedSamples {
    /// The decompressed text of all samples except the bomb.
    static let text = String(repeating: "A rill is a very small stream. ", count: 100)

    /// The text in gzip format.
    static let gzip = decode(
        "H4sIAAAAAAACA+3JMQ0AIAxFQStfAR4qpQNDE1haQoJ78MEbL2fKGENRcu2eRzX9uVZ2n01G0zRN0zRN0/QffQGeEYrmHAwAAA==")

    /// The text in zlib format, which is the `deflate` coding of HTTP.
    static let deflate = decode(
        "eNrtyTENACAMRUErXwEeKqUDQxNYWkKCe/DBGy9nyhhDUXLtnkc1/blWdp9NRtM0TdM0TdP0H30BpqUqpQ==")

    /// The text in deflate format without the zlib header and checksum, as some servers send it.
    static let rawDeflate = Array(deflate[2..<(deflate.count - 4)])

    /// The text in zlib format, and the result in gzip format.
    static let gzippedDeflate = decode(
        "H4sIAAAAAAACA6u49fakIS+DAo+ro3Y8o5zWUmZn4Ygop6bqDwel9dNPSTgHFr2d5276d2dY2Xxft8smviD0Rb6WcdlSraUAjsiLij0AAAA=")

    /// An empty body in gzip format.
    static let emptyGzip = decode("H4sIAAAAAAACAwMAAAAAAAAAAAA=")

    /// 256 KiB of zeros in gzip format.
    static let bomb = decode(
        "H4sIAAAAAAACA+3BMQEAAADCoPVP7W0HoA" + String(repeating: "A", count: 338) + "3gAi6g7iAAAEAA==")

    /// The decompressed size of the bomb, in bytes.
    static let bombSize = 256 << 10

    private static func decode(_ text: String) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { preconditionFailure("invalid Base64: \(text)") }
        return [UInt8](data)
    }
}
