import RillSystem
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware
@testable import RillTransportConformance

/// Tests that decoding stops while the subscriber is paused.
@Suite struct ContentCodingBackPressureTests {
    private static let head = TransportEvent.head(HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"]))
    private static let bombs = Array(repeatElement(CodedSamples.bomb, count: 32).joined())
    private let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/")

    /// Subscribes to decoded events, with a subscription that pauses after each event.
    private func stepping(
        _ events: Observable<TransportEvent>
    ) -> (step: @Sendable () -> Void, log: Log<Event<TransportEvent>>) {
        let log = Log<Event<TransportEvent>>()
        let paused = Reference<PausableSubscription<TransportEvent>>()
        let subscription = PausableSubscription(events.decodingContent(of: request), "test") { event in
            log.append(event)
            paused.value?.pause()
        }
        paused.value = subscription
        return ({ subscription.open() }, log)
    }

    private func bytes(in log: Log<Event<TransportEvent>>) -> [UInt8] {
        log.entries.flatMap { if case .next(.chunk(let bytes)) = $0 { bytes } else { [UInt8]() } }
    }

    private final class Reference<Value: Sendable & AnyObject>: @unchecked Sendable {  // set before the first event
        weak var value: Value?
    }

    @Test func eachResumptionEmitsOnePiece() {
        let (step, log) = stepping(.from([Self.head, .chunk(Self.bombs)]))
        for count in 1...20 {
            step()
            #expect(log.entries.count == count)
        }
    }

    @Test func sourceIsPausedWhileAChunkIsDecoded() {
        let pulled = Log<Int>()
        let chunks = Observable<Int>.from(0..<100).map { number -> TransportEvent in
            pulled.append(number)
            return number == 0 ? Self.head : .chunk(Self.bombs)
        }
        let (step, log) = stepping(chunks)
        for _ in 0..<100 { step() }
        #expect(log.entries.count == 100)
        // The first chunk contains more than 99 elements of 64 KiB.
        #expect(pulled.entries.count <= 3)
    }

    @Test func allBytesArriveInOrderAfterPauses() {
        let body = CodedSamples.gzip + CodedSamples.bomb + CodedSamples.gzip
        let (step, log) = stepping(.from([Self.head] + body.map { TransportEvent.chunk([$0]) }))
        for _ in 0..<5_000 where log.entries.last?.isTerminal != true { step() }
        let text = Array(CodedSamples.text.utf8)
        #expect(bytes(in: log) == text + [UInt8](repeating: 0, count: CodedSamples.bombSize) + text)
        #expect(log.entries.last?.isTerminal == true)
    }

    @Test func failureFollowsBytesReceivedBefore() {
        let source = Observable<TransportEvent>.from([Self.head, .chunk(CodedSamples.bomb)])
            .concat(.error(TransportError(.closedEarly)))
        let (step, log) = stepping(source)
        for _ in 0..<1_000 where log.entries.last?.isTerminal != true { step() }
        #expect(bytes(in: log).count == CodedSamples.bombSize)
        #expect((log.entries.last?.error as? TransportError)?.code == .closedEarly)
    }

    @Test func sourceWithoutBackPressureLosesNothing() {
        let subject = PublishSubject<TransportEvent>()
        let (step, log) = stepping(subject.asObservable())
        step()
        subject.onNext(Self.head)
        for byte in CodedSamples.gzip { subject.onNext(.chunk([byte])) }
        subject.onCompleted()
        for _ in 0..<1_000 where log.entries.last?.isTerminal != true { step() }
        #expect(bytes(in: log).count == CodedSamples.text.utf8.count)
        guard case .completed? = log.entries.last else { return #expect(Bool(false), "not completed") }
    }

    /// At some depths, the operators that decode subscribe after the source has continued.
    @Test(arguments: [0, 8, 14, 16, 20, 26, 31, 40])
    func nestingDoesNotLetTheSourceRunAhead(_ depth: Int) {
        let pulled = Log<Int>()
        let chunks = Observable<Int>.from(0..<1_000).map { number -> TransportEvent in
            pulled.append(number)
            return number == 0 ? Self.head : .chunk(CodedSamples.gzip)
        }
        let nested = (0..<depth).reduce(chunks.decodingContent(of: request)) { inner, _ in .concat(inner, .empty()) }
        #expect(Recorder(nested.take(3)).values.count == 3)
        // The nested operators queue up to 64 events.
        #expect(pulled.entries.count <= 3 + 64)
    }

    @Test func disposalBeforeTheBodyStopsTheSource() {
        let ledger = Log<String>()
        let source = Observable<TransportEvent>.from([Self.head, .chunk(Self.bombs)])
            .concat(.never()).do(onDispose: { ledger.append("disposed") })
        let subscription = source.decodingContent(of: request).take(1).subscribe()
        #expect(ledger.entries == ["disposed"])
        subscription.dispose()
    }

    #if os(Linux) && compiler(>=6.3)
        /// Runs in a separate process to measure the peak memory use.
        @Test(.disabledUnderThreadSanitizer("single-threaded"))
        func highlyCompressedBodyIsDecodedInBoundedMemory() async {
            await #expect(processExitsWith: .success) {
                let encoder = try GzipEncoder(SystemZLib.library.get())
                let zeros = [UInt8](repeating: 0, count: 1 << 20)
                var body: [UInt8] = []
                for _ in 0..<256 { body += try encoder.compress(zeros) }
                body += try encoder.finish()
                let transport = StubTransport { [body] _ in
                    .respond(fields: [.contentEncoding: "gzip"], chunks: [.init(body)])
                }
                let client = Client(baseURL: "https://a.example", transport: transport)
                let before = try peakMemory()
                let count = try client.stream(Endpoint<Void>("/x"), as: .chunks).reduce(0) { $0 + $1.count }
                    .wait(timeout: .seconds(120))
                #expect(count == 256 << 20)
                #expect(try peakMemory() - before < 16)
            }
        }
    #endif
}
