extension [UInt8] {
    /// The byte order mark of UTF-8, which some servers send before a text.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
