internal import RillSystem

/// The parameters of the extension permessage-deflate, in an offer or in the agreement.
///
/// - SeeAlso: RFC 7692, 7.1
struct DeflateParameters: Hashable, Sendable {
    /// Whether the server compresses each message by itself.
    var serverNoContextTakeover = false

    /// Whether the client compresses each message by itself.
    var clientNoContextTakeover = false

    /// The base-2 logarithm of the server's window size, from 8 to 15.
    ///
    /// `nil` in an offer leaves the choice to the server, and in the agreement means 15.
    var serverMaxWindowBits: Int?

    /// The base-2 logarithm of the client's window size, from 8 to 15.
    ///
    /// `nil` in an offer means that the server cannot choose, and in the agreement means 15.
    var clientMaxWindowBits: Int?

    static let name = "permessage-deflate"

    /// The offer of a client that accepts all parameters.
    static let defaultOffer = DeflateParameters(clientMaxWindowBits: 15)

    /// Whether messages can be compressed.
    static var isAvailable: Bool { (try? SystemZLib.library.get()) != nil }

    private static let windowBits = 8...15
    private static let serverTakeoverName = "server_no_context_takeover"
    private static let clientTakeoverName = "client_no_context_takeover"
    private static let serverBitsName = "server_max_window_bits"
    private static let clientBitsName = "client_max_window_bits"
}

extension DeflateParameters {
    /// Parses the parameters of an offer or a response.
    ///
    /// `nil` if a parameter is unknown, occurs twice, or has an invalid value.
    ///
    /// - Parameters:
    ///   - item: The extension.
    ///   - isOffer: Whether the client's number of bits may have no value, which means 15.
    init?(_ item: WebSocketExtension, isOffer: Bool) {
        guard item.name == Self.name, Set(item.parameters.map(\.name)).count == item.parameters.count else {
            return nil
        }
        self.init()
        for (name, value) in item.parameters {
            let bits = Self.windowBits.first { String($0) == value }
            switch (name, value, bits) {
            case (Self.serverTakeoverName, nil, _): serverNoContextTakeover = true
            case (Self.clientTakeoverName, nil, _): clientNoContextTakeover = true
            case (Self.clientBitsName, nil, _) where isOffer: clientMaxWindowBits = Self.windowBits.upperBound
            case (Self.serverBitsName, _, let bits?): serverMaxWindowBits = bits
            case (Self.clientBitsName, _, let bits?): clientMaxWindowBits = bits
            default: return nil
            }
        }
    }

    /// The text of a header field.
    ///
    /// - Parameter isOffer: Whether the client's number of bits has no value if it is 15, so that all servers accept it.
    func text(isOffer: Bool) -> String {
        var parts = [Self.name]
        if serverNoContextTakeover { parts.append(Self.serverTakeoverName) }
        if clientNoContextTakeover { parts.append(Self.clientTakeoverName) }
        if let bits = serverMaxWindowBits { parts.append("\(Self.serverBitsName)=\(bits)") }
        if let bits = clientMaxWindowBits {
            parts.append(
                isOffer && bits == Self.windowBits.upperBound ? Self.clientBitsName : "\(Self.clientBitsName)=\(bits)")
        }
        return parts.joined(separator: "; ")
    }

    /// Returns the agreement for an offer of a client.
    ///
    /// - Parameter wishes: The parameters that the server requires as far as the offer permits.
    func accepted(_ wishes: DeflateParameters) -> DeflateParameters {
        DeflateParameters(
            serverNoContextTakeover: serverNoContextTakeover || wishes.serverNoContextTakeover,
            clientNoContextTakeover: clientNoContextTakeover || wishes.clientNoContextTakeover,
            serverMaxWindowBits: [serverMaxWindowBits, wishes.serverMaxWindowBits].compactMap(\.self).min(),
            clientMaxWindowBits: clientMaxWindowBits.flatMap { offered in
                wishes.clientMaxWindowBits.map { min(offered, $0) }
            })
    }

    /// Returns the agreement for this offer and the server's response, or `nil` if the response is invalid.
    ///
    /// The client's own parameters in its offer apply even if the response omits them (RFC 7692, 7.1.1.2 and 7.1.2.2).
    func agreement(_ response: DeflateParameters) -> DeflateParameters? {
        if serverNoContextTakeover, !response.serverNoContextTakeover { return nil }
        if let offered = serverMaxWindowBits, response.serverMaxWindowBits ?? .max > offered { return nil }
        if let bits = response.clientMaxWindowBits, bits > clientMaxWindowBits ?? 0 { return nil }
        var agreement = response
        if clientNoContextTakeover { agreement.clientNoContextTakeover = true }
        if agreement.clientMaxWindowBits == nil { agreement.clientMaxWindowBits = clientMaxWindowBits }
        return agreement
    }

    /// Returns the compressor of the messages that a side sends.
    func makeDeflater(for role: WebSocketRole) -> Deflater {
        Deflater(windowBits: windowBits(of: role), keepsContext: keepsContext(of: role))
    }

    /// Returns the decompressor of the messages that a side receives.
    func makeInflater(for role: WebSocketRole) -> Inflater {
        let sender: WebSocketRole = role == .client ? .server : .client
        return Inflater(windowBits: windowBits(of: sender), keepsContext: keepsContext(of: sender))
    }

    private func windowBits(of sender: WebSocketRole) -> Int {
        (sender == .client ? clientMaxWindowBits : serverMaxWindowBits) ?? Self.windowBits.upperBound
    }

    private func keepsContext(of sender: WebSocketRole) -> Bool {
        !(sender == .client ? clientNoContextTakeover : serverNoContextTakeover)
    }
}
