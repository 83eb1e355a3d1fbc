import RillHTTP
import Testing

@testable import RillWebSocket

struct HandshakeTests {
    /// The key of the example in RFC 6455, 1.3.
    private static let nonce = Array("the sample nonce".utf8)
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let valid: HTTPFields = [
        .upgrade: "WebSocket", .connection: "keep-alive, UPGRADE", .webSocketAccept: accept,
    ]

    /// A valid response with another field.
    private func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        Self.valid + [HTTPField(name: name, value: value)]
    }

    /// A valid response with another value of a field, or without the field.
    private func replacing(_ name: HTTPField.Name, _ value: String?) -> HTTPFields {
        var fields = Self.valid
        fields[name] = value
        return fields
    }

    private func agreement(
        _ fields: HTTPFields, status: Int = 101, offers: [DeflateParameters] = []
    ) throws -> WebSocketAgreement {
        let handshake = try WebSocketHandshake(nonce: Self.nonce, subprotocols: ["a", "b"], compressionOffers: offers)
        return try handshake.agreement(status: status, fields)
    }

    private func reason(_ fields: HTTPFields, status: Int = 101) -> String? {
        do {
            _ = try agreement(fields, status: status)
            return nil
        } catch {
            return (error as? WebSocketError)?.text
        }
    }

    // MARK: SHA-1

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
    func hashesWithSHA1(text: String, digest: String) {
        let hex = SHA1.digest(of: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(hex.joined() == digest)
    }

    // MARK: Requests and responses

    @Test func requestHasTheFieldsOfTheStandard() throws {
        let handshake = try WebSocketHandshake(
            nonce: Self.nonce, subprotocols: ["a", "b"],
            compressionOffers: [
                .defaultOffer,
                DeflateParameters(
                    serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 9,
                    clientMaxWindowBits: 10),
            ])
        #expect(
            handshake.requestFields.map { "\($0.name.rawName): \($0.value)" } == [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: \(Self.key)", "Sec-WebSocket-Protocol: a, b",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits, permessage-deflate; "
                    + "server_no_context_takeover; client_no_context_takeover; server_max_window_bits=9; "
                    + "client_max_window_bits=10",
            ])
        #expect(try WebSocketHandshake(nonce: Self.nonce).requestFields.count == 4)
        let keys = try (0..<2).map { _ in try WebSocketHandshake().requestFields[3].value }
        #expect(keys[0] != keys[1] && keys[0].count == 24)
    }

    @Test(arguments: [["a b"], [""], ["a", "a"], ["é"]]) func rejectsInvalidSubprotocols(names: [String]) {
        #expect(throws: WebSocketError.self) {
            try WebSocketHandshake(nonce: Self.nonce, subprotocols: names)
        }
    }

    @Test func acceptsValidResponses() throws {
        #expect(try agreement(Self.valid) == WebSocketAgreement())
        let subprotocol = try agreement(adding(HTTPField.Name(literal: "sec-websocket-protocol"), " b "))
        #expect(subprotocol == WebSocketAgreement(subprotocol: "b"))
    }

    @Test func explainsInvalidResponses() {
        #expect(
            reason(Self.valid, status: 200)
                == "WebSocket handshake failed: the server responded with status 200 instead of 101")
        let upgrade = "the header field Upgrade is missing or not \"websocket\""
        let accept = "the header field Sec-WebSocket-Accept is missing or does not match the key"
        let subprotocol = "the server selected a subprotocol that was not requested"
        for (fields, text) in [
            (replacing(.upgrade, nil), upgrade), (replacing(.upgrade, "h2c"), upgrade),
            (replacing(.connection, "keep-alive"), "the header field Connection does not contain \"Upgrade\""),
            (replacing(.webSocketAccept, nil), accept), (adding(.webSocketAccept, Self.accept), accept),
            (replacing(.webSocketAccept, Self.key), accept), (adding(.webSocketProtocol, "c"), subprotocol),
            (adding(.webSocketProtocol, "a, b"), subprotocol), (adding(.webSocketProtocol, ""), subprotocol),
            (adding(.webSocketProtocol, "a") + [HTTPField(name: .webSocketProtocol, value: "b")], subprotocol),
            (
                adding(.webSocketExtensions, "permessage-deflate"),
                "the server selected an extension that was not offered"
            ),
            (adding(.webSocketExtensions, "a b"), "the header field Sec-WebSocket-Extensions is invalid"),
        ] {
            #expect(reason(fields) == "WebSocket handshake failed: \(text)", "\(fields)")
        }
    }

    // MARK: Compression

    private static let limited = DeflateParameters(
        serverNoContextTakeover: true, serverMaxWindowBits: 10, clientMaxWindowBits: 12)

    @Test(arguments: [
        ("permessage-deflate", DeflateParameters(clientMaxWindowBits: 15)),
        ("permessage-deflate;client_max_window_bits=8", DeflateParameters(clientMaxWindowBits: 8)),
        ("permessage-deflate; client_max_window_bits=\"15\"", DeflateParameters(clientMaxWindowBits: 15)),
        (", permessage-deflate; client_max_window_bits=\"1\\4\" ,", DeflateParameters(clientMaxWindowBits: 14)),
        (
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover ; server_max_window_bits = 9",
            DeflateParameters(
                serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 9,
                clientMaxWindowBits: 15)
        ),
    ])
    func acceptsParameters(value: String, expected: DeflateParameters) throws {
        let fields = adding(.webSocketExtensions, value)
        #expect(try agreement(fields, offers: [.defaultOffer]).compression == expected)
    }

    @Test(arguments: [
        "permessage-deflate; client_max_window_bits", "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=7", "permessage-deflate; server_max_window_bits=16",
        "permessage-deflate; server_max_window_bits=09", "permessage-deflate; server_no_context_takeover=1",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover", "permessage-deflate; x",
        "permessage-deflate, permessage-deflate", "x-webkit-deflate-frame", "permessage-deflate; =1",
        "permessage-deflate; server_max_window_bits=\"9",
        "permessage-deflate; server_max_window_bits=\"9\\\"", "permessage-deflate; server_max_window_bits=\"\"",
        "permessage-deflate; server_max_window_bits=\"9\" x",
        "permessage-deflate;", ";", "permessage-deflate; \"server_no_context_takeover\"",
        "permessage-deflate; server_max_window_bits=",
    ])
    func rejectsParameters(value: String) {
        let fields = adding(.webSocketExtensions, value)
        #expect(throws: WebSocketError.self) { try agreement(fields, offers: [.defaultOffer]) }
    }

    @Test func clientWithoutWindowBitsRejectsThem() {
        let fields = adding(.webSocketExtensions, "permessage-deflate; client_max_window_bits=15")
        #expect(throws: WebSocketError.self) { try agreement(fields, offers: [DeflateParameters()]) }
    }

    @Test(arguments: [
        ("permessage-deflate", false), ("permessage-deflate; server_no_context_takeover", false),
        ("permessage-deflate; server_max_window_bits=9", false),
        ("permessage-deflate; server_no_context_takeover; server_max_window_bits=11", false),
        ("permessage-deflate; server_no_context_takeover; server_max_window_bits=9", true),
        (
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=9; client_max_window_bits=13", false
        ),
    ])
    func requiresOfferedLimits(value: String, isAccepted: Bool) {
        let fields = adding(.webSocketExtensions, value)
        let result = try? agreement(fields, offers: [Self.limited])
        #expect((result != nil) == isAccepted)
        // The client keeps the window that it has announced.
        if isAccepted { #expect(result?.compression?.clientMaxWindowBits == 12) }
    }

    // MARK: Servers

    @Test func serverAcceptsTheExampleOfTheStandard() throws {
        let handshake = try WebSocketHandshake(
            nonce: Self.nonce, subprotocols: ["a", "b"], compressionOffers: [.defaultOffer])
        let acceptance = try WebSocketAcceptance(
            handshake.requestFields, subprotocols: ["b"],
            compression: DeflateParameters(clientMaxWindowBits: 10))
        #expect(
            acceptance.responseFields.map { "\($0.name.rawName): \($0.value)" } == [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
                "Sec-WebSocket-Protocol: b",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=10",
            ])
        #expect(try handshake.agreement(status: 101, acceptance.responseFields) == acceptance.agreement)
    }

    @Test(arguments: [HTTPField.Name.upgrade, .connection, .webSocketVersion, .webSocketKey])
    func serverRejectsIncompleteRequests(name: HTTPField.Name) throws {
        var fields = try WebSocketHandshake(nonce: Self.nonce).requestFields
        for value in [nil, "8"] {
            fields[name] = value
            #expect(throws: WebSocketError.self) { try WebSocketAcceptance(fields) }
        }
    }

    @Test func serverDeclinesInvalidOffers() throws {
        let fields = try WebSocketHandshake(nonce: Self.nonce).requestFields
        for (value, expected) in [
            ("permessage-deflate; x", nil), ("x-other", nil), ("permessage-deflate; x, permessage-deflate", .init()),
            ("x-other; a=\"1,2\", permessage-deflate", nil),
            ("permessage-deflate; server_max_window_bits=9", .init(serverMaxWindowBits: 9)),
        ] as [(String, DeflateParameters?)] {
            let request = fields + [HTTPField(name: .webSocketExtensions, value: value)]
            let acceptance = try WebSocketAcceptance(request, compression: DeflateParameters())
            #expect(acceptance.agreement.compression == expected)
        }
    }
}
