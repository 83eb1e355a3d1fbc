internal import RillHTTP

/// Redacts secrets in streams of lines, each by itself: Server-Sent Events, NDJSON, and JSON text sequences.
///
/// A stream that was canceled can end within a line. The lines before it are redacted as complete ones.
struct StreamFilter {
    let filter: SecretFilter
    let type: String

    /// Redacts all lines.
    ///
    /// Returns the body and the secrets found by their names.
    func run(on body: [UInt8]) -> (body: [UInt8], secrets: [String]) {
        var result: [UInt8] = []
        var secrets: [String] = []
        for range in BodyLines(body).ranges {
            let line = body[range]
            let value = line[StreamPayload.range(in: line, type: type)]
            var json = JSONFilter(Array(value), filter: filter)
            if !value.isEmpty, let clean = json.run() {
                result += line[..<value.startIndex] + clean
                secrets += json.secrets
            } else {
                result += text(line)
            }
        }
        return (result, secrets)
    }

    private func text(_ line: ArraySlice<UInt8>) -> [UInt8] {
        if let text = String(validating: line, as: UTF8.self) { return Array(filter.text(text).utf8) }
        // The last line can end within a character, which must not hide a secret.
        let text = String(decoding: line, as: UTF8.self)
        let clean = filter.text(text)
        return clean == text ? filter.bytes(Array(line)) : Array(clean.utf8)
    }
}

/// The parts of the lines of a stream that can be JSON.
enum StreamPayload {
    static func ranges(in body: [UInt8], type: String) -> [Range<Int>] {
        BodyLines(body).ranges.map { range(in: body[$0], type: type) }
    }

    /// Returns the range in a line, which is empty if the line contains no data.
    static func range(in line: ArraySlice<UInt8>, type: String) -> Range<Int> {
        let name = Array("data:".utf8)
        // In a JSON text sequence, each text follows a record separator.
        guard MediaType.isEventStream(type) else { return line.drop { $0 == 0x1E }.indices }
        return line.starts(with: name) ? line.dropFirst(name.count).indices : line.suffix(0).indices
    }
}

/// The lines of a body, with their terminators: LF, CR, or both.
struct BodyLines {
    /// The positions of the lines.
    let ranges: [Range<Int>]

    init(_ body: [UInt8]) {
        var ranges: [Range<Int>] = []
        var start = 0
        for (index, byte) in body.enumerated() where byte == 0x0A || byte == 0x0D {
            ranges.append(start..<index + 1)
            start = index + 1
        }
        if start < body.count { ranges.append(start..<body.count) }
        self.ranges = ranges
    }
}

extension HAR.Chunk {
    /// Returns the chunks of a body whose lines have changed their lengths.
    ///
    /// The beginning of each chunk remains in its line, so that no line arrives earlier or later than recorded.
    static func adjusted(_ chunks: [HAR.Chunk], of body: [UInt8], to redacted: [UInt8]) -> [HAR.Chunk] {
        let lines = BodyLines(body).ranges
        let redactedLines = BodyLines(redacted).ranges
        guard body != redacted, lines.count == redactedLines.count, !lines.isEmpty else { return chunks }
        var line = 0
        var end = 0
        var redactedEnd = 0
        return chunks.map { chunk in
            end += chunk.size
            while line < lines.count - 1, lines[line].upperBound <= end { line += 1 }
            let position = redactedLines[line].lowerBound + end - lines[line].lowerBound
            let start = redactedEnd
            redactedEnd = min(position, redactedLines[line].upperBound)
            return HAR.Chunk(offset: chunk.offset, size: redactedEnd - start)
        }
    }
}
