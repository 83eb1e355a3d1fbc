import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillWebSocket

/// Readers, writers, and time limits of connections, in virtual time.
@Suite(.ledger) struct SessionTests {
    private let kit = TestKit()

    private func client(_ server: some Transport) -> Client {
        Client(baseURL: "http://test", transport: server, scheduler: kit.scheduler)
    }

    private func bytes(_ texts: String...) -> [UInt8] { texts.flatMap { WireFrame.text($0).bytes(mask: nil) } }

    // MARK: Readers

    @Test func messagesWaitForALateReader() {
        let server = WireTransport(kit.cold("a-b", values: ["a": bytes("a"), "b": bytes("b")]).asObservable())
        let result = kit.record(disposedAt: 9) {
            client(server).webSocket("/").flatMap { socket in
                kit.cold("-----a").flatMap { _ in socket.messages }
            }
        }
        #expect(result.values == ["a", "b"])
        #expect(result.events.map(\.time) == [5, 5])
    }

    @Test func readersCanFollowEachOther() {
        let server = WireTransport(kit.cold("-a", values: ["a": bytes("a", "b", "c")]).asObservable())
        let result = kit.record(disposedAt: 9) {
            client(server).webSocket("/").flatMap { socket in
                // Each reader begins before the previous one has been removed.
                socket.messages.take(1).flatMap { first in
                    socket.messages.take(1).flatMap { socket.messages.startWith($0) }.startWith(first)
                }
            }
        }
        #expect(result.values == ["a", "b", "c"])
    }

    @Test func secondReaderAtATimeFails() {
        let server = WireTransport(kit.cold("-a", values: ["a": bytes("a")]).asObservable())
        let errors = Log<UInt16>()
        let result = kit.record(disposedAt: 9) {
            client(server).webSocket("/").flatMap { socket in
                Observable.merge(
                    socket.messages,
                    socket.messages.catch { error in
                        if let error = error as? WebSocketError { errors.append(error.code.rawValue) }
                        return .empty()
                    })
            }
        }
        #expect(result.values == ["a"])
        #expect(errors.entries == [1008])
    }

    @Test func messagesOfAnEndedConnectionComplete() {
        let server = WebSocketStub(scheduler: kit.scheduler) { _ in Observable<Void>.empty() }
        let sockets = Log<WebSocket>()
        let first = kit.record {
            client(server).webSocket("/").do(onNext: { sockets.append($0) }).flatMap { $0.messages }
        }
        #expect(first.isCompleted)
        let socket = sockets.entries[0]
        #expect(kit.record { socket.messages }.isCompleted)
        #expect(kit.record { socket.sending("a") }.error as? WebSocketSendError == .closed)
    }

    @Test func disposalInsideOnNextEndsTheConnection() {
        let server = WireTransport(kit.cold("-a", values: ["a": bytes("a", "b")]).asObservable())
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages }.take(1) }
        #expect(result.values == ["a"])
        #expect(result.isCompleted)
    }

    // MARK: Writers

    @Test func messagesKeepTheirOrderAndCancelledOnesAreNotSent() {
        let source = kit.cold("----a", values: ["a": bytes("go")])
        let server = WireTransport(source.asObservable())
        let slow = PausedTransport(server, until: kit.cold("--a").map { _ in () })
        let result = kit.record(disposedAt: 9) {
            client(slow).webSocket("/").flatMap { socket in
                Observable.merge(
                    (0..<5).map { number in
                        let sending = socket.sending("\(number)").map { _ in number }
                        return number % 2 == 0 ? sending : sending.take(until: kit.cold("-a").asObservable())
                    })
            }
        }
        #expect(result.values == [0, 2, 4])
        #expect(server.frames == [.text("0"), .text("2"), .text("4")])
    }

    @Test func pendingMessagesAreLimited() {
        let options = WebSocketOptions { $0.maximumPendingSize = 1000 }
        let result = kit.record(disposedAt: 1) {
            client(BlockedTransport(WireTransport())).webSocket("/", options: options).flatMap { socket in
                Observable.merge(
                    [400, 500, 101, 100].map { size in
                        socket.sending(.binary(Array(repeating: 0, count: size)))
                            .map { _ in "sent" }.catch { .just("\(size): \($0)") }
                    })
            }
        }
        #expect(
            result.values == [
                "101: cannot send: the server does not read, and the messages that wait exceed 1000 bytes",
                "100: cannot send: the server does not read, and the messages that wait exceed 1000 bytes",
            ])
    }

    @Test func sentMessagesDoNotCountTowardTheLimit() {
        let options = WebSocketOptions { $0.maximumPendingSize = 1000 }
        let server = WireTransport(readingSlowlyOn: kit.scheduler)
        let result = kit.record(disposedAt: 75) {
            client(server).webSocket("/", options: options).flatMap { socket in
                let messages = Observable.merge(
                    [600, 300].map { socket.sending(.binary(Array(repeating: 0, count: $0))) })
                return messages.concat(messages)
            }
        }
        #expect(result.error == nil)
        #expect(server.frames?.map(\.payload.count) == [600, 300, 600, 300])
    }

    @Test func singleMessageCanExceedTheLimit() {
        let options = WebSocketOptions { $0.maximumPendingSize = 1 }
        let server = WireTransport()
        let result = kit.record(disposedAt: 1) {
            client(server).webSocket("/", options: options).flatMap { $0.sending("a long message") }
        }
        #expect(result.values.count == 1)
        #expect(server.frames == [.text("a long message")])
    }

    @Test func emptyMessagesCannotFillTheMemory() {
        let options = WebSocketOptions { $0.maximumPendingSize = 1000 }
        let result = kit.record(disposedAt: 1) {
            client(BlockedTransport(WireTransport())).webSocket("/", options: options).flatMap { socket in
                Observable.merge((0..<20).map { _ in socket.sending("") })
            }
        }
        #expect(result.error is APIError || result.error is WebSocketSendError)
    }

    // MARK: Time limits

    @Test func handshakeTimesOut() throws {
        let options = WebSocketOptions { $0.handshakeTimeout = .seconds(7) }
        let result = kit.record {
            client(StubTransport(scheduler: kit.scheduler) { _ in .never }).webSocket("/", options: options)
        }
        let error = try #require((result.error as? APIError)?.underlying(as: TransportError.self))
        #expect(error.code == .timeout)
        #expect(result.events.last?.time == 7)
    }

    /// Without this limit, a server could keep the response open with one byte at a time.
    @Test func endlessRejectionTimesOut() throws {
        let options = WebSocketOptions { $0.handshakeTimeout = .seconds(7) }
        let chunks = (0..<20).map { _ in StubTransport.Response.Chunk("a", after: .seconds(1)) }
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .respond(status: 503, chunks: chunks) }
        let result = kit.record(disposedAt: 100) { client(transport).webSocket("/", options: options) }
        let error = try #require(result.error as? APIError)
        #expect(error.stage == .status)
        #expect(error.status == 503)
        #expect(result.events.last?.time == 7)
    }

    @Test func handshakeTimeLimitDoesNotApplyToTheConnection() {
        var options = WebSocketOptions()
        options.handshakeTimeout = .seconds(1)
        options.keepAliveInterval = nil
        let result = kit.record(disposedAt: 100) { client(WireTransport()).webSocket("/", options: options) }
        #expect(!result.hasEnded)
    }

    @Test func unansweredPingFails() throws {
        let server = WireTransport()
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        let error = try #require((result.error as? APIError)?.underlying(as: WebSocketError.self))
        #expect("\(error)" == "nothing was received for 20.0 seconds after a ping (close code 1006)")
        #expect(result.events.last?.time == 40)
        #expect(server.frames == [.ping()])
    }

    @Test func serverSendsPings() throws {
        let upgrade = try WebSocketUpgrade(WebSocketHandshake().requestFields)
        let result = kit.record {
            upgrade.run(.never(), scheduler: kit.scheduler) { $0.messages }
        }
        #expect(result.events.first == Recorded(at: 20, .next(WireFrame.ping().bytes(mask: nil))))
        #expect(result.events.last == Recorded(at: 40, .completed))
    }

    /// No ping can be sent before the end of the message, and the server sends no data.
    @Test func longMessageIsNotInterruptedByKeepAlive() {
        let server = WireTransport(readingSlowlyOn: kit.scheduler)
        let message = [UInt8](repeating: 7, count: 400_000)
        let result = kit.record(disposedAt: 75) {
            client(server).webSocket("/").flatMap { socket in
                Observable.merge(socket.messages, socket.sending(.binary(message)).flatMap { _ in .empty() })
            }
        }
        #expect(!result.hasEnded, "\(result.events)")
        #expect(server.frames?.first?.payload == message)
    }

    @Test func pongsKeepTheConnection() {
        let pong = WireFrame.pong().bytes(mask: nil)
        let server = WireTransport(Observable.interval(.seconds(30), scheduler: kit.scheduler).map { _ in pong })
        let result = kit.record(disposedAt: 300) { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(!result.hasEnded)
        #expect((server.frames?.count ?? 0) > 3)
    }

    @Test func headerWithoutPayloadFails() {
        let header = kit.cold("-a", values: ["a": [0x82, 0x7F, 0, 0, 0, 0, 0, 0xFF, 0, 0] as [UInt8]])
        let server = WireTransport(header.asObservable())
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(result.error?.closeCode == 1006)
        #expect(result.events.last?.time == 60)
        #expect(server.frames == [.ping()])
    }

    @Test func timeWithoutReaderIsNotCounted() {
        let server = WireTransport()
        let result = kit.record(disposedAt: 300) { client(server).webSocket("/") }
        #expect(!result.hasEnded)
        #expect(server.frames == [])
    }

    // MARK: Reconnection

    @Test func retryOpensAnotherConnection() {
        let server = WebSocketStub(scheduler: kit.scheduler) { socket in
            socket.sending("a").do(onCompleted: { try socket.close(.goingAway) })
        }
        let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(5)))
        let result = kit.record {
            client(server).webSocket("/").flatMap { $0.messages }.retry(policy, scheduler: kit.scheduler)
        }
        #expect(result.values == ["a", "a", "a"])
        #expect(result.error?.closeCode == 1001)
    }

    @Test(arguments: [([], nil), (["v1"], "v1"), (["v3", "v2", "v1"], "v2"), (["v3"], nil)] as [([String], String?)])
    func serverSelectsASubprotocol(_ requested: [String], _ selected: String?) {
        let server = WebSocketStub(protocols: ["v1", "v2"], scheduler: kit.scheduler) { _ in Observable<Void>.empty() }
        let result = kit.record { client(server).webSocket("/", protocols: requested).map { $0.subprotocol }.take(1) }
        #expect(result.values == [selected])
    }
}

/// A transport that reads the bytes of the client only after an event.
private struct PausedTransport: Transport {
    private let base: any Transport
    private let start: Observable<Void>

    init(_ base: any Transport, until start: Observable<Void>) {
        self.base = base
        self.start = start
    }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        let chunks = body?.chunks ?? .empty()
        return base.send(request, body: .stream(start.take(1).flatMap { chunks }, contentType: nil))
    }
}
