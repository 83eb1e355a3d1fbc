/// The options that all service scripts share: the server, the token, the timeout, and the output format.
///
///     let service = ServiceOptions(
///         &command, live: "https://qiita.com/api/v2", example: "http://127.0.0.1:8080/api/v2", tokenVariable: "QIITA_TOKEN",
///         baseURLHelp: "Use another server; <url> includes the path /api/v2.", jsonHelp: "Print a JSON array.")
public struct ServiceOptions: Sendable {
    /// The base URL of the server that the options select, or `nil` for the sample server inside this process.
    private let baseURL: String?

    /// The access token, or `nil` for anonymous requests.
    ///
    /// It is redacted in all messages.
    public let token: String?

    /// The timeout of a request, or `nil` for no timeout.
    public let timeout: Duration?

    /// Whether to write JSON instead of a table.
    public let isJSON: Bool

    /// The host of the public service, such as `qiita.com`.
    private let liveHost: String?

    /// Reads the options.
    ///
    /// They form the section `Server options`, except `--json`. The options that are declared next belong to the same
    /// section.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - live: The base URL of the public service, or `nil` if the script has no `--live` option.
    ///   - example: An example value of `--base-url` for error messages.
    ///   - tokenVariable: The environment variable that contains the token, or `nil` if the script has no `--token` option.
    ///   - baseURLHelp: The description of `--base-url`.
    ///   - jsonHelp: The description of `--json`.
    ///   - keepsTrailingSlashes: Whether the base URL is an identifier, which must not be changed. Defaults to `false`.
    public init(
        _ command: inout Command, live: String?, example: String, tokenVariable: String?, baseURLHelp: String,
        jsonHelp: String, keepsTrailingSlashes: Bool = false
    ) {
        command.section("Options")
        isJSON = command.flag("--json", jsonHelp)
        command.section("Server options")
        liveHost = live?.split(separator: "/").dropFirst().first.map(String.init)
        precondition(live == nil || liveHost != nil, "ServiceOptions: live must be a URL, got \"\(live ?? "")\"")
        let isLive = liveHost.map { command.flag("--live", "Use \($0).") } ?? false
        let other = command.option("--base-url", baseURLHelp, valueName: "url") { text in
            let url = try Self.validated(
                baseURL: text, example: example, advice: tokenVariable == nil ? "" : "; use --token")
            return keepsTrailingSlashes ? url : String(url.reversed().drop { $0 == "/" }.reversed())
        }
        if isLive { command.requireAtMostOne(of: "--live", "--base-url") }
        baseURL = other ?? (isLive ? live : nil)
        token = tokenVariable.flatMap { variable in
            command.option(
                "--token", "Access token. Prefer the variable: other users can see the command line.",
                environment: variable, isSecret: true, convert: Self.validated(token:))
        }
        timeout = command.option("--timeout", "Maximum time per request, such as 2.5.")
    }

    /// The paragraphs of a script's help text that describe the output and the exit status.
    public static let outputDiscussion = """
        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """

    /// Whether the sample server is selected.
    public var isSample: Bool { baseURL == nil }

    /// Returns the selected server after printing its base URL.
    ///
    /// If the sample server is selected, it is started first.
    ///
    /// - Parameter startSample: A closure that starts the sample server, and returns its base URL and a closure that stops
    ///   it.
    /// - Returns: The server for the requests.
    /// - Throws: Any error that `startSample` throws.
    public func selectServer(
        startSample: () throws -> (baseURL: String, stop: @Sendable () -> Void)
    ) rethrows -> SelectedServer {
        guard let baseURL else {
            let sample = try startSample()
            let alternative = liveHost.map { "--live for \($0)" } ?? "--base-url for another server"
            Output.note("using the in-process sample server at \(sample.baseURL); use \(alternative)")
            return SelectedServer(baseURL: sample.baseURL, stop: sample.stop)
        }
        Output.note("using \(baseURL)")
        return SelectedServer(baseURL: baseURL, stop: {})
    }

    private static func validated(baseURL text: String, example: String, advice: String) throws -> String {
        guard !text.contains("@") else { throw ValidationError("a user name or password is not accepted\(advice)") }
        let invalidURL = ValidationError("expected a URL without whitespace, query or fragment, such as \(example)")
        do {
            try ServerURL.validate(text)
        } catch .space {
            throw invalidURL
        } catch {
            // An IP address without a scheme is not a secret, so it can be quoted.
            let isAddress = text.contains(".") && text.utf8.allSatisfy("0123456789.:/".utf8.contains)
            let suffix = isAddress ? " (got \"\(text)\")" : Command.quoteSuffix(for: text)
            throw ValidationError("expected a URL such as \(example)\(suffix)")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" }) else { throw invalidURL }
        return text
    }

    /// Validates that a token can be sent in a header field.
    ///
    /// The error does not contain the token.
    private static func validated(token text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("expected a value") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ValidationError("the token contains whitespace, control or non-ASCII characters")
        }
        return text
    }
}

/// The server to which a service script sends its requests.
public struct SelectedServer: Sendable {
    /// The base URL for the requests.
    public let baseURL: String

    /// Stops the sample server, or does nothing if another server is selected.
    public let stop: @Sendable () -> Void
}
