internal import Foundation
internal import RillHTTP

/// The handshake of a server that accepts a request.
struct WebSocketAcceptance: Sendable {
    /// The parameters that the server has selected.
    let agreement: WebSocketAgreement

    private let accept: String

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - subprotocols: The names of the supported subprotocols. The first one that the client requests is selected.
    ///   - compression: The required parameters as far as an offer permits. `nil` means that messages are not compressed.
    init(
        _ fields: HTTPFields, subprotocols: [String] = [], compression: DeflateParameters? = nil
    ) throws(WebSocketError) {
        try WebSocketField.checkUpgrade(fields)
        guard fields[values: .webSocketVersion] == [WebSocketField.supportedVersion] else {
            throw .handshake("the header field Sec-WebSocket-Version is missing or not 13")
        }
        let keys = fields[values: .webSocketKey]
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == 16 else {
            throw .handshake("the header field Sec-WebSocket-Key is missing or invalid")
        }
        let requested = fields.elements(of: .webSocketProtocol)
        let offers = WebSocketExtension.parse(fields) ?? []
        agreement = WebSocketAgreement(
            subprotocol: requested.first(where: subprotocols.contains),
            compression: compression.flatMap { wishes in
                offers.lazy.compactMap { DeflateParameters($0, isOffer: true) }.first?.accepted(wishes)
            })
        accept = WebSocketField.accept(for: key)
    }

    /// The header fields of the response, whose status code is 101.
    var responseFields: HTTPFields {
        var fields: HTTPFields = [
            .upgrade: WebSocketField.webSocket, .connection: "Upgrade", .webSocketAccept: accept,
        ]
        fields[.webSocketProtocol] = agreement.subprotocol
        fields[.webSocketExtensions] = agreement.compression?.text(isOffer: false)
        return fields
    }
}
