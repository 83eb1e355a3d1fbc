import RillHTTP
import Testing

/// Unit tests with examples from the WHATWG specification and its test suite.
@Suite struct ServerSentEventParserTests {
    typealias Item = ServerSentEventParser.Item

    private func items(_ bytes: [UInt8], chunkSize: Int = .max, limit: Int = 1_000) throws -> [Item] {
        var parser = ServerSentEventParser(lineLimit: limit, eventLimit: limit)
        return try parser.all(of: bytes, chunkSize: chunkSize)
    }

    private static func event(_ data: String, type: String = "message", id: String = "") -> Item {
        .event(ServerSentEvent(type: type, data: data, id: id))
    }

    /// Parses a text as one chunk and as chunks of several sizes, with each kind of line break.
    private func expect(
        _ text: String, _ expected: [Item], breaks: [String] = ["\n", "\r\n", "\r"],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for lineBreak in breaks {
            let bytes = Array(text.unicodeScalars.map { $0 == "\n" ? lineBreak : String($0) }.joined().utf8)
            for chunkSize in [Int.max, 1, 2, 3, 7] {
                let found = try items(bytes, chunkSize: chunkSize)
                #expect(found == expected, "\(lineBreak.debugDescription), \(chunkSize)", sourceLocation: location)
            }
        }
    }

    private static let examples: [(text: String, items: [Item])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [event("first event", id: "1"), event("second event"), event(" third event")]
        ),
        ("data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
        ("data:test\n\ndata: test\n\n", [event("test"), event("test")]),
        (
            "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
            [event("73857293", type: "add"), event("2153", type: "remove")]
        ),
    ]

    private static let fields: [(text: String, items: [Item])] = [
        // Comments and unknown fields are ignored.
        (
            ": comment\n:\n:data: no\ndatax: no\nDATA: no\n data: no\ndata : no\nid : no\nx\n\ndata: yes\n\n",
            [event("yes")]
        ),
        // The type is reset, and the identifier is kept.
        (
            "event: a\nid: 7\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\n\nevent: c\nevent:\ndata: 4\n\n",
            [event("1", type: "a", id: "7"), event("2", id: "7"), event("3", id: "7"), event("4", id: "7")]
        ),
        (
            "id: 5\n\nid: 5\n\n\ndata: x\n\nid\n\n",
            [.lastEventID("5"), event("x", id: "5"), .lastEventID("")]
        ),
        // Without the empty line, the identifier is not updated.
        ("data: x\n\nid: 9\n", [event("x")]),
        // An identifier with NUL is ignored.
        ("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [event("a", id: "1"), event("b", id: "1")]),
        // A delay consists of digits.
        (
            "retry: 3000\nretry: -1\nretry: 1.5\nretry: 1s\nretry\nretry:\nretry:  5\nretry: ５\nretry:0\n",
            [.retry(.seconds(3)), .retry(.zero)]
        ),
        ("retry: 99999999999999999999999999999999\n", [.retry(.seconds(86_400))]),
    ]

    private static let ends: [(text: String, items: [Item])] = [
        // Incomplete events are discarded.
        ("data: a\n\ndata: b\n", [event("a")]), ("data: a\n\ndata: b", [event("a")]), ("data: a", []), ("", []),
        // One byte order mark at the beginning is skipped.
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\ndata: \u{FEFF}c\n\n", [event("a"), event("\u{FEFF}c")]),
        ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [event("b")]), ("\u{FEFF}\ndata: b\n\n", [event("b")]),
    ]

    @Test(arguments: examples + fields + ends)
    func parsesTextWithAnyLineBreaks(text: String, items: [Item]) throws {
        try expect(text, items)
    }

    @Test func acceptsMixedLineBreaks() throws {
        try expect(
            "data: a\r\ndata: b\rdata: c\n\r\ndata: d\n\r", [Self.event("a\nb\nc"), Self.event("d")],
            breaks: ["\n"])
        // CR CR LF terminates a line and an empty line.
        try expect("data: a\r\r\ndata: b\r\r", [Self.event("a"), Self.event("b")], breaks: ["\n"])
    }

    @Test func emitsEventAtTerminatingCR() throws {
        var parser = ServerSentEventParser(lineLimit: 100, eventLimit: 100)
        parser.append(Array("data: a\r\n\r".utf8))
        #expect(try parser.next() == Self.event("a"))
        parser.append(Array("\ndata: b\n".utf8))
        #expect(try parser.next() == nil)
        parser.append(Array("\n".utf8))
        #expect(try parser.next() == Self.event("b"))
    }

    @Test func replacesInvalidUTF8() throws {
        let bytes: [UInt8] =
            Array("data: a".utf8) + [0xE6, 0x97] + Array("\ndata: ".utf8) + [0xA5] + Array("日\n\n".utf8)
        for chunkSize in [Int.max, 1, 2] {
            #expect(try items(bytes, chunkSize: chunkSize) == [Self.event("a\u{FFFD}\n\u{FFFD}日")])
        }
    }

    @Test func continuesWithInitialIdentifier() throws {
        var parser = ServerSentEventParser(lastEventID: "41", lineLimit: 100, eventLimit: 100)
        let found = try parser.all(of: Array("data: a\n\nid: 42\ndata: b\n\n".utf8))
        #expect(found == [Self.event("a", id: "41"), Self.event("b", id: "42")])
    }

    @Test func limitsLinesAndEventData() {
        for chunkSize in [Int.max, 1, 3] {
            let long = Array("data: a\n\ndata: 1234567890\n\n".utf8)
            #expect { try items(long, chunkSize: chunkSize, limit: 12) } throws: {
                "\($0)" == "line 3: exceeds the limit of 12 bytes"
            }
            let many = Array("data: a\n\ndata: 1234\ndata: 5678\ndata: 90ab\n\n".utf8)
            #expect { try items(many, chunkSize: chunkSize, limit: 12) } throws: {
                "\($0)" == "line 5: event data exceeds the limit of 12 bytes"
            }
        }
    }
}

extension ChunkParser<[UInt8]> {
    /// Returns the elements parsed from bytes that are split into chunks of equal size.
    mutating func all(of bytes: [UInt8], chunkSize: Int = .max) throws -> [Element] {
        try all(
            of: stride(from: 0, to: bytes.count, by: min(chunkSize, max(bytes.count, 1))).map {
                bytes[$0..<min($0 + min(chunkSize, bytes.count), bytes.count)]
            })
    }

    /// Returns the elements parsed from chunks.
    mutating func all(of chunks: [ArraySlice<UInt8>]) throws -> [Element] {
        var elements: [Element] = []
        for chunk in chunks {
            append(Array(chunk))
            while let element = try next() { elements.append(element) }
        }
        if let element = try last() { elements.append(element) }
        return elements
    }
}
