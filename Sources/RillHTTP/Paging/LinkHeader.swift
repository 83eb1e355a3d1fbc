/// The links of an answer, as its `Link` fields name them: addresses, and what each is to the answer.
///
///     let header = LinkHeader(#"</tags?page=3>; rel="next", </tags?page=9>; rel="last""#)
///     header["next"]      // /tags?page=3
///
/// It reads what services make of the format: addresses that are absolute or relative, values with and without quotes,
/// several fields, several relations in one link, parameters of their own (`page="3"`), empty elements. What cannot be
/// read is left out, and ``isMalformed`` tells of it.
///
/// - SeeAlso: RFC 8288, 3 and appendix B.
public struct LinkHeader: Sendable, Hashable {
    /// No field is read further than this.
    static let byteLimit = 65_536

    /// The links in order.
    public let links: [Link]

    /// Whether something in the fields was no link, so that one may be missing; so too what lies behind the first 64 KiB of
    /// a field.
    public let isMalformed: Bool

    /// One link.
    public struct Link: Sendable, Hashable {
        /// The address as it was written: absolute, or relative to that of the answer; empty for the answer itself.
        public let target: String

        /// What the target is to the answer, in lower case: `["next"]`; empty if the link does not say.
        public let relations: [String]

        /// All that stands behind the address, the first of each name, by names in lower case; empty for a name without value.
        public let parameters: [String: String]

        init(target: String, parameters: [String: String]) {
            self.target = target
            self.parameters = parameters
            relations = HTTPToken.lowercased(parameters["rel"] ?? "")
                .utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
        }
    }

    /// Reads the value of a field.
    ///
    /// - Parameter value: The value; several joined by commas are fine.
    public init(_ value: String) {
        self.init(values: [value])
    }

    /// Reads the `Link` fields of an answer, each by itself, so that a broken one spoils no other.
    ///
    /// - Parameter fields: The header fields.
    public init(_ fields: HTTPFields) {
        self.init(values: fields[values: .link])
    }

    private init(values: [String]) {
        var links: [Link] = []
        var isMalformed = false
        for value in values {
            var parser = LinkParser(value, limit: Self.byteLimit)
            while let link = parser.next() { links.append(link) }
            if parser.isMalformed { isMalformed = true }
        }
        self.links = links
        self.isMalformed = isMalformed
    }

    /// The first address under a relation; nil if there is none.
    ///
    /// Links with an `anchor` are passed over: they tell of another resource than the answer.
    ///
    /// - Parameter relation: The relation, in any case: `next`, for example.
    /// - Returns: The address as it was written.
    public subscript(relation: String) -> String? {
        let relation = HTTPToken.lowercased(relation)
        return links.first { $0.relations.contains(relation) && $0.parameters["anchor", default: ""].isEmpty }?.target
    }
}
