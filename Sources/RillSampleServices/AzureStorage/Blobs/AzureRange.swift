/// Parses the byte range of a request.
enum AzureRange {
    /// Parses `bytes=0-3` or `bytes=4-` in `x-ms-range` or `Range`.
    ///
    /// Returns `nil` if there is no range.
    static func read(_ request: AzureRequest, size: Int) throws(AzureError) -> Range<Int>? {
        let own = request.header("x-ms-range")
        guard let text = own ?? request.header("Range") else { return nil }
        let name = own == nil ? "Range" : "x-ms-range"
        guard let match = text.wholeMatch(of: #/bytes=(\d{1,18})-(\d{0,18})/#), let first = Int(match.1) else {
            throw .invalidHeader(name, text)
        }
        let last = match.2.isEmpty ? Int.max - 1 : Int(match.2) ?? -1
        guard first <= last else { throw .invalidHeader(name, text) }
        guard first < size else { throw .invalidRange(size: size) }
        return first..<min(last + 1, size)
    }
}
