internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Makes a tree of a document.
struct TreeReader {
    let maximumDepth: Int

    func read(_ data: Data) throws(XMLDecodingError) -> Tree {
        try Prolog.check(data)
        try ParserFaults.check(data)
        let delegate = TreeDelegate(maximumDepth: maximumDepth)
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        let isRead = parser.parse()
        if let path = delegate.tooDeep {
            throw XMLDecodingError(path: path, reason: "elements are nested more than \(maximumDepth) deep")
        }
        // Foundation on Linux calls it read even where something stands behind the outermost element.
        guard isRead, parser.parserError == nil, let root = delegate.root else {
            throw XMLDecodingError(
                path: "line \(parser.lineNumber), column \(parser.columnNumber)",
                reason: data.isEmpty ? "there is no document" : "it is not well-formed XML")
        }
        return root
    }
}

/// Takes the parser's events.
private final class TreeDelegate: NSObject, XMLParserDelegate {
    private let maximumDepth: Int
    private var open: [Tree] = []
    private(set) var root: Tree?

    /// Where the document is nested too deep.
    private(set) var tooDeep: String?

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
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
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open.last?.append(text)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        open.last?.append(String(decoding: block, as: UTF8.self))
    }
}
