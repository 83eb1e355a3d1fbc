public import Foundation

/// The options that all service scripts share: the server, the token, the timeout, and the output format.
///
///     while let option = try reader.nextOption() {
///         switch option {
///         case "--page": …
///         default: try service.parse(option, from: &reader)
///         }
///     }
///     try service.applyEnvironment()
public struct ServiceArguments: Sendable {
    /// The server to which the script sends its requests.
    private enum Service: Sendable {
        /// The sample server inside this process.
        case sample
        /// The public service.
        case live(baseURL: String)
        /// The server given by `--base-url`.
        case other(baseURL: String)
    }

    private var service = Service.sample

    /// The access token, or `nil` for anonymous requests.
    ///
    /// It is redacted in all messages.
    public private(set) var token: String? {
        didSet { if let token { Output.redact(token) } }
    }

    /// The timeout of a request, or `nil` for no timeout.
    public private(set) var timeout: Duration?

    /// Whether to write JSON instead of a table.
    public private(set) var isJSON = false

    /// The base URL of the public service, or `nil` if the script has no `--live` option.
    ///
    /// An option of the script can replace it before ``applyEnvironment(_:)`` is called.
    public var live: String?

    private let example: String
    private let tokenVariable: String?
    private let keepsTrailingSlashes: Bool
    private var isLive = false
    private var baseURL: String?

    /// Creates arguments that select the sample server.
    ///
    /// - Parameters:
    ///   - live: The base URL of the public service, or `nil` if the script has no `--live` option.
    ///   - example: An example value of `--base-url` for error messages.
    ///   - tokenVariable: The environment variable that contains the token, or `nil` if the script has no `--token` option.
    ///   - keepsTrailingSlashes: Whether the base URL is an identifier, which must not be changed. Defaults to `false`.
    public init(live: String?, example: String, tokenVariable: String?, keepsTrailingSlashes: Bool = false) {
        self.live = live
        self.example = example
        self.tokenVariable = tokenVariable
        self.keepsTrailingSlashes = keepsTrailingSlashes
    }

    /// The paragraphs of a script's help text that describe the output and the exit status.
    public static let outputDiscussion = """
        The output is colored on a terminal, unless NO_COLOR is set. Notices and errors are written to standard error.

        Exit status: 0 success, 1 failure, 64 invalid usage, 130 interrupted, 128+N terminated by signal N.
        """

    /// Returns the section of the help text that contains the shared options other than `--json`.
    ///
    /// - Parameters:
    ///   - baseURLHelp: The description of `--base-url`.
    ///   - others: The options of this script that belong to the section. Defaults to none.
    public func serverOptions(baseURLHelp: String, others: [CommandOption] = []) -> OptionGroup {
        var options: [CommandOption] = []
        if let liveHost { options.append(.flag("--live", help: "Use \(liveHost).")) }
        options.append(.option("--base-url", valueName: "url", help: baseURLHelp))
        if let tokenVariable {
            let help = "Access token. Prefer the variable \(tokenVariable): other users can see the command line."
            options.append(.option("--token", valueName: "token", help: help))
        }
        options.append(.option("--timeout", valueName: "seconds", help: "Maximum time per request, such as 2.5."))
        return OptionGroup("Server options", options + others)
    }

    /// The host of the public service, such as `qiita.com`.
    private var liveHost: String? { live.flatMap { $0.split(separator: "/").dropFirst().first.map(String.init) } }

    /// Parses a shared option.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - reader: The reader from which the option's value is read.
    /// - Throws: ``ValidationError`` if the option is unknown or its value is invalid.
    public mutating func parse(_ option: String, from reader: inout ArgumentReader) throws(ValidationError) {
        switch option {
        case "--live" where live != nil: isLive = true
        case "--json": isJSON = true
        case "--base-url": baseURL = try validated(baseURL: try reader.value())
        case "--token" where tokenVariable != nil: token = try reader.token()
        case "--timeout": timeout = try reader.duration()
        default: preconditionFailure("the configuration has the unknown option \(option)")
        }
    }

    /// Applies the environment variables after all options have been parsed.
    ///
    /// - Parameter environment: The environment variables. Defaults to the environment of the process.
    /// - Throws: ``ValidationError`` if options cannot be combined or a variable is invalid.
    public mutating func applyEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ValidationError) {
        if let baseURL {
            guard !isLive else { throw ValidationError("--live and --base-url cannot be combined") }
            service = .other(baseURL: baseURL)
        } else if isLive, let live {
            service = .live(baseURL: live)
        }
        if token == nil, let tokenVariable, let value = environment[tokenVariable], !value.isEmpty {
            token = try Self.validated(token: value, from: tokenVariable)
        }
    }

    /// Whether the sample server is selected.
    public var isSample: Bool { if case .sample = service { true } else { false } }

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
        switch service {
        case .sample:
            let sample = try startSample()
            let alternative = liveHost.map { "--live for \($0)" } ?? "--base-url for another server"
            Output.note("using the in-process sample server at \(sample.baseURL); use \(alternative)")
            return SelectedServer(baseURL: sample.baseURL, stop: sample.stop)
        case .live(let url), .other(let url):
            Output.note("using \(url)")
            return SelectedServer(baseURL: url, stop: {})
        }
    }

    /// Returns the base URL, by default without trailing slashes.
    private func validated(baseURL text: String) throws(ValidationError) -> String {
        guard !text.contains("@") else {
            let alternative = tokenVariable == nil ? "" : "; use --token"
            throw ValidationError("--base-url does not accept a user name or password\(alternative)")
        }
        let invalidURL = ValidationError(
            "--base-url requires a URL without whitespace, query or fragment, such as \(example)")
        do {
            try ServerURL.validate(text)
        } catch .space {
            throw invalidURL
        } catch {
            // An IP address without a scheme is not a secret, so it can be quoted.
            let isAddress = text.contains(".") && text.utf8.allSatisfy("0123456789.:/".utf8.contains)
            let suffix = isAddress ? " (got \"\(text)\")" : ArgumentReader.quoteSuffix(for: text)
            throw ValidationError("--base-url requires a URL such as \(example)\(suffix)")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" }) else { throw invalidURL }
        if keepsTrailingSlashes { return text }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// Validates that a token can be sent in a header field.
    ///
    /// The error message does not contain the token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - source: The option or the environment variable that contains the token.
    /// - Returns: The token.
    /// - Throws: ``ValidationError`` if the token contains characters other than visible ASCII characters.
    fileprivate static func validated(token text: String, from source: String) throws(ValidationError) -> String {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ValidationError("the token in \(source) contains whitespace, control or non-ASCII characters")
        }
        return text
    }
}

extension ArgumentReader {
    /// Reads the value of the current option as a token.
    public mutating func token() throws(ValidationError) -> String {
        try ServiceArguments.validated(token: try value(), from: option)
    }
}

/// The server to which a service script sends its requests.
public struct SelectedServer: Sendable {
    /// The base URL for the requests.
    public let baseURL: String

    /// Stops the sample server, or does nothing if another server is selected.
    public let stop: @Sendable () -> Void
}
