internal import RillSystem

/// The paths of the temporary files of a download, which are in the same folder as the target so that they can be moved
/// there.
package struct DownloadPaths {
    /// The folder, with a trailing slash.
    package let folder: String

    /// The path of the partial file.
    package let part: String

    /// The path of the resumption record, or `nil` if the download cannot be resumed.
    package let record: String?

    /// The path of a nonexistent file, for determining default permissions.
    package let probe: String

    private static let maximumNameLength = 200

    /// - Parameters:
    ///   - target: The path of the complete file.
    ///   - resumes: Whether the paths must be the same for the next download.
    /// - Throws: ``FileWritingError`` if the path does not name a file.
    package init(for target: String, resumes: Bool) throws(FileWritingError) {
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        folder = slash.map { String(target[...$0]) } ?? "./"
        let name = slash.map { String(target[target.utf8.index(after: $0)...]) } ?? target
        guard !name.isEmpty, name != ".", name != "..", !target.utf8.contains(0) else {
            throw FileWritingError(path: target, reason: "the path does not name a file")
        }
        let hidden = "\(folder).\(Self.shortened(name))"
        let number = FileSystemCalls.uniqueName
        probe = "\(hidden).\(number).new"
        if resumes {
            part = "\(hidden).part"
            record = "\(hidden).part.info"
        } else {
            part = "\(hidden).\(number).part"
            record = nil
        }
    }

    /// Returns the name, shortened if necessary to leave room for the suffixes.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumNameLength else { return name }
        var beginning = ""
        for character in name.unicodeScalars {
            guard beginning.utf8.count + UTF8.width(character) <= maximumNameLength - 20 else { break }
            beginning.unicodeScalars.append(character)
        }
        return "\(beginning)~\(Self.hash(name))"
    }

    /// Returns the FNV-1a hash of a text.
    ///
    /// A non-cryptographic hash suffices to distinguish the downloads of one user.
    package static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "\(hash, digits: 16, radix: 16)"
    }
}
