package import Foundation
internal import RillHTTP

/// The entries of a cassette, for programs that list, redact, split, and check files.
package struct CassetteDocument: Sendable {
    /// A description of an entry without secrets.
    package struct Summary: Sendable {
        package let method: String
        package let url: String
        /// The status code, or 0 if there was no response.
        package let status: Int
        package let type: String
        package let size: Int
        /// Whether the response is a stream that was recorded until its disposal.
        package let isEndless: Bool
        package let date: String
        package let milliseconds: Double
    }

    private let file: CassetteFile
    private let filter: SecretFilter
    private var entries: [HAR.Entry]

    /// The path of the file.
    package var path: String { file.url.path }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - names: Additional names of header fields, query items, form fields, and JSON members whose values are secret.
    /// - Throws: A ``/RillHTTP/TransportError`` if the file cannot be read.
    package init(_ file: URL, secretNames names: Set<String> = []) throws {
        self.file = CassetteFile(url: file)
        entries = try self.file.load()
        // A secret of one entry can be repeated in any other.
        filter = entries.reduce(into: SecretFilter(CassetteTransport.Redaction(names: names))) { filter, entry in
            filter.learn(from: entry.request)
            filter.learn(from: entry.response)
        }
    }

    /// The descriptions of the entries.
    package var summaries: [Summary] {
        entries.map { entry in
            let clean = filter.clean(entry)
            let content = clean.response.content
            return Summary(
                method: clean.request.method, url: clean.request.url, status: clean.response.status,
                type: MediaType.name(of: content.mimeType), size: content.body?.count ?? 0,
                isEndless: clean.response.isCancelled == true, date: clean.startedDateTime,
                milliseconds: max(0, clean.time))
        }
    }

    /// Redacts the secrets in all entries, and writes the file if it contained any.
    ///
    /// - Returns: The number of entries with secrets.
    /// - Throws: A ``/RillHTTP/TransportError`` if the file cannot be written.
    package mutating func redact() throws -> Int {
        let redacted = entries.map(filter.clean)
        let count = zip(entries, redacted).count { !$0.hasSameMessages(as: $1) }
        entries = redacted
        if count > 0 { try file.write(entries.map(CassetteFile.encode)) }
        return count
    }

    /// Writes a file for the entries of each origin, beside the original file and named after the host.
    ///
    /// - Returns: The new files, in the order of their first entries.
    /// - Throws: A ``/RillHTTP/TransportError`` if a file exists or cannot be written.
    package func split() throws -> [CassetteDocument] {
        var parts: [(origin: String, entries: [HAR.Entry])] = []
        for entry in entries {
            let origin = RequestKey(url: entry.request.url).origin
            if let index = parts.firstIndex(where: { $0.origin == origin }) {
                parts[index].entries.append(entry)
            } else {
                parts.append((origin, [entry]))
            }
        }
        let documents = parts.map { part in
            CassetteDocument(file: CassetteFile(url: url(for: part.origin)), filter: filter, entries: part.entries)
        }
        let paths = documents.map(\.path)
        if let path = documents.first(where: { $0.file.exists })?.path
            ?? paths.first(where: { path in paths.count { $0 == path } > 1 })
        {
            throw TransportError(.other, "cannot write \(path): the file exists")
        }
        for document in documents { try document.file.write(document.entries.map(CassetteFile.encode)) }
        return documents
    }

    private init(file: CassetteFile, filter: SecretFilter, entries: [HAR.Entry]) {
        self.file = file
        self.filter = filter
        self.entries = entries
    }

    private func url(for origin: String) -> URL {
        let host = origin.drop { $0 != "/" }.drop { $0 == "/" }
        let name = String(host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
        let base = file.url.deletingPathExtension().lastPathComponent
        let suffix = file.url.pathExtension.isEmpty ? "har" : file.url.pathExtension
        return file.url.deletingLastPathComponent().appendingPathComponent("\(base)-\(name).\(suffix)")
    }

    /// Returns the reasons why the file should be corrected or recorded again: entries that cannot be played, secrets, and
    /// a recording that is too old.
    ///
    /// - Parameter maximumAge: The maximum age, or `nil` for no limit.
    package func problems(maximumAge: Duration?) -> [String] {
        var problems: [String] = []
        for (index, entry) in entries.enumerated() {
            let path = "log.entries[\(index)]"
            if let data = entry.request.postData, data.body == nil {
                problems.append(file.playbackError("\(path).request.postData.text is not valid Base64").text)
            }
            do {
                _ = try PlayedResponse(entry, number: index, file: file)
            } catch {
                problems.append(error.text)
            }
            if !entry.hasSameMessages(as: filter.clean(entry)) {
                problems.append("cassette \(self.path) contains secrets in \(path). Redact them with 'cassette redact'")
            }
        }
        if let maximumAge {
            let age = CassetteTransport.MaximumAge.fail(after: maximumAge)
            problems += age.staleness(of: file, entries).map { [$0] } ?? []
        }
        return problems
    }
}

extension SecretFilter {
    /// Returns a redacted entry.
    fileprivate func clean(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        entry.request = clean(entry.request)
        entry.response = clean(entry.response)
        return entry
    }
}

extension HAR.Entry {
    /// Returns whether another entry has the same request and response, in any encoding.
    fileprivate func hasSameMessages(as other: HAR.Entry) -> Bool {
        request.url == other.request.url && request.headers == other.request.headers
            && request.postData?.body == other.request.postData?.body
            && response.statusText == other.response.statusText && response.headers == other.response.headers
            && response.redirectURL == other.response.redirectURL && response.error == other.response.error
            && response.content.body == other.response.content.body
    }
}
