import Rill
import RillTestSupport
import Testing

@testable import RillWebSocket

/// The groups 12 and 13 of the Autobahn test suite: permessage-deflate, for several kinds of data, and with all parameters.
///
/// The suite sends 1,000 messages in each case, and uses files that are not part of this package. Here, similar data is
/// generated, and the number of large messages is reduced.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct AutobahnCompressionTests {
    /// The sizes of the messages and of the fragments.
    private static let sizes: [(message: Int, fragment: Int)] =
        (4...17).filter { $0 != 5 && $0 != 7 && $0 != 9 && $0 != 11 }.map { (1 << $0, .max) }
        + (13...17).map { (1 << $0, 256) } + [(131_072, 1_024), (131_072, 4_096), (131_072, 32_768)]

    private struct Case: CustomTestStringConvertible, Sendable {
        let number: String
        let data: CompressionData
        let size: Int
        let fragmentSize: Int
        /// The parameters that the client offers, in order of preference.
        var offers = [DeflateParameters.defaultOffer]
        /// The parameters that the server requires.
        var wishes = DeflateParameters()

        var testDescription: String { number }
    }

    @Test(arguments: kinds + parameters, [WebSocketRole.client, .server])
    private func sendsBackCompressedMessages(_ item: Case, _ role: WebSocketRole) throws {
        let agreement = try negotiate(item.offers, item.wishes)
        var pair = ConnectedEndpoints(endpoint: role, compression: agreement, fragmentSize: item.fragmentSize)
        // The messages continue at the beginning of the data, which is longer than each of them.
        let data = item.data.bytes + item.data.bytes
        var position = 0
        for _ in 0..<max(2, min(1_000, 65_536 / item.size)) {
            let start = position % (data.count / 2)
            let bytes = Array(data[start..<start + item.size])
            position += item.size
            let message =
                item.data.isText ? WebSocketMessage.text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes)
            try #require(try pair.returnsMessage(message))
        }
        #expect(try pair.closes())
    }

    /// Returns the parameters after a handshake of a client and a server.
    private func negotiate(
        _ offers: [DeflateParameters], _ wishes: DeflateParameters
    ) throws -> DeflateParameters {
        let client = try WebSocketHandshake(nonce: Array(0..<16), compressionOffers: offers)
        let acceptance = try WebSocketAcceptance(client.requestFields, compression: wishes)
        let agreement = try client.agreement(status: 101, acceptance.responseFields)
        #expect(agreement.compression?.clientNoContextTakeover == wishes.clientNoContextTakeover)
        #expect(agreement.compression?.clientMaxWindowBits == wishes.clientMaxWindowBits ?? 15)
        return try #require(agreement.compression)
    }

    private static let kinds = CompressionData.allCases.enumerated().flatMap { group, data in
        sizes.enumerated().map { index, size in
            Case(
                number: "12.\(group + 1).\(index + 1)", data: data, size: size.message, fragmentSize: size.fragment)
        }
    }

    private static let parameters = settings.enumerated().flatMap { group, setting in
        sizes.enumerated().map { index, size in
            Case(
                number: "13.\(group + 1).\(index + 1)", data: .json, size: size.message, fragmentSize: size.fragment,
                offers: setting.map { offer($0.isAlone, $0.bits) },
                wishes: DeflateParameters(
                    clientNoContextTakeover: setting[0].isAlone, clientMaxWindowBits: setting[0].bits))
        }
    }

    /// What each side requests of the other one: to compress each message alone, and a size of the window.
    private static let settings: [[(isAlone: Bool, bits: Int?)]] = [
        [(false, nil)], [(true, nil)], [(false, 9)], [(false, 15)], [(true, 9)], [(true, 15)],
        [(true, 9), (true, nil), (false, nil)],
    ]

    private static func offer(_ isAlone: Bool, _ bits: Int?) -> DeflateParameters {
        DeflateParameters(serverNoContextTakeover: isAlone, serverMaxWindowBits: bits, clientMaxWindowBits: 15)
    }

    @Test func tablesContainAllCases() {
        #expect(Self.sizes.count == 18 && Self.kinds.count == 90 && Self.parameters.count == 126)
        #expect(CompressionData.allCases.allSatisfy { $0.bytes.count > 131_072 })
    }
}
