/// One thing in which a request is not the recorded one.
struct Difference {
    /// How far it keeps the two apart.
    let weight: Int

    /// What it is: `query item page: "2" recorded, "3" asked`.
    let text: String

    init(weight: Int, _ what: String, _ recorded: String?, _ asked: String?) {
        self.init(
            weight: weight, what, described: recorded.map(Self.quoted) ?? "nothing",
            asked.map(Self.quoted) ?? "nothing")
    }

    init(weight: Int, _ what: String, described recorded: String, _ asked: String) {
        self.weight = weight
        text = "\(what): \(recorded) recorded, \(asked) asked"
    }

    /// A short text in quotes, on one line.
    static func quoted(_ text: String) -> String {
        // Line breaks, and what a terminal might obey.
        let line = text.split { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
        return line.count > 80 ? "\"\(line.prefix(80))…\"" : "\"\(line)\""
    }
}
