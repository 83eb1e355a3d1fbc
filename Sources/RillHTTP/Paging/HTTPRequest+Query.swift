internal import RillHTTPTypes

extension HTTPRequest {
    /// Replaces pairs of the query.
    ///
    /// Each item replaces the first pair with its name, or is appended at the end.
    ///
    /// All other pairs are unchanged.
    mutating func replaceQuery(with items: QueryItems) {
        guard !items.isEmpty, let path else { return }
        let end = path.utf8.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
        let query = path.utf8[end...].dropFirst()
        var missing = items
        var pairs: [String] = []
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let name = PercentEncoding.decode(Substring(pair.prefix { $0 != UInt8(ascii: "=") }), plusIsSpace: true)
            guard items.contains(where: { $0.name == name }) else {
                pairs.append(String(Substring(pair)))
                continue
            }
            pairs += missing.filter { $0.name == name }.map { QueryItems([$0]).encoded }
            missing.removeAll { $0.name == name }
        }
        if !missing.isEmpty { pairs.append(missing.encoded) }
        self.path = path[..<end] + "?" + pairs.joined(separator: "&")
    }

    /// Returns the decoded value of the first pair with a name, or `nil` if there is none.
    func queryValue(_ name: String) -> String? {
        guard let path, let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return PercentEncoding.pairs(Substring(path.utf8[mark...].dropFirst())).first { $0.name == name }
            .map { $0.value ?? "" }
    }
}
