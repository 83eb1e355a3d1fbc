extension HTTPRequest {
    /// Returns a URL for descriptions and logs, without credentials and without the values of secret query items.
    ///
    /// - Parameter url: The URL. An invalid URL is accepted.
    /// - Returns: The URL on one line, with the secrets redacted.
    public static func redactedURL(_ url: String) -> String { BodyText.line(Redactor().baseURL(url)) }

    /// Returns a text with the secrets of the request redacted, for errors and logs.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - body: The request body, or `nil` if there is none. Defaults to `nil`.
    /// - Returns: The text, with control characters replaced.
    public func redacted(_ text: String, body: HTTPBody? = nil) -> String {
        Redactor(requests: [self], body: body).clean(text)
    }
}
