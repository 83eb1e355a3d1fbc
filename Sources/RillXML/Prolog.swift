internal import Foundation

/// Validates the part of a document before its root element.
enum Prolog {
    /// Throws if the prolog contains a document type declaration, which can declare entities, or names an encoding
    /// other than UTF-8 or ASCII.
    static func check(_ data: Data) throws(XMLDecodingError) {
        var rest = data[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while let start = rest.first {
            switch start {
            case 0x09, 0x0A, 0x0D, 0x20: rest = rest.dropFirst()
            case UInt8(ascii: "<"):
                if rest.starts(with: "<?".utf8) {
                    let end = rest.firstRange(of: Data("?>".utf8))?.upperBound ?? rest.endIndex
                    if rest.starts(with: "<?xml".utf8), rest.dropFirst(5).first.map({ $0 <= 0x20 }) == true {
                        try checkEncoding(String(decoding: rest[..<end], as: UTF8.self))
                    }
                    rest = rest[end...]
                } else if rest.starts(with: "<!--".utf8) {
                    let end = rest.dropFirst(4).firstRange(of: Data("-->".utf8))?.upperBound ?? rest.endIndex
                    rest = rest[end...]
                } else if rest.starts(with: "<!".utf8) {
                    throw XMLDecodingError(
                        path: "before the root element", reason: "document type declarations are not supported")
                } else {
                    return
                }
            default:
                let found = XMLDecodingError.shown(String(decoding: rest.prefix(20), as: UTF8.self))
                throw XMLDecodingError(
                    path: "before the root element", reason: "expected XML in UTF-8, found \(found)")
            }
        }
    }

    private static func checkEncoding(_ declaration: String) throws(XMLDecodingError) {
        guard let match = declaration.firstMatch(of: #/encoding\s*=\s*["']([^"']*)["']/#) else { return }
        guard ["utf-8", "us-ascii"].contains(match.1.lowercased()) else {
            throw XMLDecodingError(
                path: "before the root element",
                reason: "unsupported encoding \(XMLDecodingError.shown(String(match.1))): use UTF-8")
        }
    }
}
