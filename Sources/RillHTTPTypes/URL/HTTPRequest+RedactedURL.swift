extension HTTPRequest {
    /// Returns a URL for descriptions and logs, without credentials and without the values of secret query items.
    ///
    /// - Parameter url: The URL. An invalid URL is accepted.
    /// - Returns: The URL on one line, with the secrets redacted.
    public static func redactedURL(_ url: String) -> String { BodyText.line(Redactor().baseURL(url)) }
}
