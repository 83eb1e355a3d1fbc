import Rill

/// Data that compresses as the files of the Autobahn test suite do.
enum CompressionData: CaseIterable, Sendable {
    case json
    case image
    case prose
    case html
    case document

    var isText: Bool { self == .json || self == .html }

    /// About 200,000 bytes.
    var bytes: [UInt8] {
        switch self {
        case .json: Self.jsonBytes
        case .image: Self.imageBytes
        case .prose: Self.proseBytes
        case .html: Self.htmlBytes
        case .document: Self.documentBytes
        }
    }

    private static let jsonBytes = text { number, word in
        "{\"id\":\(number),\"name\":\"\(word)\",\"tags\":[\"\(word)\",\"x\"],\"score\":\(number % 97)}\n"
    }
    private static let proseBytes = text { number, word in "\(word)\(number % 7 == 0 ? ".\r\n" : " ")" }
    private static let htmlBytes = text { number, word in
        "<tr class=\"row\"><td>\(number)</td><td><a href=\"/\(word)\">\(word)</a></td></tr>\n"
    }

    /// Neighboring points differ little.
    private static let imageBytes: [UInt8] = {
        var random = SplitMix(seed: 2)
        var value: UInt8 = 128
        return (0..<200_000).map { _ in
            value &+= UInt8(random.next() % 5) &- 2
            return value
        }
    }()

    /// The largest part of such a document is compressed already.
    private static let documentBytes: [UInt8] = {
        var random = SplitMix(seed: 3)
        return (0..<25_000).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    }()

    private static func text(_ line: (Int, String) -> String) -> [UInt8] {
        var random = SplitMix(seed: 1)
        let syllables = ["ba", "do", "fi", "gu", "ke", "lo", "mar", "nis", "per", "ta", "vol", "zeh"]
        var result = ""
        var number = 0
        while result.utf8.count < 200_000 {
            let word = (0...Int(random.next() % 3)).map { _ in syllables[Int(random.next() % 12)] }.joined()
            result += line(number, word)
            number += 1
        }
        return Array(result.utf8)
    }
}
