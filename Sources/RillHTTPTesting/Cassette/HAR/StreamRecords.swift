internal import RillHTTP

/// The records of a stream: the data of an event, a value in NDJSON, or a JSON text after a record separator.
struct StreamRecords {
    private let body: [UInt8]

    /// The lines of each record.
    private var lines: [[Range<Int>]] = []

    private var isInRecord = false

    init(_ body: [UInt8], type: String) {
        self.body = body
        let type = MediaType.name(of: type)
        let name = Array("data:".utf8)
        for line in BodyLines(body).ranges {
            let content = line.lowerBound..<line.upperBound - BodyLines.terminatorLength(of: body[line])
            if type == MediaType.eventStream {
                if content.isEmpty {
                    isInRecord = false
                } else if body[content].starts(with: name) {
                    var start = content.lowerBound + name.count
                    if start < content.upperBound, body[start] == 0x20 { start += 1 }
                    add(start..<content.upperBound)
                }
            } else if type == MediaType.textSequence {
                add(texts: content)
            } else {
                isInRecord = false
                add(content)
            }
        }
    }

    /// Adds a line of a JSON text sequence, in which each text follows a record separator.
    private mutating func add(texts line: Range<Int>) {
        var start = line.lowerBound
        for index in line where body[index] == 0x1E {
            if start < index { add(start..<index) }
            isInRecord = false
            start = index + 1
        }
        add(start..<line.upperBound)
    }

    private mutating func add(_ range: Range<Int>) {
        if !isInRecord { lines.append([]) }
        isInRecord = true
        lines[lines.count - 1].append(range)
    }

    /// The data of each record, with lines separated by line feeds.
    var texts: [[UInt8]] { lines.map { record in Array(record.map { body[$0] }.joined(separator: [0x0A])) } }

    /// The part of the body that contains each record, with blanks in place of everything but its data.
    var parts: [ArraySlice<UInt8>] {
        var data = [UInt8](repeating: 0x20, count: body.count)
        for index in lines.joined().joined() { data[index] = body[index] }
        return lines.compactMap { record in
            guard let first = record.first, let last = record.last else { return nil }
            return data[first.lowerBound..<last.upperBound]
        }
    }
}

extension BodyFormat {
    /// Returns the format of a body, in which the records of a stream can be JSON.
    init(of body: [UInt8], _ type: String) {
        self = MediaType.isStream(type) ? .stream(StreamRecords(body, type: type).parts) : BodyFormat(type)
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
