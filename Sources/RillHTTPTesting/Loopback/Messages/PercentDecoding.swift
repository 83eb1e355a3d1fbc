internal import RillHTTP

/// Percent-decoding as performed by servers.
enum PercentDecoding {
    /// Splits a query into decoded name-value pairs.
    ///
    /// A `+` is decoded as a space, and a missing value as an empty string.
    static func pairs(_ query: Substring) -> [(name: String, value: String)] {
        PercentEncoding.pairs(query).map { ($0.name, $0.value ?? "") }
    }
}
