internal import Foundation

extension StringProtocol {
    /// The percent-decoded text, or `nil` if it contains an invalid escape or invalid UTF-8.
    ///
    /// Unlike `removingPercentEncoding`, keeps a byte order mark at the beginning.
    public var percentDecoded: String? {
        ("x" + self).removingPercentEncoding.map { String($0.unicodeScalars.dropFirst()) }
    }
}
