internal import RillHTTP

/// Percent-decoding as performed by servers.
package enum PercentDecoding {
    /// Splits a query into decoded name-value pairs.
    ///
    /// A missing value is decoded as an empty string.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - plusIsSpace: Whether `+` is a space. Defaults to `true`.
    package static func pairs(_ query: Substring, plusIsSpace: Bool = true) -> [(name: String, value: String)] {
        PercentEncoding.pairs(query, plusIsSpace: plusIsSpace).map { ($0.name, $0.value ?? "") }
    }
}
