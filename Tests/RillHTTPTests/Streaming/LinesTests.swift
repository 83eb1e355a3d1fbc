import Rill
import RillHTTP
import RillTestSupport
import RillTesting
import Testing

@Suite struct LinesTests {
    private func lines(_ text: String, limit: Int = 100) -> [String] {
        Recording(Observable.just(Array(text.utf8)).lines(limit: limit)).elements
    }

    @Test(arguments: [
        ("", []),
        ("one", ["one"]),
        ("one\n", ["one"]),
        ("one\ntwo", ["one", "two"]),
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("\n\n", ["", ""]),
        ("\r\n\r\n", ["", ""]),
        ("a\rb\n", ["a\rb"]),
        ("a\r\r\nb\r", ["a\r", "b\r"]),
        ("\r", ["\r"]),
        ("日本\n語", ["日本", "語"]),
        ("\u{FEFF}a\n", ["\u{FEFF}a"]),
        ("a\u{2028}b\u{85}c\u{0B}\n", ["a\u{2028}b\u{85}c\u{0B}"]),
    ])
    func splitsLines(text: String, expected: [String]) {
        #expect(lines(text) == expected)
        // The same text, split into single bytes.
        let recording = Recording(Observable.from(text.utf8.map { [$0] }).lines())
        #expect(recording.elements == expected)
        #expect(recording.isComplete == (expected.count == 1))
    }

    @Test func emitsAllReceivedLinesBeforeFailure() throws {
        let scheduler = TestScheduler()
        let chunks = PublishSubject<[UInt8]>()
        let recording = Recording(chunks.lines().observeOn(scheduler, bufferSize: 4))
        chunks.onNext(Array((1...20).map { "\($0)\n" }.joined().utf8))
        chunks.onError(TransportError(.closedEarly))
        #expect(recording.elements.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(recording.elements == (1...20).map { "\($0)" })
        #expect((recording.events.last?.error as? TransportError)?.code == .closedEarly)
    }

    @Test func resultIsIndependentOfChunkBoundaries() {
        let bytes = Array("日本\r\n\r\né\u{1F600}\n\na\rb".utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                let recording = Recording(Observable.from(chunks).lines(limit: 6))
                #expect(recording.elements == ["日本", "", "é\u{1F600}", "", "a\rb"])
                #expect(recording.events.count == 6)
            }
        }
    }

    @Test func replacesInvalidUTF8PerLine() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x0A, 0xE6, 0x97, 0x0A, 0xA5, 0x0A, 0x62]
        let expected = ["a\u{FFFD}", "\u{FFFD}", "\u{FFFD}", "b"]
        #expect(Recording(Observable.just(bytes).lines()).elements == expected)
        #expect(Recording(Observable.from(bytes.map { [$0] }).lines()).elements == expected)
    }

    @Test(arguments: ["abc\nabcd\nx", "abc\nabcde\r\n", "abc\nabcd", "abc\nabcd\r", "abc\nabc\r"])
    func tooLongLineFails(text: String) throws {
        for chunks in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            let recording = Recording(Observable.from(chunks).lines(limit: 3))
            #expect(recording.elements == ["abc"])
            let error = try #require(recording.events.last?.error as? BodyDecodingError)
            #expect(error.code == .tooLong)
            #expect(error.line == 2)
            #expect("\(error)" == "line 2: exceeds the limit of 3 bytes")
        }
    }

    @Test(arguments: ["abc\nabc\r\nabc", "abc\r\n"])
    func limitExcludesLineTerminator(text: String) {
        for chunks in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            let recording = Recording(Observable.from(chunks).lines(limit: 3))
            #expect(recording.events.last?.isTerminal == true)
            #expect(recording.events.last?.error == nil)
            #expect(Set(recording.elements) == ["abc"])
        }
    }

    @Test func unterminatedLineFailsAtLimit() {
        let chunks = Observable.unfold(0) { number in ([UInt8](repeating: 0x61, count: 1_024), number + 1) }
        let recording = Recording(chunks.lines(limit: 1 << 20))
        #expect((recording.events.last?.error as? BodyDecodingError)?.code == .tooLong)
    }

    @Test func forwardsSourceErrorAfterCompleteLines() {
        struct SourceError: Error {}
        let source = Observable.just(Array("one\ntwo\nthr".utf8)).concat(.error(SourceError()))
        let recording = Recording(source.lines())
        #expect(recording.elements == ["one", "two"])
        #expect(recording.events.last?.error is SourceError)
    }

    @Test func parserStateIsPerSubscription() {
        let lines = Observable.of(Array("a\nb".utf8), Array("c\n".utf8)).lines()
        #expect(Recording(lines).elements == ["a", "bc"])
        #expect(Recording(lines).elements == ["a", "bc"])
    }

    @Test func takeStopsInMiddleOfChunk() {
        let requestedChunks = Log<Int>()
        let chunks = Observable.unfold(0) { number in
            requestedChunks.append(number)
            return (Array("a\nb\nc\n".utf8), number + 1)
        }
        #expect(Recording(chunks.lines().take(5)).elements == ["a", "b", "c", "a", "b"])
        #expect(requestedChunks.entries == [0, 1])
    }

    @Test func pausesBetweenLinesOfSameChunk() async throws {
        let requestedChunks = Log<Int>()
        let text = String(repeating: "x\n", count: 5_000)
        let chunks = Observable.unfold(0) { number -> ([UInt8], Int)? in
            requestedChunks.append(number)
            return number < 3 ? (Array(text.utf8), number + 1) : nil
        }
        // This subscriber fails if it receives more elements than it requested.
        var iterator = chunks.lines().values(bufferingPolicy: .failing(beyond: 4)).makeAsyncIterator()
        for _ in 0..<4_990 { #expect(try await iterator.next() == "x") }
        #expect(requestedChunks.entries == [0])
        var rest = 0
        while try await iterator.next() != nil { rest += 1 }
        #expect(rest == 15_000 - 4_990)
        #expect(requestedChunks.entries == [0, 1, 2, 3])
    }

    @Test func disposalWhilePausedLeaksNothing() {
        let ledger = Ledger()
        ledger.watch {
            let kit = TestKit()
            let lines = Observable.just(Array(String(repeating: "x\n", count: 100).utf8)).lines()
                .observeOn(kit.scheduler, bufferSize: 8)
            let recording = Recording(lines)
            kit.scheduler.schedule { recording.subscription.dispose() }
            kit.scheduler.advance(by: .seconds(1))
            #expect(recording.elements.count <= 8)
            #expect(recording.elements.count > 0)
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }
}
