import Foundation
import Qiita

/// Tags as the service writes them.
enum JSONOutput {
    /// One array, a tag to a line, with a line feed at its end.
    static func text(of tags: [Tag]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let lines = try tags.map { tag in
            "  " + String(decoding: try encoder.encode(tag), as: UTF8.self)
        }
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }
}
