/// Whom a service's script asks, and how it writes: the options that all of these scripts have.
///
///     while let option = try reader.nextOption() {
///         switch option {
///         case "--page": …
///         default: try service.take(option, from: &reader)
///         }
///     }
///     try service.complete(environment)
package struct ServiceArguments: Sendable {
    /// Who is asked.
    private enum Service: Sendable {
        /// The copy inside this process.
        case sample
        /// The service itself.
        case live(baseURL: String)
        /// Another address.
        case other(baseURL: String)
    }

    /// Who is asked.
    private var service = Service.sample

    /// What to show to be let in; nil for nothing.
    package private(set) var token: String?

    /// How long a request may take; nil for as long as it takes.
    package private(set) var timeout: Duration?

    /// Whether the output is for programs.
    package private(set) var isJSON = false

    private let live: String?
    private let example: String
    private let tokenVariable: String?
    private var isLive = false
    private var baseURL: String?

    /// Makes arguments that ask the copy.
    ///
    /// - Parameters:
    ///   - live: The address of the service itself; nil if there is no `--live`.
    ///   - example: What the value of `--base-url` looks like.
    ///   - tokenVariable: The environment variable that holds the token; nil if there is no `--token`.
    package init(live: String?, example: String, tokenVariable: String?) {
        self.live = live
        self.example = example
        self.tokenVariable = tokenVariable
    }

    /// Takes an option that all scripts have.
    ///
    /// - Parameters:
    ///   - option: The option that was read last.
    ///   - reader: Where its value stands.
    /// - Throws: That there is no such option, or what is wrong with its value.
    package mutating func take(_ option: String, from reader: inout ArgumentReader) throws(UsageError) {
        switch option {
        case "--live" where live != nil: isLive = try reader.flag()
        case "--json": isJSON = try reader.flag()
        case "--base-url": baseURL = try checked(baseURL: try reader.value())
        case "--token" where tokenVariable != nil: token = try reader.secret()
        case "--timeout": timeout = try reader.duration()
        default: throw reader.unknownOption
        }
    }

    /// Brings in what the environment says, when all options have been read.
    ///
    /// - Parameter environment: The variables.
    /// - Throws: Which options exclude each other, or what is wrong with a variable.
    package mutating func complete(_ environment: [String: String]) throws(UsageError) {
        if let baseURL {
            guard !isLive else { throw UsageError("--live and --base-url exclude each other") }
            service = .other(baseURL: baseURL)
        } else if isLive, let live {
            service = .live(baseURL: live)
        }
        if token == nil, let tokenVariable, let value = environment[tokenVariable], !value.isEmpty {
            token = try Secret.check(value, from: tokenVariable)
        }
    }

    /// Whether the copy is asked.
    package var isSample: Bool { if case .sample = service { true } else { false } }

    /// Decides whom to ask, starts the copy if it is that, and tells the user.
    ///
    /// - Parameter sample: Starts the copy, and returns its address.
    /// - Returns: The address to ask.
    /// - Throws: What `sample` throws.
    package func begin(sample: () throws -> String) rethrows -> String {
        switch service {
        case .sample:
            let address = try sample()
            let host = live.flatMap { $0.split(separator: "/").dropFirst().first.map(String.init) }
            let other = host.map { "--live asks \($0)" } ?? "--base-url asks another"
            Output.note("asking the sample service in this process, \(address); \(other)")
            return address
        case .live(let address), .other(let address):
            Output.note("asking \(address)")
            return address
        }
    }

    /// The address without slashes at its end.
    private func checked(baseURL text: String) throws(UsageError) -> String {
        guard !text.contains("@") else {
            let instead = tokenVariable == nil ? "" : "; use --token"
            throw UsageError("--base-url takes no user and password\(instead)")
        }
        let unfit = UsageError("--base-url needs an address without spaces, query and fragment, as in \(example)")
        do {
            try Address.check(text)
        } catch .space {
            throw unfit
        } catch {
            // An IP address without its scheme is no secret.
            let isAddress = text.contains(".") && text.utf8.allSatisfy("0123456789.:/".utf8.contains)
            let end = isAddress ? ", not \"\(text)\"" : ArgumentReader.refusal(of: text)
            throw UsageError("--base-url needs an address like \(example)\(end)")
        }
        guard !text.contains(where: { $0 == "?" || $0 == "#" }) else { throw unfit }
        return String(text.reversed().drop { $0 == "/" }.reversed())
    }
}

/// A token or a password on a command line or in the environment; no message repeats it.
package enum Secret {
    /// Makes sure that a secret can be sent in a header field.
    ///
    /// - Parameters:
    ///   - text: The secret.
    ///   - source: Where it stood.
    /// - Returns: The secret.
    /// - Throws: That it cannot.
    package static func check(_ text: String, from source: String) throws(UsageError) -> String {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw UsageError("the token in \(source) has spaces or characters that no token has")
        }
        return text
    }
}

extension ArgumentReader {
    /// Takes the value of an option that is a secret.
    package mutating func secret() throws(UsageError) -> String {
        try Secret.check(try value(), from: option)
    }

    /// Takes the value of an option that has to be one of several words.
    package mutating func word(of words: [String]) throws(UsageError) -> String {
        let text = try value()
        guard words.contains(text) else {
            let all =
                words.count > 1 ? "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")" : words.joined()
            throw UsageError("\(option) needs \(all)\(Self.refusal(of: text))")
        }
        return text
    }
}
