@testable import RillTransportConformance

/// Bodies that only a decoder distinguishes.
extension CodedSamples {
    /// The text in deflate format without the zlib header and checksum, as some servers send it.
    static let rawDeflate = Array(deflate[2..<(deflate.count - 4)])

    /// The text in zlib format, and the result in gzip format.
    static let gzippedDeflate = decode(
        "H4sIAAAAAAACA6u49fakIS+DAo+ro3Y8o5zWUmZn4Ygop6bqDwel9dNPSTgHFr2d5276d2dY2Xxft8smviD0Rb6WcdlSraUAjsiLij0AAAA=")

    /// An empty body in gzip format.
    static let emptyGzip = decode("H4sIAAAAAAACAwMAAAAAAAAAAAA=")
}
