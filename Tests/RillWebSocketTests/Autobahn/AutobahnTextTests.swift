import Testing

@testable import RillWebSocket

/// The group 6 of the Autobahn test suite: UTF-8.
struct AutobahnTextTests {
    // MARK: 6.1 to 6.3

    @Test(arguments: fragments) func checksTextInFragments(_ item: AutobahnCase) { item.run() }

    private static let accents = "Hello-µ@ßöäüàá-UTF-8!!"
    private static let greek: [UInt8] = [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5]
    private static let surrogate = greek + [0xED, 0xA0, 0x80] + Array("edited".utf8)
    private static let tooLarge = greek + [0xF4, 0x90, 0x80, 0x80] + Array("edited".utf8)

    private static let fragments = [
        AutobahnCase("6.1.1", [.text("")], replies: [.text("")]),
        AutobahnCase(
            "6.1.2", [.text("", isFinal: false), .continuation("", isFinal: false), .continuation("")],
            replies: [.text("")]),
        AutobahnCase(
            "6.1.3", [.text("", isFinal: false), .continuation("middle", isFinal: false), .continuation("")],
            replies: [.text("middle")]),
        AutobahnCase("6.2.1", [.text(accents)], replies: [.text(accents)]),
        AutobahnCase(
            "6.2.2", [.text(String(accents.prefix(11)), isFinal: false), .continuation(String(accents.dropFirst(11)))],
            replies: [.text(accents)]),
        AutobahnCase("6.2.3", singleBytes(Array(accents.utf8)), replies: [.text(accents)]),
        AutobahnCase("6.2.4", singleBytes(greek), replies: [WireFrame(1, greek)]),
        AutobahnCase("6.3.1", [WireFrame(1, surrogate)], .failed(1007)),
        AutobahnCase("6.3.2", singleBytes(surrogate), .failed(1007)),
    ]

    private static func singleBytes(_ bytes: [UInt8]) -> [WireFrame] {
        bytes.indices.map { WireFrame($0 == 0 ? 1 : 0, [bytes[$0]], isFinal: $0 == bytes.count - 1) }
    }

    // MARK: 6.4

    /// The parts are frames in 6.4.1 and 6.4.2, and chunks of one frame in 6.4.3 and 6.4.4.
    @Test(arguments: [(11, 15, true), (12, 13, true), (11, 15, false), (12, 13, false)])
    func failsAtFirstInvalidByte(first: Int, second: Int, inFrames: Bool) {
        let bytes = Self.tooLarge
        var endpoint = EchoEndpoint(.client)
        if inFrames {
            endpoint.receive(WireFrame(1, Array(bytes[..<first]), isFinal: false).bytes(mask: nil))
            #expect(endpoint.failure == nil)
            endpoint.receive(WireFrame(0, Array(bytes[first..<second]), isFinal: false).bytes(mask: nil))
        } else {
            let frame = WireFrame(1, bytes).bytes(mask: nil)
            endpoint.receive(Array(frame[..<(2 + first)]))
            #expect(endpoint.failure == nil)
            endpoint.receive(Array(frame[(2 + first)..<(2 + second)]))
        }
        #expect(endpoint.failure?.code == .invalidPayload)
    }

    @Test(arguments: [surrogate, tooLarge]) func failsAtInvalidByteOfFrame(bytes: [UInt8]) {
        for (role, mask) in [(WebSocketRole.client, nil), (.server, [1, 2, 3, 4])] as [(WebSocketRole, [UInt8]?)] {
            var endpoint = EchoEndpoint(role)
            let header = mask == nil ? 2 : 6
            for (index, byte) in WireFrame(1, bytes).bytes(mask: mask).enumerated() {
                endpoint.receive([byte])
                #expect((endpoint.failure != nil) == (index >= header + 12))
            }
        }
    }

    // MARK: 6.5 to 6.23

    @Test(arguments: sequences) func checksSequences(_ item: AutobahnCase) { item.run() }

    /// The groups of the suite, with the valid texts, and then the invalid ones.
    private static let groups: [(valid: [[UInt8]], invalid: [[UInt8]])] = [
        // 6.5: valid sequences
        (["hello$world", "hello¢world", "hello€world", "hello𤭢world"].map { Array($0.utf8) } + [greek], []),
        // 6.6: prefixes
        ([2, 5, 7, 9, 11].map { Array(greek[..<$0]) }, [1, 3, 4, 6, 8, 10].map { Array(greek[..<$0]) }),
        // 6.7: first sequences of each length
        ([[0], [0xC2, 0x80], [0xE0, 0xA0, 0x80], [0xF0, 0x90, 0x80, 0x80]], []),
        // 6.8: the same with five and six bytes
        ([], [[0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80]]),
        // 6.9: last sequences of each length
        ([[0x7F], [0xDF, 0xBF], [0xEF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF]], []),
        // 6.10: the same above the largest code point
        ([], [lead(0xF7, 3), lead(0xFB, 4), lead(0xFD, 5)]),
        // 6.11: other boundaries
        (
            [[0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xF4, 0x8F, 0xBF, 0xBF]],
            [[0xF4, 0x90, 0x80, 0x80]]
        ),
        // 6.12: unexpected continuation bytes
        ([], continuations),
        // 6.13: first bytes without continuation
        ([], firstBytes.map { $0.flatMap { [$0, 0x20] } }),
        // 6.14: last byte missing
        ([], incomplete),
        // 6.15: the same in one text
        ([], [incomplete.flatMap(\.self)]),
        // 6.16: impossible bytes
        ([], [[0xFE], [0xFF], [0xFE, 0xFE, 0xFF, 0xFF]]),
        // 6.17: overlong forms of a slash
        ([], overlong(0xAF)),
        // 6.18: largest overlong forms
        (
            [],
            [
                [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF8, 0x87, 0xBF, 0xBF, 0xBF],
                [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
            ]
        ),
        // 6.19: overlong forms of zero
        ([], overlong(0x80)),
        // 6.20: single surrogates
        ([], highSurrogates + lowSurrogates),
        // 6.21: pairs of surrogates
        ([], highSurrogates.flatMap { high in [lowSurrogates[0], lowSurrogates[2]].map { high + $0 } }),
        // 6.22: code points without characters
        (nonCharacters, []),
        // 6.23: special characters
        ((0xB9...0xBF).map { [0xEF, 0xBF, $0] }, []),
    ]

    private static let continuations: [[UInt8]] = [
        [0x80], [0xBF], [0x80, 0xBF], [0x80, 0xBF, 0x80], [0x80, 0xBF, 0x80, 0xBF], [0x80, 0xBF, 0x80, 0xBF, 0x80],
        [0x80, 0xBF, 0x80, 0xBF, 0x80, 0xBF], Array(0x80..<0xBF),
    ]

    /// The first bytes of sequences of two to six bytes, without the last one of each length.
    private static let firstBytes: [Range<UInt8>] = [
        0xC0..<0xDF, 0xE0..<0xEF, 0xF0..<0xF7, 0xF8..<0xFB, 0xFC..<0xFD,
    ]

    private static let highSurrogates: [[UInt8]] = [
        [0xED, 0xA0, 0x80], [0xED, 0xAD, 0xBF], [0xED, 0xAE, 0x80], [0xED, 0xAF, 0xBF],
    ]

    private static let lowSurrogates: [[UInt8]] = [[0xED, 0xB0, 0x80], [0xED, 0xBE, 0x80], [0xED, 0xBF, 0xBF]]

    /// The last two code points of each plane.
    private static let nonCharacters: [[UInt8]] = (0...16 as ClosedRange<UInt32>).flatMap { plane in
        [0xFFFE, 0xFFFF].map { Array(String(Unicode.Scalar(plane << 16 | $0) ?? "x").utf8) }
    }

    /// The incomplete sequences of two to six bytes, with the smallest and with the largest values.
    private static let incomplete: [[UInt8]] =
        [
            [0xC0], [0xE0, 0x80], [0xF0, 0x80, 0x80], [0xF8, 0x80, 0x80, 0x80], [0xFC, 0x80, 0x80, 0x80, 0x80],
        ] + [lead(0xDF, 0), lead(0xEF, 1), lead(0xF7, 2), lead(0xFB, 3), lead(0xFD, 4)]

    private static func lead(_ byte: UInt8, _ count: Int) -> [UInt8] { [byte] + Array(repeating: 0xBF, count: count) }

    private static func overlong(_ last: UInt8) -> [[UInt8]] {
        [0xC0, 0xE0, 0xF0, 0xF8, 0xFC].enumerated().map { index, byte in
            [byte] + Array(repeating: 0x80, count: index) + [last]
        }
    }

    private static let sequences = groups.enumerated().flatMap { index, group in
        // In 6.6, the valid and the invalid prefixes alternate by length.
        let texts = group.valid.map { ($0, true) } + group.invalid.map { ($0, false) }
        let ordered = index == 1 ? texts.sorted { $0.0.count < $1.0.count } : texts
        return ordered.enumerated().map { number, text in
            AutobahnCase(
                "6.\(index + 5).\(number + 1)", [WireFrame(1, text.0)], replies: text.1 ? [WireFrame(1, text.0)] : [],
                text.1 ? .normal : .failed(1007))
        }
    }

    @Test func tablesContainAllCases() {
        #expect(Self.fragments.count == 9)
        let counts = Self.groups.map { $0.valid.count + $0.invalid.count }
        #expect(counts == [5, 11, 4, 2, 4, 3, 5, 8, 5, 10, 1, 3, 5, 5, 5, 7, 8, 34, 7])
    }
}
