internal import Foundation

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// Parses a document into a tree of elements.
struct TreeReader {
    let maximumDepth: Int

    /// The maximum length in bytes that libxml2 accepts for an attribute, comment, or CDATA section.
    private static let maximumLength = 10_000_000

    func read(_ data: Data) throws(XMLDecodingError) -> Tree {
        let data = Self.normalizingLineEnds(data)
        try Prolog.check(data)
        try ParserPreconditions.check(data)
        try AttributeLimit.check(data)
        let delegate = TreeDelegate(maximumDepth: maximumDepth)
        // `XMLParser` limits `Data` to 10,000,000 bytes, but does not limit streams.
        let parser = XMLParser(stream: InputStream(data: data))
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        let isRead = parser.parse()
        if let path = delegate.pathBeyondMaximumDepth {
            throw XMLDecodingError(path: path, reason: "elements are nested more than \(maximumDepth) levels deep")
        }
        // On Linux, `parse()` returns `true` even if content follows the root element.
        guard isRead, !delegate.hasFailed, let root = delegate.root else {
            throw XMLDecodingError(
                path: "line \(parser.lineNumber), column \(parser.columnNumber)", reason: Self.reason(for: data))
        }
        return root
    }

    /// Replaces each CR LF or CR with LF (XML 1.0, 2.11), which libxml2 does not do in CDATA sections.
    private static func normalizingLineEnds(_ data: Data) -> Data {
        guard data.contains(0x0D) else { return data }
        var result = Data(capacity: data.count)
        var previous: UInt8 = 0
        for byte in data {
            if byte != 0x0A || previous != 0x0D { result.append(byte == 0x0D ? 0x0A : byte) }
            previous = byte
        }
        return result
    }

    /// Returns the reason why the parser rejected a document.
    private static func reason(for data: Data) -> String {
        if data.isEmpty { return "the document is empty" }
        // The parser reports the same error in both cases.
        let reason = "not well-formed XML"
        guard data.count > maximumLength else { return reason }
        return "\(reason), or an attribute, comment, or CDATA section exceeds \(maximumLength) bytes"
    }
}

/// Builds the tree from the parser's events.
private final class TreeDelegate: NSObject, XMLParserDelegate {
    private let maximumDepth: Int

    private var open: [Tree] = []
    private(set) var root: Tree?

    /// The path of the first element beyond the maximum depth.
    private(set) var pathBeyondMaximumDepth: String?

    /// Whether the parser has reported an error other than a warning.
    private(set) var hasFailed = false

    /// The codes of libxml2's warnings about well-formed documents, which Foundation reports as errors on Linux.
    ///
    /// They concern reserved names of processing instructions, version 1.1, `xml:lang`, namespace URIs and `xml:space`.
    private static let warnings: Set = [64, 97, 98, 99, 100, 102]

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard open.count < maximumDepth else {
            pathBeyondMaximumDepth = open.prefix(4).map(\.name).joined(separator: "/") + "/…"
            return parser.abortParsing()
        }
        let element = Tree(name: name, attributes: attributes)
        open.last?.append(element)
        open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        if !Self.warnings.contains((error as NSError).code) { hasFailed = true }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open.last?.append(text)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        open.last?.append(String(decoding: block, as: UTF8.self))
    }
}
