import Foundation
import Rill
import RillHTTP
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillWebSocket

/// Servers that violate the protocol, in virtual time: the error of the client, and the code that the server receives.
@Suite(.ledger) struct ViolationTests {
    private let kit = TestKit()

    private func client(_ server: some Transport) -> Client {
        Client(baseURL: "http://test", transport: server, scheduler: kit.scheduler)
    }

    struct Violation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: UInt16

        init(_ name: String, _ frame: WireFrame, mask: [UInt8]? = nil, _ code: UInt16) {
            self.init(name, frame.bytes(mask: mask), code)
        }

        init(_ name: String, _ bytes: [UInt8], _ code: UInt16) {
            testDescription = name
            self.bytes = bytes
            self.code = code
        }
    }

    static let violations = [
        Violation("masked frame", .text("a"), mask: [1, 2, 3, 4], 1002),
        Violation("reserved bit", .text("a", reserved: 2), 1002),
        Violation("compression that was not negotiated", .text("a", reserved: 4), 1002),
        Violation("reserved opcode", WireFrame(3, []), 1002),
        Violation("fragmented ping", WireFrame(9, [], isFinal: false), 1002),
        Violation("long ping", WireFrame(9, Array(repeating: 0, count: 126)), 1002),
        Violation("continuation without a message", .continuation("a"), 1002),
        Violation("reserved close code", .close(1005), 1002),
        Violation("half a close code", WireFrame(8, [3]), 1002),
        Violation("text that is not UTF-8", WireFrame(1, [0x61, 0xC0]), 1007),
        Violation("reason that is not UTF-8", .close(1000, [0xFF]), 1007),
        Violation("message over the limit", .binary(Array(repeating: 1, count: 1001)), 1009),
        Violation("frame over the limit", .binary(Array(repeating: 1, count: 101), isFinal: false), 1009),
        Violation("text of another protocol", Array("HTTP/1.1 200 OK\r\n\r\n".utf8), 1002),
    ]

    @Test(arguments: violations)
    func violationFailsWithTheCodeThatTheServerReceives(_ violation: Violation) throws {
        let first = WireFrame.text("first").bytes(mask: nil)
        let server = WireTransport(kit.cold("-a", values: ["a": first + violation.bytes]).asObservable())
        let options = WebSocketOptions(messageSize: 1000, frameSize: violation.bytes.count > 1000 ? nil : 100)
        let result = kit.record { client(server).webSocket("/", options: options).flatMap { $0.messages } }
        #expect(result.values == ["first"])
        #expect(result.error?.closeCode == violation.code)
        #expect(result.events.last?.time == 1)
        #expect(server.frames?.map(\.closeCode) == [violation.code])
    }

    @Test func violationIsReportedAlthoughTheServerNeitherReadsNorCloses() {
        let bytes = WireFrame(3, []).bytes(mask: nil)
        let server = WireTransport(kit.cold("-a", values: ["a": bytes]).asObservable(), closes: false)
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(result.error?.closeCode == 1002)
        #expect(result.events.last?.time == 11)
    }

    @Test(arguments: ["", "a", "ab", "abcd"])
    func endWithoutCloseFrameFails(_ text: String) {
        let frame = WireFrame.text("abcd").bytes(mask: nil)
        let server = WireTransport(
            kit.cold("-a|", values: ["a": Array(frame.prefix(text.utf8.count))]).asObservable(), isCut: true)
        let result = kit.record { client(server).webSocket("/").flatMap { $0.messages } }
        #expect(result.error?.closeCode == 1006)
        #expect(result.values == [])
    }

    @Test func emptyFragmentsAreNotStored() {
        let fragments = Array(
            repeatElement(WireFrame.continuation("", isFinal: false).bytes(mask: nil), count: 100_000).joined())
        let bytes = WireFrame.text("", isFinal: false).bytes(mask: nil) + fragments
        let end = WireFrame.continuation("a").bytes(mask: nil) + WireFrame.close(1000).bytes(mask: nil)
        let server = WireTransport(kit.cold("-a-b", values: ["a": bytes, "b": end]).asObservable())
        let options = WebSocketOptions(messageSize: 1)
        expectMarbles(
            kit.record { client(server).webSocket("/", options: options).flatMap { $0.messages } }, "---(a|)",
            values: ["a": WebSocketMessage.text("a")])
    }

    @Test func onlyTheLastPingOfAFloodGetsAPong() {
        let pings = (0..<1000).flatMap { WireFrame.ping("\($0)").bytes(mask: nil) }
        let input = kit.cold("-a--", values: ["a": pings])
        let unread = BlockedTransport(WireTransport(input.asObservable()))
        let options = WebSocketOptions { $0.keepAliveInterval = nil }
        let sessions = Log<WebSocketSession>()
        let result = kit.record(disposedAt: 5) {
            client(unread).webSocket("/", options: options)
                .do(onNext: { sessions.append($0.session) })
                .flatMap { $0.messages }
                .do(onDispose: {
                    let output = sessions.entries[0].lock.withLock { sessions.entries[0].connection.takeOutput() }
                    #expect(WireFrame.parse(output, masked: true) == [.pong("999")])
                })
        }
        #expect(!result.hasEnded)
    }
}

/// A transport that does not send the bytes of the client.
struct BlockedTransport: Transport {
    let base: any Transport

    init(_ base: any Transport) { self.base = base }

    func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
        base.send(request, body: nil)
    }
}
