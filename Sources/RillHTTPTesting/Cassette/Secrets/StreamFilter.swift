internal import RillHTTP

/// Redacts secrets in streams, each record by itself: Server-Sent Events, NDJSON, and JSON text sequences.
///
/// A stream that was canceled can end within a record. All earlier records are complete.
struct StreamFilter {
    let filter: SecretFilter
    let type: String

    /// Redacts all records and keeps the line structure.
    ///
    /// Returns the body and the secrets recognized by their names.
    func run(on body: [UInt8]) -> (body: [UInt8], secrets: [String]) {
        let parts = StreamParts(body, type: type)
        var secrets: [String] = []
        var pieces = parts.records.enumerated().map { index, record in
            clean(record.map { Array(body[$0]) }, isLast: index == parts.records.count - 1, &secrets)[...]
        }
        var result: [UInt8] = []
        for part in parts.all {
            switch part.kind {
            case .syntax: result += body[part.range]
            case .text: result += text(Array(body[part.range]))
            case .data(let record): result += pieces[record].popFirst() ?? []
            }
        }
        let isCut = body.last.map { !BodyLines.isTerminator($0) } ?? false
        return (isCut ? filter.withoutCutSecret(result) : result, secrets)
    }

    /// Redacts the lines of a record.
    private func clean(_ lines: [[UInt8]], isLast: Bool, _ secrets: inout [String]) -> [[UInt8]] {
        let joined = Array(lines.joined(separator: [0x0A]))
        guard joined.contains(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return lines }
        let clean: [UInt8]
        if let json = json(joined, &secrets) {
            clean = json
        } else if isLast, let json = json(joined, isCut: true, &secrets) {
            clean = text(json)
        } else {
            clean = text(Array(lines.map { json($0, &secrets) ?? $0 }.joined(separator: [0x0A])))
        }
        // A redacted value may have spanned several lines. Empty lines are added to keep the number of lines unchanged.
        let result = clean.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        return result + Array(repeating: [], count: max(0, lines.count - result.count))
    }

    private func json(_ text: [UInt8], isCut: Bool = false, _ secrets: inout [String]) -> [UInt8]? {
        var json = JSONFilter(text, filter: filter, isCut: isCut)
        guard let clean = json.run() else { return nil }
        secrets += json.secrets
        return clean
    }

    private func text(_ bytes: [UInt8]) -> [UInt8] {
        if let text = String(validating: bytes, as: UTF8.self) { return Array(filter.text(text).utf8) }
        // The last line can end within a character, which must not prevent a secret from being found.
        let text = String(decoding: bytes, as: UTF8.self)
        let clean = filter.text(text)
        return clean == text ? filter.bytes(bytes) : Array(clean.utf8)
    }
}

/// The parts of a stream, which together cover its whole body.
struct StreamParts {
    enum Kind {
        /// A line terminator, a record separator, or the name of a data field.
        case syntax
        /// A line without data, such as a comment.
        case text
        /// A line of a record's data.
        case data(record: Int)
    }

    private(set) var all: [(kind: Kind, range: Range<Int>)] = []

    /// The lines of each record: the data of an event, a value in NDJSON, or a JSON text after a record separator.
    private(set) var records: [[Range<Int>]] = []

    private var isInRecord = false

    init(_ body: [UInt8], type: String) {
        let name = Array("data:".utf8)
        for line in BodyLines(body).ranges {
            let content = line.lowerBound..<line.upperBound - BodyLines.terminatorLength(of: body[line])
            if MediaType.isEventStream(type) {
                if content.isEmpty {
                    isInRecord = false
                } else if body[content].starts(with: name) {
                    var start = content.lowerBound + name.count
                    if start < content.upperBound, body[start] == 0x20 { start += 1 }
                    all.append((.syntax, content.lowerBound..<start))
                    add(start..<content.upperBound)
                } else {
                    all.append((.text, content))
                }
            } else if MediaType.isTextSequence(type) {
                add(texts: content, of: body)
            } else {
                isInRecord = false
                add(content)
            }
            all.append((.syntax, content.upperBound..<line.upperBound))
        }
    }

    /// Adds a line of a JSON text sequence, in which each text follows a record separator.
    private mutating func add(texts line: Range<Int>, of body: [UInt8]) {
        var start = line.lowerBound
        for index in line where body[index] == 0x1E {
            if start < index { add(start..<index) }
            all.append((.syntax, index..<index + 1))
            isInRecord = false
            start = index + 1
        }
        add(start..<line.upperBound)
    }

    private mutating func add(_ range: Range<Int>) {
        if !isInRecord { records.append([]) }
        isInRecord = true
        records[records.count - 1].append(range)
        all.append((.data(record: records.count - 1), range))
    }

    /// Returns the data of each record, with lines separated by line feeds.
    static func texts(in body: [UInt8], type: String) -> [[UInt8]] {
        StreamParts(body, type: type).records.map { lines in Array(lines.map { body[$0] }.joined(separator: [0x0A])) }
    }
}

/// The lines of a body, with their terminators: LF, CR, or both.
struct BodyLines {
    /// The positions of the lines.
    let ranges: [Range<Int>]

    init(_ body: [UInt8]) {
        var ranges: [Range<Int>] = []
        var start = 0
        for (index, byte) in body.enumerated() where Self.isTerminator(byte) {
            if byte == 0x0D, index + 1 < body.count, body[index + 1] == 0x0A { continue }
            ranges.append(start..<index + 1)
            start = index + 1
        }
        if start < body.count { ranges.append(start..<body.count) }
        self.ranges = ranges
    }

    static func isTerminator(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    static func terminatorLength(of line: ArraySlice<UInt8>) -> Int {
        guard let last = line.last, isTerminator(last) else { return 0 }
        return last == 0x0A && line.dropLast().last == 0x0D ? 2 : 1
    }
}

extension HAR.Chunk {
    /// Returns the chunks adjusted to a redacted body, whose lines may have different lengths.
    ///
    /// Each chunk still begins in the same line, so that no line arrives earlier or later than recorded.
    static func adjusted(_ chunks: [HAR.Chunk], of body: [UInt8], to redacted: [UInt8]) -> [HAR.Chunk] {
        let lines = BodyLines(body).ranges
        let redactedLines = BodyLines(redacted).ranges
        guard body != redacted, lines.count == redactedLines.count, !lines.isEmpty else { return chunks }
        var line = 0
        var end = 0
        var redactedEnd = 0
        return chunks.map { chunk in
            // Sizes in the file are untrusted.
            end += min(max(0, chunk.size), body.count - end)
            while line < lines.count - 1, lines[line].upperBound <= end { line += 1 }
            let (original, new) = (lines[line], redactedLines[line])
            // A line is not complete until its terminator arrives.
            let missing = min(original.upperBound - end, BodyLines.terminatorLength(of: body[original]))
            let start = redactedEnd
            redactedEnd = max(start, min(new.lowerBound + end - original.lowerBound, new.upperBound - missing))
            return HAR.Chunk(offset: chunk.offset, size: redactedEnd - start)
        }
    }
}
