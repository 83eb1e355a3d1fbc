/// A difference between a request and a recorded request.
struct Difference {
    /// The significance of the difference.
    ///
    /// The entry with the lowest total weight is the closest match.
    let weight: Int

    /// The description, for example `query item page: recorded "2", requested "3"`.
    let text: String

    init(weight: Int, _ part: String, _ recorded: String?, _ requested: String?) {
        self.init(weight: weight, part, described: Self.quoted(recorded), Self.quoted(requested))
    }

    init(weight: Int, _ part: String, described recorded: String, _ requested: String) {
        self.weight = weight
        text = "\(part): recorded \(recorded), requested \(requested)"
    }

    /// Returns a name, which is quoted unless it consists of up to 80 visible ASCII characters.
    static func name(_ text: String) -> String {
        let isPlain = (1...80).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        return isPlain ? text : quoted(text)
    }

    /// Returns a quoted single-line text, truncated to 80 characters, or the word "nothing" in place of `nil`.
    static func quoted(_ text: String?) -> String {
        guard let text else { return "nothing" }
        // Line breaks and terminal control characters are removed.
        let line = text.split { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
        return line.count > 80 ? "\"\(line.prefix(80))…\"" : "\"\(line)\""
    }
}
