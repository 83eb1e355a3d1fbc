import Foundation
import RillHTTP
import RillHTTPTestSupport
import RillTestSupport
import Testing

/// Tests that parsing mutated inputs neither traps nor depends on chunk boundaries.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct ParserFuzzTests {
    private static let count = 200_000

    /// Parses each input as one chunk and as several chunks, and compares the elements and failures.
    private func compare<Parser: ChunkParser<[UInt8]>>(
        _ seed: UInt64, _ corpus: [String], _ make: () -> Parser, _ location: SourceLocation = #_sourceLocation
    ) where Parser.Element: Equatable {
        var mutations = Mutations(seed: seed, corpus: corpus.map { Array($0.utf8) })
        var random = SplitMix(seed: seed)
        var elements = 0
        var failures = 0
        for number in 0..<Self.count {
            let input = mutations.next()
            let whole = outcome(make(), [input[...]])
            let split = outcome(make(), chunks(of: input, &random))
            guard whole.elements == split.elements, whole.failure == split.failure else {
                Issue.record(
                    "input \(number), \(input), was parsed as \(whole) and as \(split)", sourceLocation: location)
                return
            }
            elements += whole.elements.count
            if whole.failure != nil { failures += 1 }
        }
        // The mutations produce both elements and failures.
        #expect(elements > Self.count / 10, sourceLocation: location)
        #expect(failures > Self.count / 1_000, sourceLocation: location)
    }

    private struct Outcome<Element> {
        var elements: [Element] = []
        var failure: String?
    }

    private func outcome<Parser: ChunkParser<[UInt8]>>(
        _ parser: Parser, _ chunks: [ArraySlice<UInt8>]
    ) -> Outcome<Parser.Element> {
        var parser = parser
        var outcome = Outcome<Parser.Element>()
        do {
            for chunk in chunks {
                parser.append(Array(chunk))
                while let element = try parser.next() { outcome.elements.append(element) }
            }
            if let element = try parser.last() { outcome.elements.append(element) }
        } catch {
            outcome.failure = "\(error)"
        }
        return outcome
    }

    /// Splits an input into two to five chunks, which can be empty.
    private func chunks(of input: [UInt8], _ random: inout SplitMix) -> [ArraySlice<UInt8>] {
        let bits = random.next()
        let cuts = (0...Int(bits % 4)).map { Int(bits >> (8 + UInt64($0) * 12) & 0xFFF) % (input.count + 1) }.sorted()
        return zip([0] + cuts, cuts + [input.count]).map { input[$0..<$1] }
    }

    @Test func linesAreIndependentOfChunkBoundaries() {
        compare(1, ["one\ntwo\r\n3", "\r\n\r\n", "日\n語\r", "twelve bytes\nx"]) { LineParser(limit: 12) }
    }

    @Test func jsonLinesAreIndependentOfChunkBoundaries() {
        compare(2, ["{\"id\":1}\n{\"id\":2}\r\n", "\n \n[1,2,3]\n\"é\"", "{\"a\":{\"b\":[null,true,1.5e3]}}\n{}\n"]) {
            JSONLineParser(limit: 24)
        }
    }

    @Test func eventsAreIndependentOfChunkBoundaries() {
        // The corpus is short, because each text is parsed about a hundred thousand times.
        let corpus = [
            "\u{FEFF}data: a\nid: 1\n\n", ":\r\rdata\revent: x\r\r", "id: 日\r\ndata: 語\r\n\r\n",
            "retry: 3000\rid\r\r", "data: abcdef\ndata:g\n\n",
        ]
        compare(3, corpus) { ServerSentEventParser(lineLimit: 12, eventLimit: 8) }
    }

    @Test func parsedRangesAreConsistent() {
        let corpus = [
            "bytes 0-99/1000", "bytes 900-999/*", "bytes */1000", "bytes 9223372036854775000-9223372036854775806/*",
        ]
        var mutations = Mutations(seed: 4, corpus: corpus.map { Array($0.utf8) })
        var parsed = 0
        for _ in 0..<Self.count {
            let input = mutations.next()
            guard let range = ContentRange(input) else { continue }
            parsed += 1
            let isConsistent =
                range.bytes.map { $0.lowerBound >= 0 && $0.upperBound < range.total ?? .max } ?? (range.total != nil)
            if !isConsistent || range != ContentRange(String(decoding: input, as: UTF8.self)) {
                Issue.record("\(input) was parsed as \(range)")
                return
            }
        }
        #expect(parsed > Self.count / 20)
        #expect(parsed < Self.count / 2)
    }
}
