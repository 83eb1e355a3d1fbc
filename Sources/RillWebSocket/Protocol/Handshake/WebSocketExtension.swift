internal import Foundation
internal import RillHTTP

/// An element of the header field `Sec-WebSocket-Extensions`.
///
/// - SeeAlso: RFC 6455, 9.1
struct WebSocketExtension: Sendable {
    let name: String
    let parameters: [(name: String, value: String?)]

    /// Parses the header fields of a message.
    ///
    /// - Returns: The extensions, or `nil` if a value is invalid.
    static func parse(_ fields: HTTPFields) -> [WebSocketExtension]? {
        let elements = fields.elements(of: .webSocketExtensions)
        let extensions = elements.compactMap { WebSocketExtension($0) }
        return extensions.count == elements.count ? extensions : nil
    }

    private init?(_ text: String) {
        // Values of parameters are tokens, also within quotation marks. So they contain no separators.
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmingSpaces)
        var parameters: [(name: String, value: String?)] = []
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(\.trimmingSpaces)
            let value = pair.count > 1 ? Self.unquoted(pair[1]) : nil
            guard pair[0].isToken, value?.isToken != false else { return nil }
            parameters.append((pair[0], value))
        }
        guard let name = parts.first, name.isToken else { return nil }
        self.name = name
        self.parameters = parameters
    }

    /// Returns the content of a quoted text.
    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var isEscaped = false
        let content = text.dropFirst().dropLast().filter { character in
            isEscaped = character == "\\" && !isEscaped
            return !isEscaped
        }
        // If the last backslash escapes nothing, neither text is a token.
        return isEscaped ? text : content
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    var trimmingSpaces: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t")) }

    /// Whether the text is a token, as the names of header fields.
    ///
    /// - SeeAlso: RFC 9110, 5.6.2
    var isToken: Bool { HTTPField.Name(String(self)) != nil }
}
