/// Where a download lies while it is unfinished: beside the file that it becomes, so that it can be moved there.
struct DownloadPaths {
    /// The folder, with a slash at its end.
    let folder: String

    /// What has arrived.
    let part: String

    /// What is kept to go on with it; nil if nothing is.
    let record: String?

    /// A file that does not exist.
    let probe: String

    private static let longestName = 200

    /// - Parameters:
    ///   - target: Where the file shall lie.
    ///   - resumes: Whether the next download has to find what this one leaves.
    /// - Throws: That the path names no file.
    init(for target: String, resumes: Bool) throws(FileWritingError) {
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        folder = slash.map { String(target[...$0]) } ?? "./"
        let name = slash.map { String(target[target.utf8.index(after: $0)...]) } ?? target
        guard !name.isEmpty, name != ".", name != "..", !target.utf8.contains(0) else {
            throw FileWritingError(path: target, reason: "it names no file")
        }
        let hidden = "\(folder).\(Self.shortened(name))"
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        probe = "\(hidden).\(number).new"
        if resumes {
            part = "\(hidden).part"
            record = "\(hidden).part.info"
        } else {
            part = "\(hidden).\(number).part"
            record = nil
        }
    }

    /// The name, or as much of it as leaves room for what is put behind it.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var beginning = ""
        for character in name.unicodeScalars {
            guard beginning.utf8.count + UTF8.width(character) <= longestName - 20 else { break }
            beginning.unicodeScalars.append(character)
        }
        return "\(beginning)~\(ResumptionRecord.hash(name))"
    }
}
