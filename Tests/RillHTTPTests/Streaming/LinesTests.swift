import RillHTTP
import RillHTTPTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct LinesTests {
    private func lines(_ text: String, limit: Int = 100) -> [String] {
        Recorder(Observable.just(Array(text.utf8)).lines(limit: limit)).values
    }

    @Test(arguments: [
        ("", []), ("one", ["one"]), ("one\n", ["one"]), ("one\ntwo", ["one", "two"]),
        ("one\r\ntwo\r\n", ["one", "two"]), ("\n\n", ["", ""]), ("\r\n\r\n", ["", ""]), ("a\rb\n", ["a\rb"]),
        ("a\r\r\nb\r", ["a\r", "b\r"]), ("\r", ["\r"]), ("日本\n語", ["日本", "語"]), ("\u{FEFF}a\n", ["\u{FEFF}a"]),
        ("a\u{2028}b\u{85}c\u{0B}\n", ["a\u{2028}b\u{85}c\u{0B}"]),
    ])
    func splitsLines(text: String, expected: [String]) {
        #expect(lines(text) == expected)
        // The same text, split into single bytes.
        let recorder = Recorder(Observable.from(text.utf8.map { [$0] }).lines())
        #expect(recorder.values == expected)
        #expect(recorder.hasSingleElement == (expected.count == 1))
    }

    @Test func emitsAllReceivedLinesBeforeFailure() throws {
        let scheduler = TestScheduler()
        let chunks = PublishSubject<[UInt8]>()
        let recorder = Recorder(chunks.lines().observeOn(scheduler, bufferSize: 4))
        chunks.onNext(Array((1...20).map { "\($0)\n" }.joined().utf8))
        chunks.onError(TransportError(.closedEarly))
        #expect(recorder.values.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == (1...20).map { "\($0)" })
        #expect((recorder.events.last?.error as? TransportError)?.code == .closedEarly)
    }

    @Test func resultIsIndependentOfChunkBoundaries() {
        let bytes = Array("日本\r\n\r\né\u{1F600}\n\na\rb".utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let chunks = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                let recorder = Recorder(Observable.from(chunks).lines(limit: 6))
                #expect(recorder.values == ["日本", "", "é\u{1F600}", "", "a\rb"])
                #expect(recorder.events.count == 6)
            }
        }
    }

    @Test func replacesInvalidUTF8PerLine() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x0A, 0xE6, 0x97, 0x0A, 0xA5, 0x0A, 0x62]
        let expected = ["a\u{FFFD}", "\u{FFFD}", "\u{FFFD}", "b"]
        for chunks in [[bytes], bytes.map { [$0] }] {
            #expect(Recorder(Observable.from(chunks).lines()).values == expected)
        }
    }

    @Test(arguments: ["abc\nabcd\nx", "abc\nabcde\r\n", "abc\nabcd", "abc\nabcd\r", "abc\nabc\r"])
    func tooLongLineFails(text: String) throws {
        for chunks in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            let recorder = Recorder(Observable.from(chunks).lines(limit: 3))
            #expect(recorder.values == ["abc"])
            let error = try #require(recorder.error as? BodyDecodingError)
            #expect(error.code == .tooLong)
            #expect(error.line == 2)
            #expect("\(error)" == "line 2: exceeds the limit of 3 bytes")
        }
    }

    @Test(arguments: ["abc\nabc\r\nabc", "abc\r\n"])
    func limitExcludesLineTerminator(text: String) {
        for chunks in [[Array(text.utf8)], text.utf8.map { [$0] }] {
            let recorder = Recorder(Observable.from(chunks).lines(limit: 3))
            #expect(recorder.isCompleted)
            #expect(Set(recorder.values) == ["abc"])
        }
    }

    @Test func unterminatedLineFailsAtLimit() {
        let chunks = Observable.unfold(0) { number in ([UInt8](repeating: 0x61, count: 1_024), number + 1) }
        let recorder = Recorder(chunks.lines(limit: 1 << 20))
        #expect((recorder.events.last?.error as? BodyDecodingError)?.code == .tooLong)
    }

    @Test func forwardsSourceErrorAfterCompleteLines() {
        struct SourceError: Error {}
        let source = Observable.just(Array("one\ntwo\nthr".utf8)).concat(.error(SourceError()))
        let recorder = Recorder(source.lines())
        #expect(recorder.values == ["one", "two"])
        #expect(recorder.events.last?.error is SourceError)
    }

    @Test func parserStateIsPerSubscription() {
        let lines = Observable.of(Array("a\nb".utf8), Array("c\n".utf8)).lines()
        for _ in 0..<2 { #expect(Recorder(lines).values == ["a", "bc"]) }
    }

    @Test func takeStopsInMiddleOfChunk() {
        let requestedChunks = Log<Int>()
        let chunks = Observable.unfold(0) { number in
            requestedChunks.append(number)
            return (Array("a\nb\nc\n".utf8), number + 1)
        }
        #expect(Recorder(chunks.lines().take(5)).values == ["a", "b", "c", "a", "b"])
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
            let (recorder, subscription) = lines.record()
            kit.scheduler.schedule { subscription.dispose() }
            kit.scheduler.advance(by: .seconds(1))
            #expect((1...8).contains(recorder.values.count))
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }
}
