/// The links in the `Link` header fields of a response, with their target URLs and relations.
///
///     let header = LinkHeader(#"</tags?page=3>; rel="next", </tags?page=9>; rel="last""#)
///     header["next"]      // /tags?page=3
///
/// The parser accepts the variants that services send: absolute and relative URLs, quoted and unquoted values, several
/// fields, several relations per link, extension parameters (`page="3"`) and empty elements. Invalid elements are
/// omitted and reported by ``isMalformed``.
///
/// - SeeAlso: RFC 8288, 3 and appendix B.
public struct LinkHeader: Sendable, Hashable {
    /// The maximum number of bytes that are parsed per field.
    static let byteLimit = 65_536

    /// The links in order.
    public let links: [Link]

    /// Whether the fields contain invalid elements, so that a link may be missing.
    ///
    /// Also `true` if a field is longer than 64 KiB, because the rest is not parsed.
    public let isMalformed: Bool

    /// A link with its target URL, relation types, and parameters.
    public struct Link: Sendable, Hashable {
        /// The URL as written: absolute, or relative to the URL of the response.
        ///
        /// Empty for the response itself.
        public let target: String

        /// The relation types of the link in lowercase, such as `["next"]`.
        ///
        /// Empty if the link has none.
        public let relations: [String]

        /// The parameters of the link, keyed by lowercase name.
        ///
        /// If a name is repeated, the first value is used. The value of a name without a value is empty.
        public let parameters: [String: String]

        init(target: String, parameters: [String: String]) {
            self.target = target
            self.parameters = parameters
            relations = HTTPToken.lowercased(parameters["rel"] ?? "")
                .utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
        }
    }

    /// Parses the value of a field.
    ///
    /// - Parameter value: The value. It can contain several links, separated by commas.
    public init(_ value: String) {
        self.init(values: [value])
    }

    /// Parses the `Link` fields of a response.
    ///
    /// Each field is parsed separately, so that an invalid field does not affect others.
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

    /// The target of the first link with a relation type, or `nil` if there is none.
    ///
    /// Links with an `anchor` parameter are ignored, because their context is not the response.
    ///
    /// - Parameter relation: The relation type in any case, such as `next`.
    /// - Returns: The URL as written.
    public subscript(relation: String) -> String? {
        let relation = HTTPToken.lowercased(relation)
        return links.first { $0.relations.contains(relation) && $0.parameters["anchor", default: ""].isEmpty }?.target
    }
}
