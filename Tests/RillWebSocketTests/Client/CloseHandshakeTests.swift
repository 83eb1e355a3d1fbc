import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillWebSocket

/// Close handshakes that either side begins, in virtual time.
@Suite(.ledger) struct CloseHandshakeTests {
    private let kit = TestKit()

    private func client(_ server: some Transport) -> Client {
        Client(baseURL: "http://test", transport: server, scheduler: kit.scheduler)
    }

    /// The codes of a server, `nil` for an empty frame, and the code of the error.
    static let codes: [(sent: UInt16?, expected: UInt16?)] = [
        (1000, nil), (nil, nil), (1001, 1001), (1011, 1011), (4001, 4001),
    ]

    @Test(arguments: codes)
    func serverCloses(_ sent: UInt16?, _ expected: UInt16?) {
        let bytes =
            WireFrame.text("a").bytes(mask: nil)
            + WireFrame.close(sent, Array("bye".utf8)[..<(sent == nil ? 0 : 3)].map(\.self)).bytes(mask: nil)
        let server = WireTransport(kit.cold("-a", values: ["a": bytes]).asObservable())
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(result.values == ["a"])
        #expect(result.hasEnded)
        #expect(result.error?.closeCode == expected)
        #expect(result.events.last?.time == 1)
        #expect(server.frames == [.close(sent)])
    }

    @Test(arguments: [1000, 1001, 1011, 4001] as [UInt16])
    func clientClosesAndServerConfirms(_ code: UInt16) {
        let log = Log<String>()
        let server = WebSocketStub(scheduler: kit.scheduler) { socket in
            socket.messages.do(onNext: { log.append("\($0)") })
        }
        let result = kit.record {
            client(server).webSocket("/").flatMap { socket in
                socket.sending("a")
                    .do(onCompleted: { try socket.close(WebSocketCloseCode(rawValue: code), reason: "bye") })
                    .concat(socket.messages.map { _ in () })
            }
        }
        #expect(result.isCompleted)
        #expect(log.entries == ["text \"a\""])
    }

    @Test func reservedCodesAndLongReasonsAreRefused() throws {
        let server = WireTransport()
        let errors = Log<WebSocketSendError?>()
        _ = kit.record(disposedAt: 2) {
            client(server).webSocket("/").do(onNext: { socket in
                for (code, reason) in [
                    (1005, "?"), (1006, ""), (999, ""), (2999, ""), (1000, String(repeating: "ä", count: 62)),
                ] {
                    do throws(WebSocketSendError) {
                        try socket.close(WebSocketCloseCode(rawValue: UInt16(code)), reason: reason)
                    } catch {
                        errors.append(error)
                    }
                }
            })
        }
        #expect(
            errors.entries == [
                .invalidCloseCode(.noStatusReceived), .invalidCloseCode(.abnormalClosure),
                .invalidCloseCode(WebSocketCloseCode(rawValue: 999)),
                .invalidCloseCode(WebSocketCloseCode(rawValue: 2999)),
                .payloadTooLong(124, limit: 123),
            ])
        #expect(server.frames == [])
    }

    @Test func ignoredCloseFrameFailsAfterTheTimeLimit() throws {
        let messages = kit.cold("a--a--a--a--a--a--a", values: ["a": WireFrame.text("a").bytes(mask: nil)])
        let server = WireTransport(messages.asObservable(), closes: false)
        let options = WebSocketOptions { $0.closeTimeout = .seconds(5) }
        let result = kit.record {
            client(server).webSocket("/", options: options)
                .do(onNext: { $0.close() })
                // Another call does not extend the time limit.
                .flatMap { socket in socket.messages.do(onNext: { _ in socket.close() }) }
        }
        #expect(result.values == ["a", "a"])
        #expect(result.events.last?.time == 5)
        let error = try #require((result.error as? APIError)?.underlying(as: WebSocketError.self))
        #expect("\(error)" == "timed out after 5.0 seconds waiting for the close frame (close code 1006)")
        #expect(server.frames == [.close(1000)])
    }

    @Test func timeLimitDoesNotEndTheMessageThatIsBeingWritten() {
        let close = WireFrame.close(1000).bytes(mask: nil)
        let response = Observable.timer(.milliseconds(70_500), scheduler: kit.scheduler).map { _ in close }
        let server = WireTransport(response, closes: false, isCut: true, readingSlowlyOn: kit.scheduler)
        let message = [UInt8](repeating: 7, count: 400_000)
        let result = kit.record {
            client(server).webSocket("/").flatMap { socket in
                Observable.merge(
                    socket.messages,
                    socket.sending(.binary(message)).flatMap { _ in .empty() },
                    kit.cold("-a|").do(onNext: { _ in socket.close() }).flatMap { _ in .empty() })
            }
        }
        #expect(result.isCompleted, "\(result.events)")
        #expect(server.frames?.map(\.opcode) == [2, 8])
        #expect(server.frames?.first?.payload == message)
    }

    @Test func connectionThatTheServerDoesNotEndIsEndedAfterTheTimeLimit() {
        let bytes = WireFrame.close(1000).bytes(mask: nil)
        // Whatever the server sends after its close frame is ignored.
        let late = kit.cold("-a-b-b-b-b-b-b-b-b-b", values: ["a": bytes, "b": [0xFF]])
        let server = WireTransport(late.asObservable(), closes: false)
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(result.isCompleted)
        #expect(result.events.last?.time == 11)
        #expect(server.frames == [.close(1000)])
    }

    @Test func closeWithPendingMessagesFailsThem() {
        let unread = BlockedTransport(WireTransport(closes: false))
        let results = Log<WebSocketSendError>()
        let result = kit.record {
            client(unread).webSocket("/").flatMap { socket in
                Observable.merge(
                    (0..<3).map { _ in
                        socket.sending("a").catch { error in
                            if let error = error as? WebSocketSendError { results.append(error) }
                            return .empty()
                        }
                    } + [
                        .deferred {
                            socket.close()
                            return .empty()
                        }
                    ])
            }
        }
        #expect(result.error?.closeCode == 1006)
        #expect(results.entries == [.closed, .closed, .closed])
    }

    @Test func closeIsReadAfterAPausedReaderIsDisposed() {
        let bytes = WireFrame.text("a").bytes(mask: nil) + WireFrame.close(1000).bytes(mask: nil)
        let server = WireTransport(kit.cold("a", values: ["a": bytes]).asObservable())
        let result = kit.record {
            client(server).webSocket("/").flatMap { socket in
                // The inner observable pauses the messages, and its disposal ends them.
                socket.messages
                    .concatMap { _ in Observable<Void>.never() }
                    .take(until: kit.cold("--a").asObservable())
                    .do(onCompleted: { socket.close() })
            }
        }
        #expect(result.isCompleted)
        #expect(result.events.last?.time == 2)
    }

    @Test func resetAfterTheCloseFrameDoesNotHideTheResult() {
        for (code, expected) in Self.codes {
            let bytes = WireFrame.close(code).bytes(mask: nil)
            let reset = kit.cold("-a#", values: ["a": bytes], error: TransportError(.closedEarly))
            let server = WireTransport(reset.asObservable(), closes: false)
            let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
            #expect(result.hasEnded)
            #expect(result.error?.closeCode == expected)
        }
    }
}
