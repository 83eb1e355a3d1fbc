import Foundation
import Testing

@testable import RillWebSocket

/// Tests of the end of connections, and of sending in each state.
struct CloseTests {
    private func frames(_ connection: inout WebSocketConnection) -> [WireFrame]? {
        WireFrame.parse(connection.takeOutput(), masked: false)
    }

    /// Returns all events of the bytes that have been received.
    private func events(_ connection: inout WebSocketConnection) throws -> [WebSocketConnection.Event] {
        var events: [WebSocketConnection.Event] = []
        while let event = try connection.nextEvent() { events.append(event) }
        return events
    }

    private func bytes(_ frames: WireFrame...) -> [UInt8] { frames.flatMap { $0.bytes(mask: [1, 2, 3, 4]) } }

    @Test func ownCloseFrameWaitsForThePeer() throws {
        var connection = WebSocketConnection(role: .server)
        try connection.close(.goingAway, reason: "bye")
        #expect(frames(&connection) == [.close(1001, Array("bye".utf8))])
        #expect(!connection.canSend && !connection.isFinished)
        // The peer's messages and pings before its close frame are still received.
        connection.receive(bytes(.text("late"), .ping("p"), .close(1001)))
        #expect(try connection.nextEvent() == .message(.text("late")))
        #expect(try connection.nextEvent() == .ping([0x70]))
        #expect(frames(&connection) == [.pong("p")])
        #expect(try connection.nextEvent() == .close(CloseFrame(.goingAway)))
        #expect(connection.isFinished && !connection.hasOutput)
        try connection.receiveEnd()
    }

    @Test func peersCloseFrameIsConfirmed() throws {
        var connection = WebSocketConnection(role: .server)
        connection.receive(bytes(.ping("p"), .close(4321, Array("é".utf8)), .text("ignored")))
        let close = CloseFrame(WebSocketCloseCode(rawValue: 4321), reason: "é")
        #expect(try events(&connection) == [.ping([0x70]), .close(close)])
        #expect(frames(&connection) == [.pong("p"), .close(4321)])
        connection.receive(bytes(.text("ignored")))
        #expect(try connection.nextEvent() == nil)
        #expect(connection.isFinished && !connection.hasOutput)
    }

    @Test func noPongIsSentAfterTheCloseHandshake() throws {
        var connection = WebSocketConnection(role: .server)
        try connection.close()
        connection.receive(bytes(.ping("p"), .close(1000)))
        _ = try events(&connection)
        #expect(frames(&connection) == [.close(1000)])
    }

    @Test func sendsOnlyLastPongIfOutputIsNotTaken() throws {
        var connection = WebSocketConnection(role: .server)
        connection.receive(bytes(.ping("1"), .ping("2"), .ping("3")))
        _ = try events(&connection)
        #expect(frames(&connection) == [.pong("3")])
    }

    @Test func pongsAreSentAfterTheWaitingMessages() throws {
        var connection = WebSocketConnection(role: .server)
        try connection.send(.text("a"))
        connection.receive(bytes(.ping("p")))
        #expect(try connection.nextEvent() == .ping([0x70]))
        try connection.send(.text("b"))
        #expect(frames(&connection) == [.text("a"), .text("b"), .pong("p")])
    }

    @Test func endWithoutCloseFrameIsAbnormal() throws {
        for sends in [false, true] {
            var connection = WebSocketConnection(role: .client)
            if sends { try connection.close() }
            let error = #expect(throws: WebSocketError.self) { try connection.receiveEnd() }
            #expect(error?.localizedDescription == "the connection ended without a close frame (close code 1006)")
            #expect(connection.isFinished && !connection.canSend)
            try connection.receiveEnd()
        }
    }

    @Test func violationAfterOwnCloseFrameSendsNoSecondOne() throws {
        var connection = WebSocketConnection(role: .server)
        try connection.close()
        connection.receive(bytes(WireFrame(3, [])))
        #expect(throws: WebSocketError.self) { try connection.nextEvent() }
        #expect(frames(&connection) == [.close(1000)])
        #expect(connection.isFinished && !connection.canSend)
        #expect(try connection.nextEvent() == nil)
    }

    @Test func violationIsExplainedInTheCloseFrame() throws {
        var connection = WebSocketConnection(role: .server)
        connection.receive(bytes(WireFrame(3, [])))
        #expect(throws: WebSocketError.self) { try connection.nextEvent() }
        #expect(frames(&connection) == [.close(1002, Array("received a frame with the reserved opcode 3".utf8))])
    }

    @Test func nothingCanBeSentAfterClose() throws {
        var connection = WebSocketConnection(role: .server)
        try connection.close()
        #expect(throws: WebSocketSendError.closed) { try connection.send(.text("a")) }
        #expect(throws: WebSocketSendError.closed) { try connection.sendPing() }
        try connection.close(.goingAway)
        #expect(frames(&connection) == [.close(1000)])
    }

    @Test func invalidControlFramesAreNotSent() throws {
        var connection = WebSocketConnection(role: .server)
        let long = [UInt8](repeating: 0, count: 126)
        #expect(throws: WebSocketSendError.payloadTooLong(126, limit: 125)) { try connection.sendPing(long) }
        #expect(throws: WebSocketSendError.payloadTooLong(124, limit: 123)) {
            try connection.close(reason: String(repeating: "é", count: 62))
        }
        for code in [0, 1004, 1006, 1015, 2999, 5000] as [UInt16] {
            let code = WebSocketCloseCode(rawValue: code)
            #expect(throws: WebSocketSendError.invalidCloseCode(code)) { try connection.close(code) }
        }
        #expect(!connection.hasOutput && connection.canSend)
        try connection.close(.noStatusReceived)
        #expect(frames(&connection) == [.close()])
    }

    @Test func longReasonsAreShortenedToCompleteCharacters() {
        let payload = CloseFrame(.internalError, reason: String(repeating: "€", count: 50)).payload
        #expect(payload == [0x03, 0xF3] + Array(String(repeating: "€", count: 41).utf8))
    }

    @Test(arguments: [
        (WebSocketSendError.closed, "cannot send: the WebSocket connection is closed or closing"),
        (
            .payloadTooLong(126, limit: 125),
            "cannot send a payload of 126 bytes: the limit of control frames is 125 bytes"
        ),
        (
            .invalidCloseCode(.abnormalClosure),
            "cannot close with code 1006: it is reserved. Use 1000 or a code from 3000 to 4999"
        ),
    ])
    func sendErrorsAreExplained(error: WebSocketSendError, text: String) {
        #expect(error.localizedDescription == text)
    }
}
