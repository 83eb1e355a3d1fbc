internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Makes a tree of a document.
struct TreeReader {
    let maximumDepth: Int

    /// The maximum length of attributes, comments and CDATA sections in libxml2.
    private static let maximumLength = 10_000_000

    func read(_ data: Data) throws(XMLDecodingError) -> Tree {
        try Prolog.check(data)
        try ParserFaults.check(data)
        let groups = AttributeGroups(data)
        let delegate = TreeDelegate(maximumDepth: maximumDepth, attributeGroup: groups.name)
        // From a stream the parser takes documents of any length; from data, those of at most 10,000,000 bytes.
        let parser = XMLParser(stream: InputStream(data: groups.document))
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        let isRead = parser.parse()
        if let path = delegate.tooDeep {
            throw XMLDecodingError(path: path, reason: "elements are nested more than \(maximumDepth) deep")
        }
        // Foundation on Linux calls it read even where something stands behind the outermost element.
        guard isRead, parser.parserError == nil, !delegate.hasDuplicateAttribute, let root = delegate.root else {
            throw XMLDecodingError(
                path: "line \(parser.lineNumber), column \(parser.columnNumber)", reason: Self.reason(for: data))
        }
        return root
    }

    /// Why a document cannot be parsed.
    private static func reason(for data: Data) -> String {
        if data.isEmpty { return "there is no document" }
        // The parser does not report which of the two it is.
        let reason = "it is not well-formed XML"
        guard data.count > maximumLength else { return reason }
        return "\(reason), or an attribute, a comment or a CDATA section exceeds \(maximumLength) bytes"
    }
}

/// Takes the parser's events.
private final class TreeDelegate: NSObject, XMLParserDelegate {
    private let maximumDepth: Int

    /// The name of the elements that hold further attributes of the element around them; `nil` if there are none.
    private let attributeGroup: String?
    private var open: [Tree] = []
    private(set) var root: Tree?

    /// Where the document is nested too deep.
    private(set) var tooDeep: String?

    /// Whether an attribute occurs in several groups of its element.
    private(set) var hasDuplicateAttribute = false

    init(maximumDepth: Int, attributeGroup: String?) {
        self.maximumDepth = maximumDepth
        self.attributeGroup = attributeGroup
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if name == attributeGroup {
            guard open.last?.add(attributes) == true else {
                hasDuplicateAttribute = true
                return parser.abortParsing()
            }
            return
        }
        guard open.count < maximumDepth else {
            tooDeep = open.prefix(4).map(\.name).joined(separator: "/") + "/…"
            return parser.abortParsing()
        }
        let element = Tree(name: name, attributes: attributes)
        open.last?.append(element)
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard name != attributeGroup, let element = open.popLast() else { return }
        if open.isEmpty { root = element }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open.last?.append(text)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        open.last?.append(String(decoding: block, as: UTF8.self))
    }
}
