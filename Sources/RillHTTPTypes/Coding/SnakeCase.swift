internal import Foundation

/// Conversions of names between camel case and snake case.
package enum SnakeCase {
    /// Converts a name to snake case: inserts a `_` before each capital letter that begins a word.
    package static func encode(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            guard character.isUppercase else {
                result.append(character)
                continue
            }
            let follows = index > 0 && characters[index - 1] != "_"
            let endsWord = follows && !characters[index - 1].isUppercase
            let beginsWord = follows && index + 1 < characters.count && characters[index + 1].isLowercase
            if endsWord || beginsWord { result += "_" }
            result += character.lowercased()
        }
        return result
    }

    /// Converts a name from snake case like `JSONDecoder`, which keeps leading and trailing underscores.
    package static func decode(_ name: String) -> String {
        let start = name.prefix { $0 == "_" }
        let end = name.dropFirst(start.count).reversed().prefix { $0 == "_" }
        let words = name.dropFirst(start.count).dropLast(end.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return name }
        return start + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + String(end)
    }
}
