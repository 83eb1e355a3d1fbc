internal import Foundation

/// The handshake of a server that accepts a request.
struct WebSocketAcceptance: Sendable {
    /// The parameters that the server has selected.
    let agreement: WebSocketAgreement

    private let accept: String

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - values: Returns the values of the header fields with a name.
    ///   - subprotocols: The names of the supported subprotocols. The first one that the client requests is selected.
    ///   - compression: The required parameters as far as an offer permits. `nil` means that messages are not compressed.
    init(
        _ values: (String) -> [String], subprotocols: [String] = [], compression: DeflateParameters? = nil
    ) throws(WebSocketError) {
        try WebSocketField.checkUpgrade(values)
        guard values(WebSocketField.version).map(\.trimmingSpaces) == [WebSocketField.supportedVersion] else {
            throw .handshake("the header field Sec-WebSocket-Version is missing or not 13")
        }
        let keys = values(WebSocketField.key).map(\.trimmingSpaces)
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == 16 else {
            throw .handshake("the header field Sec-WebSocket-Key is missing or invalid")
        }
        let requested = values(WebSocketField.subprotocol).listElements
        let offers = WebSocketExtension.parse(values(WebSocketField.extensions)) ?? []
        agreement = WebSocketAgreement(
            subprotocol: requested.first(where: subprotocols.contains),
            compression: compression.flatMap { wishes in
                offers.lazy.compactMap { DeflateParameters($0, isOffer: true) }.first?.accepted(wishes)
            })
        accept = WebSocketField.accept(for: key)
    }

    /// The header fields of the response, whose status code is 101.
    var responseFields: [(name: String, value: String)] {
        var fields = [
            (name: WebSocketField.upgrade, value: WebSocketField.webSocket),
            (WebSocketField.connection, "Upgrade"), (WebSocketField.accept, accept),
        ]
        if let subprotocol = agreement.subprotocol { fields.append((WebSocketField.subprotocol, subprotocol)) }
        if let compression = agreement.compression {
            fields.append((WebSocketField.extensions, compression.text(isOffer: false)))
        }
        return fields
    }
}
