internal import Foundation
internal import RillHTTP

extension WebSocketError {
    /// Returns the error for an invalid request or response of the handshake.
    static func handshake(_ text: String) -> WebSocketError {
        WebSocketError(.protocolError, "WebSocket handshake failed: \(text)")
    }
}

/// The parameters of a connection, which the handshake determines.
struct WebSocketAgreement: Hashable, Sendable {
    /// The subprotocol, or `nil` if there is none.
    var subprotocol: String?

    /// The parameters of the compression, or `nil` if messages are not compressed.
    var compression: DeflateParameters?
}

extension HTTPField.Name {
    static let webSocketKey = HTTPField.Name(literal: "Sec-WebSocket-Key")
    static let webSocketAccept = HTTPField.Name(literal: "Sec-WebSocket-Accept")
    static let webSocketVersion = HTTPField.Name(literal: "Sec-WebSocket-Version")
    static let webSocketProtocol = HTTPField.Name(literal: "Sec-WebSocket-Protocol")
    static let webSocketExtensions = HTTPField.Name(literal: "Sec-WebSocket-Extensions")
}

/// The values of the handshake's header fields.
///
/// - SeeAlso: RFC 6455, 4
enum WebSocketField {
    /// The value of `Upgrade`, whose case is ignored.
    static let webSocket = "websocket"
    static let supportedVersion = "13"

    /// Returns the value of `Sec-WebSocket-Accept` for a key.
    static func accept(for key: String) -> String {
        Data(SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }

    /// Throws an error unless `Upgrade` and `Connection` request or confirm the change of protocols.
    static func checkUpgrade(_ fields: HTTPFields) throws(WebSocketError) {
        guard fields.elements(of: .upgrade).map({ $0.lowercased() }) == [webSocket] else {
            throw .handshake("the header field Upgrade is missing or not \"websocket\"")
        }
        guard fields.elements(of: .connection).contains(where: { $0.lowercased() == "upgrade" }) else {
            throw .handshake("the header field Connection does not contain \"Upgrade\"")
        }
    }
}

/// The handshake of a client.
struct WebSocketHandshake: Sendable {
    private let key: String
    private let subprotocols: [String]
    private let compressionOffers: [DeflateParameters]

    /// Creates a handshake.
    ///
    /// - Parameters:
    ///   - nonce: 16 random bytes. Defaults to the system's random numbers.
    ///   - subprotocols: The names of the requested subprotocols, in order of preference. Defaults to none.
    ///   - compressionOffers: The offered parameters, in order of preference. Defaults to none, which means that messages
    ///     are not compressed.
    init(
        nonce: [UInt8] = (0..<16).map { _ in .random(in: .min ... .max) }, subprotocols: [String] = [],
        compressionOffers: [DeflateParameters] = []
    ) throws(WebSocketError) {
        for (index, name) in subprotocols.enumerated() {
            guard name.isToken, !subprotocols[..<index].contains(name) else {
                throw .handshake("the subprotocol \"\(name)\" is not a token or occurs twice")
            }
        }
        key = Data(nonce).base64EncodedString()
        self.subprotocols = subprotocols
        self.compressionOffers = compressionOffers
    }

    /// Returns the reason that fields cannot be added to the request, or `nil`.
    static func problem(ofAdding fields: HTTPFields) -> String? {
        let field = fields.first { field in
            [.upgrade, .connection].contains(field.name) || field.name.rawName.lowercased().hasPrefix("sec-websocket-")
        }
        return field.map {
            "the header field \($0.name) is part of the WebSocket handshake. Use the argument protocols or an option instead"
        }
    }

    /// The header fields of the request.
    var requestFields: HTTPFields {
        var fields: HTTPFields = [
            .upgrade: WebSocketField.webSocket, .connection: "Upgrade",
            .webSocketVersion: WebSocketField.supportedVersion, .webSocketKey: key,
        ]
        if !subprotocols.isEmpty { fields[.webSocketProtocol] = subprotocols.joined(separator: ", ") }
        if !compressionOffers.isEmpty {
            let offers = compressionOffers.map { $0.text(isOffer: true) }
            fields[.webSocketExtensions] = offers.joined(separator: ", ")
        }
        return fields
    }

    /// Returns the parameters that the server has selected.
    ///
    /// - Parameters:
    ///   - status: The status code of the response.
    ///   - fields: The header fields of the response.
    func agreement(status: Int, _ fields: HTTPFields) throws(WebSocketError) -> WebSocketAgreement {
        guard status == 101 else {
            throw .handshake("the server responded with status \(status) instead of 101")
        }
        try WebSocketField.checkUpgrade(fields)
        guard fields[values: .webSocketAccept] == [WebSocketField.accept(for: key)] else {
            throw .handshake("the header field Sec-WebSocket-Accept is missing or does not match the key")
        }
        let subprotocol = fields[values: .webSocketProtocol]
        guard subprotocol.count <= 1, subprotocol.allSatisfy(subprotocols.contains) else {
            throw .handshake("the server selected a subprotocol that was not requested")
        }
        return WebSocketAgreement(subprotocol: subprotocol.first, compression: try compression(fields))
    }

    private func compression(_ fields: HTTPFields) throws(WebSocketError) -> DeflateParameters? {
        guard let extensions = WebSocketExtension.parse(fields) else {
            throw .handshake("the header field Sec-WebSocket-Extensions is invalid")
        }
        guard let selected = extensions.first else { return nil }
        guard extensions.count == 1, selected.name == DeflateParameters.name, !compressionOffers.isEmpty else {
            throw .handshake("the server selected an extension that was not offered")
        }
        guard let response = DeflateParameters(selected, isOffer: false),
            let agreement = compressionOffers.lazy.compactMap({ $0.agreement(response) }).first
        else {
            throw .handshake("the server selected invalid parameters for permessage-deflate")
        }
        return agreement
    }
}
