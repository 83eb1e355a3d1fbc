public import Foundation
internal import RillHTTP

/// A cassette file and its entries, for tools that list, redact, split, and check cassettes.
public struct CassetteDocument: Sendable {
    /// A description of an entry without secrets.
    public struct Summary: Sendable {
        /// The method of the request.
        public let method: String
        /// The URL of the request.
        public let url: String
        /// The status code, or 0 if there was no response.
        public let status: Int
        /// The media type of the response.
        public let type: String
        /// The size of the response body in bytes.
        public let size: Int
        /// Whether the response is a stream that was recorded until its subscriber disposed it.
        public let isEndless: Bool
        /// The date and time of the request in ISO 8601 format.
        public let date: String
        /// The duration of the exchange in milliseconds.
        public let milliseconds: Double
    }

    private let file: CassetteFile
    private let filter: SecretFilter
    private var entries: [HAR.Entry]

    /// The JSON of the file as it was read, `null` if it was written by Rill, or `nil` if it contains values that cannot be
    /// decoded.
    private var raw: JSONValue? = .null
}

extension CassetteDocument {
    /// The path of the file.
    public var path: String { file.url.path }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - names: Additional names of header fields, query items, form fields, and JSON members whose values are
    ///     secret.
    /// - Throws: A ``/RillHTTP/TransportError`` if the file cannot be read.
    public init(_ file: URL, secretNames names: Set<String> = []) throws {
        self.file = CassetteFile(url: file)
        let bytes = try self.file.read()
        entries = try self.file.entries(in: bytes, orThrow: self.file.readingError)
        raw = JSONValue(bytes)
        // A secret of one entry can also occur in any other entry.
        filter = entries.reduce(into: SecretFilter(CassetteTransport.Redaction(names: names))) { filter, entry in
            filter.learn(from: entry)
        }
    }

    /// The descriptions of the entries.
    public var summaries: [Summary] {
        entries.map { entry in
            let clean = filter.clean(entry)
            let content = clean.response.content
            return Summary(
                method: clean.request.method, url: clean.request.url, status: clean.response.status,
                type: MediaType.name(of: content.mimeType), size: content.body?.count ?? 0,
                isEndless: clean.response.isEndless, date: clean.startedDateTime,
                milliseconds: max(0, clean.time))
        }
    }

    /// Redacts the secrets in all entries, removes unused fields, and rewrites the file if anything changed.
    ///
    /// - Returns: The number of entries with secrets or unused fields.
    /// - Throws: A ``/RillHTTP/TransportError`` if a body cannot be decoded or the file cannot be written.
    public mutating func redact() throws -> Int {
        if let index = entries.firstIndex(where: { !$0.hasBodies }) {
            throw TransportError(
                .other, "cannot redact cassette \(path): log.entries[\(index)] contains a body that cannot be decoded")
        }
        let count = entries.indices.count { containsSecrets(at: $0) || hasUnusedFields(at: $0) }
        guard count > 0 || hasUnusedFields else { return 0 }
        entries = entries.map(filter.clean)
        try file.write(entries.map(CassetteFile.encode))
        raw = .null
        return count
    }

    private func containsSecrets(at index: Int) -> Bool {
        !entries[index].hasSameMessages(as: filter.clean(entries[index]))
    }

    /// Returns whether an entry of the file has fields that writing the entry would remove or change.
    private func hasUnusedFields(at index: Int) -> Bool {
        guard let value = raw?["log"]?["entries"]?[index] else { return false }
        var entry = entries[index]
        let clean = filter.clean(entry)
        entry.request.cookies = clean.request.cookies
        entry.request.queryString = clean.request.queryString
        entry.response.cookies = clean.response.cookies
        guard let written = try? JSONValue(encoding: entry) else { return true }
        return value.hasText(missingIn: written)
    }

    /// Whether the file has fields outside its entries that writing it would remove.
    private var hasUnusedFields: Bool {
        guard let raw else { return true }
        let creator = JSONValue.object(["name": .string(""), "version": .string("")])
        let entries = raw["log"]?["entries"] ?? .null
        let log = JSONValue.object(["creator": creator, "entries": entries, "version": .string("")])
        return raw.hasText(missingIn: .object(["log": log]))
    }

    /// Writes the entries of each host to a separate file next to the original, named after the host and the port.
    ///
    /// Entries without a host, such as those with a `data:` URL, are omitted.
    ///
    /// - Returns: The new files, in the order of their first entries.
    /// - Throws: A ``/RillHTTP/TransportError`` if a file exists or cannot be written.
    public func split() throws -> [CassetteDocument] {
        var documents: [CassetteDocument] = []
        for entry in entries {
            let origin = RequestKey(url: entry.request.url).origin
            // URLs such as `data:` and `blob:` have no server.
            guard origin.prefixMatch(of: #/[^:]+:\/\//#) != nil else { continue }
            let file = url(for: origin)
            if let index = documents.firstIndex(where: { $0.file.url == file }) {
                documents[index].entries.append(entry)
            } else {
                documents.append(CassetteDocument(file: CassetteFile(url: file), filter: filter, entries: [entry]))
            }
        }
        if let path = documents.first(where: { $0.file.exists })?.path {
            throw TransportError(.other, "cannot write \(path): the file exists")
        }
        for document in documents { try document.file.write(document.entries.map(CassetteFile.encode)) }
        return documents
    }

    private func url(for origin: String) -> URL {
        let host = origin.drop { $0 != "/" }.drop { $0 == "/" }
        let name = String(host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
        let base = file.url.deletingPathExtension().lastPathComponent
        let suffix = file.url.pathExtension.isEmpty ? "har" : file.url.pathExtension
        return file.url.deletingLastPathComponent().appendingPathComponent("\(base)-\(name).\(suffix)")
    }

    /// Returns the reasons why the file should be corrected or recorded again: entries that cannot be played, secrets,
    /// and a recording that is too old.
    ///
    /// - Parameter maximumAge: The maximum age, or `nil` for no limit.
    public func problems(maximumAge: Duration?) -> [String] {
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
            if containsSecrets(at: index) {
                problems.append("cassette \(self.path) contains secrets in \(path). Redact them with 'cassette redact'")
            } else if hasUnusedFields(at: index) {
                problems.append(unusedFieldsProblem(in: path))
            }
        }
        if hasUnusedFields { problems.append(unusedFieldsProblem(in: "log")) }
        let age = maximumAge.map { CassetteTransport.MaximumAge.fail(after: $0) }
        if let staleness = age?.staleness(of: file, entries) { problems.append(staleness) }
        return problems
    }

    private func unusedFieldsProblem(in path: String) -> String {
        "cassette \(self.path) contains unused fields in \(path), which can contain secrets. Remove them with 'cassette redact'"
    }
}

extension JSONValue {
    /// Whether the value is empty: `null`, an empty string, or a container of only empty values.
    private var isEmpty: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.allSatisfy(\.isEmpty)
        case .object(let members): members.values.allSatisfy(\.isEmpty)
        default: false
        }
    }

    /// Returns whether another value lacks a part of this one: a member, an element, or, in derived fields, a string.
    fileprivate func hasText(missingIn other: JSONValue, isDerived: Bool = false) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            members.contains { name, value in
                let isDerived = isDerived || ["cookies", "queryString"].contains(name)
                return others[name].map { value.hasText(missingIn: $0, isDerived: isDerived) } ?? !value.isEmpty
            }
        case (.array(let elements), .array(let others)):
            elements.count > others.count
                ? !isEmpty : zip(elements, others).contains { $0.hasText(missingIn: $1, isDerived: isDerived) }
        default: (isDerived ? self != other : kind != other.kind) && !isEmpty
        }
    }
}

extension HAR.Entry {
    /// Whether both bodies can be decoded.
    fileprivate var hasBodies: Bool {
        (request.postData == nil || request.postData?.body != nil) && response.content.body != nil
    }

    /// Returns whether another entry has the same request and response, in any encoding.
    fileprivate func hasSameMessages(as other: HAR.Entry) -> Bool {
        request.url == other.request.url && request.headers == other.request.headers
            && request.postData?.body == other.request.postData?.body
            && response.statusText == other.response.statusText && response.headers == other.response.headers
            && response.redirectURL == other.response.redirectURL && response.error == other.response.error
            && response.content.body == other.response.content.body
    }
}
