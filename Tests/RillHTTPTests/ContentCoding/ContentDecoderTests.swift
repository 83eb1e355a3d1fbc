import RillSystem
import Testing

@testable import RillHTTP
@testable import RillHTTPTesting
@testable import RillHTTPTypes
@testable import RillMiddleware
@testable import RillTransportConformance

/// Tests the decoder of content codings without a client.
@Suite struct ContentDecoderTests {
    private let text = Array(CodedSamples.text.utf8)

    /// Bodies with their codings, and the number of times that they contain the text.
    private static let bodies: [(codings: [ContentCoding], body: [UInt8], count: Int)] = [
        ([.gzip], CodedSamples.gzip, 1), ([.deflate], CodedSamples.deflate, 1),
        ([.deflate], CodedSamples.rawDeflate, 1), ([.gzip], CodedSamples.gzip + CodedSamples.gzip, 2),
        ([.deflate, .gzip], CodedSamples.gzippedDeflate, 1),
    ]

    private func decode(
        _ codings: [ContentCoding], _ chunks: [[UInt8]], limit: Int = .max
    ) throws -> [[UInt8]] {
        var decoder = try ContentDecoder(codings, limit: limit)
        var pieces: [[UInt8]] = []
        for chunk in chunks {
            decoder.append(chunk)
            while let piece = try decoder.next() { pieces.append(piece) }
        }
        if let piece = try decoder.last() { pieces.append(piece) }
        return pieces
    }

    @Test(arguments: bodies.indices)
    func decodesInChunksOfAnySize(_ index: Int) throws {
        let (codings, body, count) = Self.bodies[index]
        let expected = Array(repeatElement(text, count: count).joined())
        for size in [1, 2, 3, 7, 64, body.count] {
            let chunks = stride(from: 0, to: body.count, by: size).map { Array(body[$0...].prefix(size)) }
            #expect(try Array(decode(codings, chunks).joined()) == expected, "chunks of \(size) bytes")
        }
    }

    @Test(arguments: bodies.indices)
    func truncationAtEachByteIsAnError(_ index: Int) throws {
        let (codings, body, _) = Self.bodies[index]
        // Only a body of several members is complete after one of them.
        let boundary = index == 3 ? CodedSamples.gzip.count : body.count
        for count in 0..<body.count where count != boundary {
            let error = #expect(throws: TransportError.self, "\(count) bytes") {
                try decode(codings, [Array(body.prefix(count))])
            }
            #expect(error?.code == .closedEarly)
        }
    }

    @Test func errorOfTruncatedBodyNamesCodingAndLength() throws {
        let error = #expect(throws: TransportError.self) {
            try decode([.gzip], [Array(CodedSamples.gzip.prefix(40))])
        }
        #expect(
            error?.description == "the connection was closed before the response was complete: "
                + "the gzip body ends early, after 40 compressed bytes")
    }

    @Test func bytesAfterTheContentAreIgnored() throws {
        for garbage in [[0], [0, 0, 0], Array("garbage".utf8), [0x1F, 0], Array(repeating: 7, count: 100_000)] {
            #expect(try Array(decode([.gzip], [CodedSamples.gzip + garbage]).joined()) == text)
            for body in [CodedSamples.deflate, CodedSamples.rawDeflate] {
                #expect(try Array(decode([.deflate], [body, garbage]).joined()) == text)
            }
        }
    }

    @Test func damagedMemberAfterTheFirstIsAnError() throws {
        var body = CodedSamples.gzip + CodedSamples.gzip
        body[body.count - 6] ^= 0xFF
        let error = #expect(throws: TransportError.self) { try decode([.gzip], [body]) }
        #expect(error?.description == "malformed HTTP response: cannot decode the gzip body: incorrect data check")
    }

    @Test func elementsOfHighlyCompressedChunkAreBounded() throws {
        let bombs = Array(repeatElement(CodedSamples.bomb, count: 40).joined())
        let twice = try GzipEncoder(SystemZLib.library.get())
        let body = try twice.compress(bombs) + twice.finish()
        #expect(body.count < 2_000)
        let pieces = try decode([.gzip, .gzip], [body])
        #expect(pieces.joined().count == 40 * CodedSamples.bombSize)
        #expect(pieces.allSatisfy { $0.count <= 64 << 10 })
    }

    @Test func limitAppliesToDecodedBytes() throws {
        #expect(try decode([.gzip], [CodedSamples.gzip], limit: text.count).joined().count == text.count)
        let error = #expect(throws: TransportError.self) {
            try decode([.gzip], [CodedSamples.gzip], limit: text.count - 1)
        }
        #expect(error == TransportError(.tooLarge, "the decompressed body exceeds \(text.count - 1) bytes"))
    }

    /// Many empty members expand without end, although the body remains empty.
    @Test func limitAppliesToEachCoding() throws {
        let encoder = try GzipEncoder(SystemZLib.library.get())
        let members = Array(repeatElement(CodedSamples.emptyGzip, count: 1_000).joined())
        let body = try encoder.compress(members) + encoder.finish()
        #expect(try decode([.gzip, .gzip], [body], limit: members.count) == [])
        let error = #expect(throws: TransportError.self) {
            try decode([.gzip, .gzip], [body], limit: members.count - 1)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func moreThanFiveCodingsAreAnError() throws {
        let error = #expect(throws: TransportError.self) {
            try ContentDecoder(Array(repeating: .gzip, count: 6), limit: .max)
        }
        #expect(error?.code == .malformedResponse)
    }

    @Test func emptyMembersDecodeToNothing() throws {
        #expect(try decode([.gzip], [CodedSamples.emptyGzip + CodedSamples.emptyGzip]) == [])
        let members = CodedSamples.gzip + CodedSamples.emptyGzip + CodedSamples.gzip
        #expect(try Array(decode([.gzip], [members]).joined()) == text + text)
    }
}
