import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import RillWebSocket
import Testing

/// WebSocket connections in cassettes.
@Suite struct CassetteWebSocketTests {
    private let folder = CassetteFolder()

    /// Responds to each message of the server, which then closes the connection.
    private func conversation(_ transport: any Transport, _ kit: TestKit, response: String) -> Observable<String> {
        Client(baseURL: "http://test", transport: transport, scheduler: kit.scheduler)
            .webSocket("/chat", protocols: ["v1", "v2"])
            .flatMap { socket in
                socket.messages
                    .concatMap { message in socket.sending(.text(response)).map { "\(message)" } }
                    .startWith(socket.subprotocol ?? "none")
            }
    }

    private func record(response: String) -> Recording<String> {
        let kit = TestKit()
        let server = WebSocketStub(protocols: ["v2"], scheduler: kit.scheduler) { socket in
            let values: [Character: WebSocketMessage] = ["a": "one", "b": .binary([1, 2])]
            let sent = kit.cold("--a--b|", values: values).concatMap { socket.sending($0) }
                .do(onCompleted: { try? socket.close(.goingAway, reason: "later") })
            return Observable.merge(sent, socket.messages.map { _ in })
        }
        let recorder = folder.recorder(server, scheduler: kit.scheduler)
        return kit.record { conversation(recorder, kit, response: response) }
    }

    private func play(response: String) -> Recording<String> {
        let kit = TestKit()
        return kit.record { conversation(folder.player(scheduler: kit.scheduler), kit, response: response) }
    }

    @Test(arguments: [true, false]) func connectionOfAnotherProtocolFails(isRecording: Bool) throws {
        let upstream = StubTransport { _ in .status(.switchingProtocols) }
        let transport = isRecording ? folder.recorder(upstream) : folder.player()
        var request = HTTPRequest(method: .post, url: "http://test/attach")
        request.headerFields = [.upgrade: "tcp", .connection: "Upgrade"]
        let error = Recorder(transport.send(request, body: nil)).error as? TransportError
        #expect(error?.code == .invalidRequest)
        #expect(error?.text == "a cassette cannot record or play the protocol \"tcp\", only WebSocket")
        #expect(upstream.requests.isEmpty)
    }

    @Test func playsMessagesAtTheirTimes() throws {
        for recording in [record(response: "yes"), play(response: "yes")] {
            #expect(recording.values == ["v2", "text \"one\"", "binary, 2 bytes"])
            #expect(recording.events.map(\.time) == [0, 2, 5, 6])
            let error = try #require(recording.error as? APIError).underlying as? WebSocketError
            #expect(error?.code == .goingAway)
            #expect(error?.text == "the server closed the connection: later")
        }
    }

    /// The server sees the same close frame as without a cassette.
    @Test(arguments: [(4_001, "bye"), (1_005, "")] as [(UInt16, String)])
    func forwardsTheCloseCodeOfTheClient(code: UInt16, reason: String) {
        let kit = TestKit()
        let closed = Log<String>()
        let server = WebSocketStub(scheduler: kit.scheduler) { socket in
            socket.messages.map { _ in }.do(onCompleted: {
                closed.append("\(socket.closeCode?.rawValue ?? 0) \(socket.closeReason ?? "")")
            })
        }
        let recorder = folder.recorder(server, scheduler: kit.scheduler)
        let recording = kit.record {
            Client(baseURL: "http://test", transport: recorder, scheduler: kit.scheduler).webSocket("/chat")
                .flatMap { socket in
                    socket.messages.do(onSubscribe: {
                        try? socket.close(WebSocketCloseCode(rawValue: code), reason: reason)
                    })
                }
        }
        #expect(recording.error == nil)
        #expect(closed.entries == ["\(code) \(reason)"])
    }

    @Test func playsRejectedHandshakeAtItsTime() throws {
        func failure(_ transport: any Transport, _ kit: TestKit) -> Recording<String> {
            kit.record { conversation(transport, kit, response: "") }
        }
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(status: .forbidden, after: .seconds(5), chunks: ["no"])
        }
        let recorded = failure(folder.recorder(upstream, scheduler: kit.scheduler), kit)
        let second = TestKit()
        let played = failure(folder.player(scheduler: second.scheduler), second)
        for recording in [recorded, played] {
            #expect(recording.events.map(\.time) == [5])
            #expect((recording.error as? APIError)?.status == .forbidden)
        }
    }

    @Test func playsLossOfConnection() throws {
        // A text frame, after which the connection ends without a close frame.
        let server = StubTransport { request in
            let fields = try? WebSocketUpgrade(request.message.headerFields).responseFields
            return .respond(
                status: .switchingProtocols, fields: fields ?? [:], chunks: [.init([0x81, 0x02, 0x68, 0x69])])
        }
        for transport in [server, folder.recorder(server), folder.player()] as [any Transport] {
            let recorder = Recorder(
                Client(baseURL: "http://test", transport: transport).webSocket("/chat").flatMap(\.messages))
            #expect(recorder.waitForEnd(timeout: .seconds(30)))
            #expect(recorder.values == ["hi"])
            #expect((recorder.error as? APIError)?.underlying(as: WebSocketError.self)?.code == .abnormalClosure)
        }
    }

    @Test func redactsSecretsInMessages() {
        _ = record(response: #"{"token": "first-secret"}"#)
        #expect(folder.text.contains("_webSocketMessages") && !folder.text.contains("first-secret"))
        #expect(play(response: #"{"token": "second-secret"}"#).values.count == 3)
    }

    /// Times in a cassette are untrusted.
    @Test func limitsTheDelaysOfMessages() throws {
        let values = record(response: "yes").values
        try folder.write(folder.text.replacing(/"time" ?: ?[0-9.]+/, with: "\"time\": 1e300"))
        #expect(folder.text.contains("1e300"))
        #expect(values.starts(with: play(response: "yes").values))
    }

    @Test func anotherMessageFails() throws {
        _ = record(response: "yes")
        let error = try #require(play(response: "no").error as? APIError)
        #expect((error.underlying as? TransportError)?.code == .unavailable)
        #expect(error.reason.contains("message 1 of the client differs: body: recorded 3 bytes, requested 2 bytes"))
    }

    @Test func driftOfAConnectionIsNotSupported() throws {
        _ = record(response: "yes")
        let kit = TestKit()
        let transport = CassetteTransport(
            folder.file, mode: .drift, recording: FailingTransport(), scheduler: kit.scheduler)
        let recording = kit.record { conversation(transport, kit, response: "yes") }
        let error = try #require(recording.error as? APIError)
        let underlying = try #require(error.underlying as? TransportError)
        #expect(underlying.code == .invalidRequest)
        #expect(
            underlying.text
                == "a cassette cannot detect the drift of a WebSocket connection: use the mode none or all")
    }

    @Test func playsRejectedHandshake() throws {
        let kit = TestKit()
        let upstream = StubTransport { _ in .json(#"{"reason": "closed"}"#, status: .forbidden) }
        for transport in [folder.recorder(upstream), folder.player()] {
            let recording = kit.record { conversation(transport, kit, response: "yes") }
            let error = try #require(recording.error as? APIError)
            #expect(error.status == .forbidden, "\(error)")
            #expect(error.bodyPrefix.contains("closed"))
        }
    }
}
