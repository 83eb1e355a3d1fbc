import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillAzureStorage

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct QueueMessageTests {
    private static let messages = "http://127.0.0.1:10001/devstoreaccount1/jobs/messages"
    private static let id = "cacf8b76-a2ee-4b80-bde7-5ab67b8cfa64"
    private static let inserted = Date(timeIntervalSince1970: 1_795_227_043)
    private static let message = QueueMessage(
        id: id, text: "こんにちは", rawText: "44GT44KT44Gr44Gh44Gv", insertedAt: inserted,
        expiresAt: inserted.addingTimeInterval(604_800), popReceipt: PopReceipt(rawValue: "AgAAAAMAAAAAAAAA+/x="),
        visibleAt: inserted.addingTimeInterval(30))

    // MARK: Sending

    @Test func sendsMessage() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let recorder = Recorder(
            QueueClient(transport).send(
                "hello", to: "jobs", visibleAfter: .milliseconds(1_001), timeToLive: .limited(to: .seconds(3_600))))
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == "\(Self.messages)?visibilitytimeout=2&messagettl=3600")
        #expect(request.headerFields[.contentType] == "application/xml")
        #expect(request.bodyText?.hasSuffix("<QueueMessage><MessageText>aGVsbG8=</MessageText></QueueMessage>") == true)
        let message = Self.message
        #expect(
            recorder.values == [
                SentMessage(
                    id: message.id, insertedAt: message.insertedAt, expiresAt: message.expiresAt,
                    popReceipt: message.popReceipt, visibleAt: message.visibleAt)
            ])
    }

    @Test(arguments: [(MessageLifetime.standard, nil), (.unlimited, "-1"), (.limited(to: .seconds(1)), "1")])
    func sendsTimeToLive(lifetime: MessageLifetime, text: String?) throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        #expect(Recorder(QueueClient(transport).send("a", to: "jobs", timeToLive: lifetime)).isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.queryItem("messagettl") == text && request.queryItem("visibilitytimeout") == "0")
    }

    @Test(arguments: [
        (Duration.milliseconds(58_500), MessageLifetime.limited(to: .seconds(60)), "59"),
        (.seconds(604_799), .standard, "604799"), (.seconds(604_800), .unlimited, "604800"),
    ])
    func sendsDelayBelowTimeToLive(delay: Duration, lifetime: MessageLifetime, text: String) throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let sending = QueueClient(transport).send("a", to: "jobs", visibleAfter: delay, timeToLive: lifetime)
        #expect(Recorder(sending).isCompleted)
        #expect(transport.requests.first?.queryItem("visibilitytimeout") == text)
    }

    @Test func sendsDataAsBase64ForEveryCodec() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let client = QueueClient(transport, codec: .plain)
        #expect(Recorder(client.send(Data([0, 255]), to: "jobs")).isCompleted)
        #expect(transport.requests.first?.bodyText?.contains("<MessageText>AP8=</MessageText>") == true)
    }

    @Test func doesNotRetryPossiblySentMessage() throws {
        let transport = StubTransport { _ in .fail(TransportError(.closedEarly)) }
        let error = try Recorder(QueueClient(transport).send("a", to: "jobs")).failure()
        #expect(error.stage == .transport && transport.requests.count == 1)
    }

    @Test func retriesUnsentMessage() {
        let transport = StubTransport { request in
            request.number == 0
                ? .fail(TransportError(.couldNotConnect)) : QueueFixtures.xml(QueueFixtures.sent, .created)
        }
        #expect(Recorder(QueueClient(transport).send("a", to: "jobs")).isCompleted)
        #expect(transport.requests.count == 2)
    }

    @Test func limitsEncodedMessageTo65536Bytes() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let plain = QueueClient(transport, codec: .plain)
        let text = String(repeating: "é", count: 32_768)
        #expect(Recorder(plain.send(text, to: "jobs")).isCompleted)
        #expect(Recorder(QueueClient(transport).send(String(repeating: "a", count: 49_152), to: "jobs")).isCompleted)
        #expect(transport.requests.count == 2)
        let error = try Recorder(plain.send(text + "a", to: "jobs")).failure()
        #expect(error.stage == .request && error.reason.contains("65537") && error.reason.contains("65536"))
        let other = try Recorder(
            QueueClient(transport).update(Self.message, in: "jobs", text: String(repeating: "a", count: 49_153))
        ).failure()
        #expect(other.stage == .request && transport.requests.count == 2)
    }

    @Test func rejectsPlainTextNotAllowedInXML() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let error = try Recorder(QueueClient(transport, codec: .plain).send("a\u{1}", to: "jobs")).failure()
        #expect(error.stage == .request && error.reason.contains("U+1") && transport.requests.isEmpty)
    }

    @Test(arguments: [
        (Duration.seconds(-1), MessageLifetime.standard, "visibleAfter"),
        (.milliseconds(604_800_001), .unlimited, "visibleAfter"),
        (.seconds(Int64.max), .unlimited, "visibleAfter"),
        (.zero, .limited(to: .zero), "timeToLive"), (.zero, .limited(to: .seconds(-5)), "timeToLive"),
        (.zero, .limited(to: .seconds(Int64.max)), "timeToLive"),
        (.seconds(60), .limited(to: .seconds(60)), "less than timeToLive (60 s), got 60 s"),
        (.milliseconds(500), .limited(to: .seconds(1)), "less than timeToLive (1 s), got 1 s"),
        (.seconds(604_800), .standard, "less than timeToLive (604800 s), got 604800 s"),
    ])
    func rejectsDurationsOutOfRange(delay: Duration, lifetime: MessageLifetime, reason: String) throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.sent, .created) }
        let sending = QueueClient(transport).send("a", to: "jobs", visibleAfter: delay, timeToLive: lifetime)
        let error = try Recorder(sending).failure()
        #expect(error.stage == .request && error.reason.contains(reason), "\(error)")
        #expect(transport.requests.isEmpty)
    }

    // MARK: Receiving

    @Test func receivesMessages() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.received) }
        let recorder = Recorder(QueueClient(transport).receive(from: "jobs", count: 32))
        #expect(recorder.values == [[Self.message]] && recorder.isCompleted)
        #expect(recorder.values.first?.first?.data == Data("こんにちは".utf8))
        let request = try #require(transport.requests.first)
        #expect(request.method == .get && request.url == "\(Self.messages)?numofmessages=32&visibilitytimeout=30")
    }

    @Test func emptyQueueReturnsEmptyArray() {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.none) }
        #expect(Recorder(QueueClient(transport).receive(from: "jobs")).values == [[]])
        #expect(Recorder(QueueClient(transport).peek(at: "jobs")).values == [[]])
    }

    @Test func receivesSeveralMessages() {
        let both = QueueFixtures.received.replacing(
            "</QueueMessage></QueueMessagesList>",
            with:
                "</QueueMessage>\n  <QueueMessage><MessageId>2</MessageId><InsertionTime>Sat, 21 Nov 2026 02:10:43 GMT"
                + "</InsertionTime><ExpirationTime>Sat, 21 Nov 2026 02:10:43 GMT</ExpirationTime><PopReceipt>r"
                + "</PopReceipt><TimeNextVisible>Sat, 21 Nov 2026 02:10:43 GMT</TimeNextVisible><DequeueCount>7"
                + "</DequeueCount><MessageText/></QueueMessage></QueueMessagesList>")
        let transport = StubTransport { _ in QueueFixtures.xml(both) }
        let messages = Recorder(QueueClient(transport).receive(from: "jobs", count: 2)).values.first ?? []
        #expect(messages.map(\.id) == [Self.id, "2"] && messages.map(\.dequeueCount) == [1, 7])
        #expect(messages.last?.text == "" && messages.last?.rawText == "")
    }

    @Test func peeksMessages() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.peeked) }
        let recorder = Recorder(QueueClient(transport).peek(at: "jobs", count: 2))
        #expect(
            recorder.values == [
                [
                    PeekedMessage(
                        id: Self.id, text: "こんにちは", rawText: "44GT44KT44Gr44Gh44Gv", insertedAt: Self.inserted,
                        expiresAt: nil, dequeueCount: 1)
                ]
            ])
        #expect(transport.requests.first?.url == "\(Self.messages)?peekonly=true&numofmessages=2")
    }

    @Test func messageWithoutPopReceiptFailsDecoding() throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.peeked) }
        let error = try Recorder(QueueClient(transport).receive(from: "jobs")).failure()
        #expect(error.stage == .decoding && error.reason.contains("PopReceipt"))
    }

    @Test(arguments: [(0, Duration.seconds(30)), (33, .seconds(30)), (1, .zero), (1, .seconds(604_801))])
    func rejectsCountAndTimeoutOutOfRange(count: Int, timeout: Duration) throws {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.none) }
        let client = QueueClient(transport)
        #expect(
            try Recorder(client.receive(from: "jobs", count: count, visibilityTimeout: timeout)).failure().stage
                == .request)
        if count != 1 { #expect(try Recorder(client.peek(at: "jobs", count: count)).failure().stage == .request) }
        #expect(transport.requests.isEmpty)
    }

    // MARK: Operations with a pop receipt

    @Test func deletesMessage() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        #expect(Recorder(QueueClient(transport).delete(Self.message, from: "jobs")).isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.method == .delete)
        #expect(request.url == "\(Self.messages)/\(Self.id)?popreceipt=AgAAAAMAAAAAAAAA%2B%2Fx%3D")
    }

    @Test(
        arguments: [
            (nil, "MessageNotFound", .messageNotFound), (.couldNotConnect, "MessageNotFound", .messageNotFound),
            // The service may have executed the request whose response was lost.
            (.closedEarly, "MessageNotFound", nil), (.closedEarly, "QueueNotFound", .queueNotFound),
        ] as [(TransportError.Code?, String, AzureStorageError.Code?)])
    func deleteReports404UnlessResponseWasLost(
        first: TransportError.Code?, code: String, expected: AzureStorageError.Code?
    ) throws {
        let transport = StubTransport { request in
            if request.number == 0, let first { return .fail(TransportError(first)) }
            return QueueFixtures.error(code, .notFound)
        }
        let recorder = Recorder(QueueClient(transport).delete(Self.message, from: "jobs"))
        #expect(transport.requests.count == (first == nil ? 1 : 2))
        if let expected {
            let error = try recorder.failure()
            #expect(error.azureStorage?.code == expected)
            #expect(error.attempts == transport.requests.count)
        } else {
            #expect(recorder.values.count == 1)
            #expect(recorder.isCompleted)
        }
    }

    private static let renewed: HTTPFields = [
        HTTPField.Name(literal: "x-ms-popreceipt"): "new+/=",
        HTTPField.Name(literal: "x-ms-time-next-visible"): "Sat, 21 Nov 2026 02:20:43 GMT",
    ]

    @Test func updateExtendsVisibilityTimeout() throws {
        let transport = StubTransport { _ in .status(.noContent, fields: Self.renewed) }
        let recorder = Recorder(QueueClient(transport).update(Self.message, in: "jobs", visibleAfter: .seconds(60)))
        var message = Self.message
        message.popReceipt = PopReceipt(rawValue: "new+/=")
        message.visibleAt = Self.inserted.addingTimeInterval(600)
        #expect(recorder.values == [message])
        let request = try #require(transport.requests.first)
        #expect(request.method == .put && request.body == nil)
        #expect(
            request.url
                == "\(Self.messages)/\(Self.id)?popreceipt=AgAAAAMAAAAAAAAA%2B%2Fx%3D&visibilitytimeout=60")
    }

    @Test func updateChangesText() throws {
        let transport = StubTransport { _ in .status(.noContent, fields: Self.renewed) }
        let recorder = Recorder(QueueClient(transport).update(Self.message, in: "jobs", text: "hello"))
        #expect(recorder.values.first?.text == "hello" && recorder.values.first?.rawText == "aGVsbG8=")
        #expect(transport.requests.first?.bodyText?.contains("<MessageText>aGVsbG8=</MessageText>") == true)
        #expect(transport.requests.first?.queryItem("visibilitytimeout") == "0")
    }

    @Test func updateWithoutPopReceiptFailsDecoding() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let error = try Recorder(QueueClient(transport).update(Self.message, in: "jobs")).failure()
        #expect(error.stage == .decoding && error.reason.contains("x-ms-popreceipt"))
    }
}
