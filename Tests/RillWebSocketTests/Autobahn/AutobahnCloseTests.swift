import Testing

@testable import RillWebSocket

/// The group 7 of the Autobahn test suite: the close handshake.
struct AutobahnCloseTests {
    @Test(arguments: order) func ignoresFramesAfterClose(_ item: AutobahnCase) { item.run() }

    private static let hello = WireFrame.text("Hello World!")
    private static let long = WireFrame.text(String(repeating: "BAsd7&jh23", count: 26_214) + "BAsd")

    private static let order = [
        AutobahnCase("7.1.1", [hello], replies: [hello]),
        AutobahnCase("7.1.2", [.close(1000), .close()], .confirmed(1000)),
        AutobahnCase("7.1.3", [.close(1000), .ping()], .confirmed(1000)),
        AutobahnCase("7.1.4", [.close(1000), hello], .confirmed(1000)),
        AutobahnCase(
            "7.1.5", [.text("fragment1", isFinal: false), .close(1000), .continuation("fragment2")], .confirmed(1000)),
        AutobahnCase("7.1.6", [long, hello, .close(1000), .ping()], replies: [long, hello], .confirmed(1000)),
    ]

    @Test(arguments: payloads) func checksClosePayloads(_ item: AutobahnCase) { item.run() }

    private static let payloads = [
        AutobahnCase("7.3.1", [.close()], .confirmed(nil)),
        AutobahnCase("7.3.2", [WireFrame(8, [0x61])], .failed(1002)),
        AutobahnCase("7.3.3", [.close(1000)], .confirmed(1000)),
        AutobahnCase("7.3.4", [.close(1000, Array("Hello World!".utf8))], .confirmed(1000)),
        AutobahnCase("7.3.5", [.close(1000, Array(repeating: 0x2A, count: 123))], .confirmed(1000)),
        AutobahnCase("7.3.6", [.close(1000, Array(repeating: 0x2A, count: 124))], .failed(1002)),
        AutobahnCase("7.5.1", [.close(1000, [0xCE, 0xBA, 0xED, 0xA0, 0x80, 0x65])], .failed(1007)),
    ]

    @Test(arguments: codes) func checksCloseCodes(_ item: AutobahnCase) { item.run() }

    private static let codes =
        ([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] as [UInt16])
        .enumerated().map { AutobahnCase("7.7.\($0 + 1)", [.close($1)], .confirmed($1)) }
        + ([0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999] as [UInt16])
        .enumerated().map { AutobahnCase("7.9.\($0 + 1)", [.close($1)], .failed(1002)) }
        // The suite accepts any behavior.
        + ([5000, 65_535] as [UInt16]).enumerated().map {
            AutobahnCase("7.13.\($0 + 1)", [.close($1)], .failed(1002))
        }

    @Test func tablesContainAllCases() {
        #expect(Self.order.count == 6 && Self.payloads.count == 7 && Self.codes.count == 24)
    }
}
