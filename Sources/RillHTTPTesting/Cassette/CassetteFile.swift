internal import Foundation
internal import RillHTTP
internal import RillSystem

/// A cassette file.
struct CassetteFile: Sendable {
    let url: URL

    /// The file name, for messages.
    var name: String { url.lastPathComponent }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The absolute path without symbolic links, which identifies the file.
    var location: String {
        let url = url.standardizedFileURL
        // Foundation resolves only existing paths, and the file may not exist yet.
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.appendingPathComponent(url.lastPathComponent).resolvingSymlinksInPath().path
    }

    // MARK: Reading

    /// Reads all entries.
    func load() throws(TransportError) -> [HAR.Entry] { try entries(in: read(), orThrow: playbackError) }

    /// Reads the file.
    func read() throws(TransportError) -> [UInt8] {
        guard exists else {
            throw TransportError(
                .unavailable, .noRecordedResponse,
                "cassette \(url.path) does not exist. Record it with \(CassetteTransport.Mode.environmentVariable)=once"
            )
        }
        do {
            return try [UInt8](Data(contentsOf: url))
        } catch {
            throw readingError(SystemFailure.reason(error))
        }
    }

    /// Decodes all entries of a HAR document, or throws the error that a closure creates from the reason.
    func entries(
        in bytes: [UInt8], orThrow failure: (_ reason: String) -> TransportError
    ) throws(TransportError) -> [HAR.Entry] {
        do {
            return try JSONDecoder().decode(HAR.File.self, from: Data(bytes)).log.entries
        } catch {
            throw failure((error as? DecodingError).map(Self.describe) ?? "not valid JSON")
        }
    }

    /// Returns an error for a file that cannot be read.
    func readingError(_ reason: String) -> TransportError {
        TransportError(.unavailable, "cannot read cassette \(url.path): \(reason)")
    }

    /// Returns an error for a file that cannot be played, with advice on how to resolve the problem.
    func playbackError(_ reason: String) -> TransportError {
        TransportError(
            .unavailable,
            "cannot play cassette \(url.path): \(reason). Fix the file, or \(CassetteTransport.recordingAdvice)")
    }

    /// The error that is thrown when two transports record the same file at the same time.
    var conflict: TransportError {
        TransportError(
            .other,
            "cannot record cassette \(url.path): the file was created during the recording. "
                + "Record it with one transport at a time")
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context): "\(path(context.codingPath)) is not \(name(of: type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "not valid JSON"
        case .dataCorrupted(let context): "\(path(context.codingPath)) has an invalid value"
        @unknown default: "not a HAR file"
        }
    }

    /// The key path of a value, for example `log.entries[3].response.status`.
    private static func path(_ keys: [any CodingKey]) -> String {
        let path = keys.reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
        }
        return path.isEmpty ? "the root value" : path
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is Int.Type: "an integer"
        case is Double.Type: "a number"
        case is String.Type: "a string"
        default: String(describing: type).hasPrefix("Array") ? "an array" : "an object"
        }
    }

    // MARK: Writing

    /// Encodes an entry as indented JSON that begins on a new line.
    static func encode(_ entry: HAR.Entry) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // JSON strings contain no line breaks, so every line can be indented.
        let lines = try encoder.encode(entry).split(separator: UInt8(ascii: "\n"))
        return lines.flatMap { "\n      ".utf8 + $0 }
    }

    /// Replaces the file atomically with encoded entries.
    ///
    /// A new file is readable only by its owner. A replaced file keeps its permissions.
    func write(_ entries: [[UInt8]]) throws(TransportError) {
        var data = Array(
            """
            {
              "log" : {
                "creator" : {
                  "name" : "Rill",
                  "version" : "1"
                },
                "entries" : [
            """.utf8)
        for (index, entry) in entries.enumerated() { data += (index > 0 ? Array(",".utf8) : []) + entry }
        data +=
            """

                ],
                "version" : "1.2"
              }
            }

            """.utf8
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileSystemCalls().replaceFile(at: url.path, with: data)
        } catch {
            throw TransportError(.other, "cannot write cassette \(url.path): \(SystemFailure.text(error))")
        }
    }
}
