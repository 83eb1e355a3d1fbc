internal import Foundation
internal import RillHTTP

/// A cassette on the disk.
struct CassetteFile: Sendable {
    let url: URL

    /// The file's name, for texts.
    var name: String { url.lastPathComponent }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    // MARK: Reading

    /// Reads all entries.
    func load() throws(TransportError) -> [HAR.Entry] {
        guard exists else {
            throw failure(
                "does not exist: record it in the mode once (\(CassetteTransport.Mode.environmentVariable)=once)")
        }
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: url))
        } catch {
            throw failure("cannot be read: \(SystemFailure.reason(error))")
        }
        return try entries(in: bytes)
    }

    /// Reads all entries of a text.
    func entries(in bytes: [UInt8]) throws(TransportError) -> [HAR.Entry] {
        do {
            return try JSONCoding.decode(HAR.File.self, from: bytes).log.entries
        } catch {
            throw flaw((error as? DecodingError).map(Self.describe) ?? "it is not JSON")
        }
    }

    /// Tells of something in the file that cannot be used, and what to do.
    func flaw(_ what: String) -> TransportError {
        failure("cannot be played, as \(what): mend it, \(Self.advice)")
    }

    /// What helps whatever is wrong.
    static let advice = "or record it anew in the mode all (\(CassetteTransport.Mode.environmentVariable)=all)"

    /// Tells that two record at a time, of which one would undo what the other does.
    var conflict: TransportError {
        TransportError(.other, "\(url.path) has come into being meanwhile: record it through one transport at a time")
    }

    private func failure(_ text: String) -> TransportError {
        TransportError(.unavailable, "\(url.path) \(text)")
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
        case .typeMismatch(let type, let context): "\(place(context.codingPath)) is not \(name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
        case .dataCorrupted(let context): "\(place(context.codingPath)) does not fit its type"
        @unknown default: "it is not a HAR file"
        }
    }

    /// A path as it would be written: `log.entries[3].response.status`.
    private static func place(_ path: [any CodingKey]) -> String {
        let place = path.reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
        }
        return place.isEmpty ? "its root" : place
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is Int.Type: "a whole number"
        case is Double.Type: "a number"
        case is String.Type: "a string"
        case is [Any].Type: "an array"
        default: String(describing: type).hasPrefix("Array") ? "an array" : "an object"
        }
    }

    // MARK: Writing

    /// Makes an entry ready to be put into a file: encoded, and indented.
    static func encode(_ entry: HAR.Entry) throws -> [UInt8] {
        // The strings of JSON hold no line breaks, so that all there are may be indented.
        let lines = try JSONCoding.encode(entry, [.prettyPrinted, .sortedKeys]).split(separator: UInt8(ascii: "\n"))
        return lines.reduce(into: []) { text, line in
            text += Array((text.isEmpty ? "      " : "\n      ").utf8) + line
        }
    }

    /// Replaces the file with encoded entries in one step.
    ///
    /// A new file can be read by its owner alone; a file that is replaced keeps its permissions.
    func write(_ entries: [[UInt8]]) throws(TransportError) {
        var data = Data(
            """
            {
              "log" : {
                "creator" : {
                  "name" : "Rill",
                  "version" : "1"
                },
                "entries" : [

            """.utf8)
        for (index, entry) in entries.enumerated() {
            data += entry + Data((index < entries.count - 1 ? ",\n" : "\n").utf8)
        }
        data += Data(
            """
                ],
                "version" : "1.2"
              }
            }

            """.utf8)
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileSystemCalls().replaceFile(at: url.path, with: [UInt8](data))
        } catch let error as FileWritingError {
            throw TransportError(.other, "\(url.path) cannot be written: \(error.reason)")
        } catch {
            throw TransportError(.other, "\(url.path) cannot be written: \(SystemFailure.reason(error))")
        }
    }
}
