import Testing

@testable import RillWebSocket

/// The groups 1 to 5 of the Autobahn test suite: framing, pings and pongs, reserved bits, opcodes, and fragmentation.
struct AutobahnFramingTests {
    @Test(arguments: framing) func sendsBackMessagesOfEachSize(_ item: AutobahnCase) { item.run() }

    /// The sizes 65,536 occur twice, since 1.1.8 and 1.2.8 send the bytes in small chunks, as all cases do here.
    private static let framing = [0, 125, 126, 127, 128, 65_535, 65_536, 65_536].enumerated().flatMap { index, size in
        let text = WireFrame.text(String(repeating: "*", count: size))
        let binary = WireFrame.binary(Array(repeating: 0xFE, count: size))
        return [
            AutobahnCase("1.1.\(index + 1)", [text], replies: [text]),
            AutobahnCase("1.2.\(index + 1)", [binary], replies: [binary]),
        ]
    }

    @Test(arguments: pings) func sendsPongs(_ item: AutobahnCase) { item.run() }

    private static let tenPings = (0..<10).map { "payload-\($0)" }

    private static let pings = [
        AutobahnCase("2.1", [.ping()], replies: [.pong()]),
        AutobahnCase("2.2", [.ping("Hello, world!")], replies: [.pong("Hello, world!")]),
        AutobahnCase(
            "2.3", [WireFrame(9, [0, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0, 0xFF])],
            replies: [WireFrame(10, [0, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0, 0xFF])]),
        AutobahnCase("2.4", [longPing(125)], replies: [WireFrame(10, Array(repeating: 0xFE, count: 125))]),
        AutobahnCase("2.5", [longPing(126)], .failed(1002)),
        AutobahnCase("2.6", [longPing(125)], replies: [WireFrame(10, Array(repeating: 0xFE, count: 125))]),
        AutobahnCase("2.7", [.pong()]),
        AutobahnCase("2.8", [.pong("unsolicited")]),
        AutobahnCase("2.9", [.pong("unsolicited"), .ping("ping")], replies: [.pong("ping")]),
        AutobahnCase("2.10", tenPings.map { .ping($0) }, replies: tenPings.map { .pong($0) }),
        AutobahnCase("2.11", tenPings.map { .ping($0) }, replies: tenPings.map { .pong($0) }),
    ]

    private static func longPing(_ size: Int) -> WireFrame { WireFrame(9, Array(repeating: 0xFE, count: size)) }

    @Test(arguments: reservedBits) func rejectsReservedBits(_ item: AutobahnCase) { item.run() }

    private static let hello = WireFrame.text("Hello, world!")
    private static let bytes: [UInt8] = [0, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0, 0xFF]

    private static let reservedBits = [
        AutobahnCase("3.1", [.text("Hello, world!", reserved: 1)], .failed(1002)),
        AutobahnCase("3.2", [hello, .text("Hello", reserved: 2), .ping()], replies: [hello], .failed(1002)),
        AutobahnCase("3.3", [hello, .text("Hello", reserved: 3), .ping()], replies: [hello], .failed(1002)),
        AutobahnCase("3.4", [hello, .text("Hello", reserved: 4), .ping()], replies: [hello], .failed(1002)),
        AutobahnCase("3.5", [.binary(bytes, reserved: 5)], .failed(1002)),
        AutobahnCase("3.6", [.binary(bytes, reserved: 6)], .failed(1002)),
        AutobahnCase("3.7", [WireFrame(8, [], reserved: 7)], .failed(1002)),
    ]

    @Test(arguments: opcodes) func rejectsReservedOpcodes(_ item: AutobahnCase) { item.run() }

    private static let opcodes = ([(1, [3, 4, 5, 6, 7]), (2, [11, 12, 13, 14, 15])] as [(Int, [UInt8])]).flatMap {
        group, opcodes in
        opcodes.enumerated().map { index, opcode in
            let frame = WireFrame(opcode, index == 0 || index == 2 ? [] : Array("payload".utf8))
            let isAfterMessage = index >= 2
            return AutobahnCase(
                "4.\(group).\(index + 1)", isAfterMessage ? [hello, frame, .ping()] : [frame],
                replies: isAfterMessage ? [hello] : [], .failed(1002))
        }
    }

    @Test(arguments: fragmentation) func assemblesFragments(_ item: AutobahnCase) { item.run() }

    private static let first = WireFrame.text("fragment1", isFinal: false)
    private static let last = WireFrame.continuation("fragment2")
    private static let both = WireFrame.text("fragment1fragment2")
    private static let open = WireFrame.continuation("no message", isFinal: false)
    private static let final = WireFrame.continuation("no message")

    private static let fragmentation =
        [
            AutobahnCase("5.1", [WireFrame(9, [1], isFinal: false), last], .failed(1002)),
            AutobahnCase("5.2", [WireFrame(10, [1], isFinal: false), last], .failed(1002)),
            AutobahnCase("5.15", [first, last, open, hello], replies: [both], .failed(1002)),
            AutobahnCase("5.16", [open, first, last, open, first, last], .failed(1002)),
            AutobahnCase("5.17", [final, first, last, final, first, last], .failed(1002)),
            AutobahnCase("5.18", [first, .text("fragment2")], .failed(1002)),
        ]
        // The cases of a list differ in the size of the chunks.
        + [3, 4, 5].map { AutobahnCase("5.\($0)", [first, last], replies: [both]) }
        + [6, 7, 8].map { AutobahnCase("5.\($0)", [first, .ping("ping"), last], replies: [.pong("ping"), both]) }
        + [9, 10, 11].map { AutobahnCase("5.\($0)", [final, hello], .failed(1002)) }
        + [12, 13, 14].map { AutobahnCase("5.\($0)", [open, hello], .failed(1002)) }
        + [19, 20].map { number in
            let parts = (1...5).map { "fragment\($0)" }
            return AutobahnCase(
                "5.\(number)",
                [
                    .text(parts[0], isFinal: false), .continuation(parts[1], isFinal: false), .ping("1"),
                    .continuation(parts[2], isFinal: false), .continuation(parts[3], isFinal: false), .ping("2"),
                    .continuation(parts[4]),
                ],
                replies: [.pong("1"), .pong("2"), .text(parts.joined())])
        }

    @Test func tablesContainAllCases() {
        #expect(Self.framing.count == 16 && Self.pings.count == 11 && Self.reservedBits.count == 7)
        #expect(Self.opcodes.count == 10 && Self.fragmentation.count == 20)
    }
}
