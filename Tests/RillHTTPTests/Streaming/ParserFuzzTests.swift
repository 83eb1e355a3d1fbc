import Foundation
import Rill
import RillHTTP
import Testing

/// That parsers trap on nothing that a server may send, and say the same wherever it is cut.
@Suite struct ParserFuzzTests {
    private static let count = 200_000

    /// Reads an input whole and in pieces, and compares what comes out, the failure too.
    private func compare<Parser: ChunkParser>(
        _ seed: UInt64, _ corpus: [String], _ make: () -> Parser, _ location: SourceLocation = #_sourceLocation
    ) where Parser.Element: Equatable {
        var mutations = Mutations(seed: seed, corpus: corpus.map { Array($0.utf8) })
        var random = SplitMix(seed: seed)
        var elements = 0
        var failures = 0
        for number in 0..<Self.count {
            let input = mutations.next()
            let whole = outcome(make(), [input[...]])
            let split = outcome(make(), pieces(of: input, &random))
            guard whole.elements == split.elements, whole.failure == split.failure else {
                Issue.record(
                    "input \(number), \(input), was read as \(whole) and as \(split)", sourceLocation: location)
                return
            }
            elements += whole.elements.count
            if whole.failure != nil { failures += 1 }
        }
        // Not all of it is refused, and not all of it is good.
        #expect(elements > Self.count / 10, sourceLocation: location)
        #expect(failures > Self.count / 1_000, sourceLocation: location)
    }

    private struct Outcome<Element> {
        var elements: [Element] = []
        var failure: String?
    }

    private func outcome<Parser: ChunkParser>(
        _ parser: Parser, _ pieces: [ArraySlice<UInt8>]
    ) -> Outcome<Parser.Element> {
        var parser = parser
        var outcome = Outcome<Parser.Element>()
        do {
            for piece in pieces {
                parser.append(Array(piece))
                while let element = try parser.next() { outcome.elements.append(element) }
            }
            if let element = try parser.last() { outcome.elements.append(element) }
        } catch {
            outcome.failure = "\(error)"
        }
        return outcome
    }

    /// Two to five pieces, some of which may be empty.
    private func pieces(of input: [UInt8], _ random: inout SplitMix) -> [ArraySlice<UInt8>] {
        let bits = random.next()
        let cuts = (0...Int(bits % 4)).map { Int(bits >> (8 + UInt64($0) * 12) & 0xFFF) % (input.count + 1) }.sorted()
        return zip([0] + cuts, cuts + [input.count]).map { input[$0..<$1] }
    }

    @Test func readsLinesAlikeHoweverTheyAreCut() {
        compare(1, ["one\ntwo\r\n3", "\r\n\r\n", "日\n語\r", "twelve bytes\nx"]) { LineParser(limit: 12) }
    }

    @Test func readsLinesOfJSONAlikeHoweverTheyAreCut() {
        compare(2, ["{\"id\":1}\n{\"id\":2}\r\n", "\n \n[1,2,3]\n\"é\"", "{\"a\":{\"b\":[null,true,1.5e3]}}\n{}\n"]) {
            JSONLineParser(limit: 24)
        }
    }

    @Test func readsEventsAlikeHoweverTheyAreCut() {
        // Short, as each is read some hundred thousand times.
        let corpus = [
            "\u{FEFF}data: a\nid: 1\n\n", ":\r\rdata\revent: x\r\r", "id: 日\r\ndata: 語\r\n\r\n",
            "retry: 3000\rid\r\r", "data: abcdef\ndata:g\n\n",
        ]
        compare(3, corpus) { ServerSentEventParser(lineLimit: 12, eventLimit: 8) }
    }

    @Test func readsRangesThatMakeSense() {
        let corpus = [
            "bytes 0-99/1000", "bytes 900-999/*", "bytes */1000", "bytes 9223372036854775000-9223372036854775806/*",
        ]
        var mutations = Mutations(seed: 4, corpus: corpus.map { Array($0.utf8) })
        var read = 0
        for _ in 0..<Self.count {
            let input = mutations.next()
            guard let range = ContentRange(input) else { continue }
            read += 1
            let isSound =
                range.bytes.map { $0.lowerBound >= 0 && $0.upperBound < range.total ?? .max } ?? (range.total != nil)
            if !isSound || range != ContentRange(String(decoding: input, as: UTF8.self)) {
                Issue.record("\(input) was read as \(range)")
                return
            }
        }
        #expect(read > Self.count / 20)
        #expect(read < Self.count / 2)
    }
}
