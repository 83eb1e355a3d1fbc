/// The parsed command line of `rill-soak`.
struct SoakArguments {
    static let usage = """
        Usage: rill-soak [options]

        Stress-tests a transport. Starts a loopback server in a separate process, which delays, truncates, resets, stalls
        and corrupts responses at random, while the clients cancel and pause at random. Every subscription must end exactly
        once with an expected outcome. The test stops after 1,000 violations. Build it with -c release. SIGUSR1 prints the
        active subscriptions of every second client to standard error; the other clients run without a registry.

        Options:
          --seconds N        duration in seconds (default: 60)
          --requests N       stop after N requests (default: no limit)
          --seed S           seed of the random number generator (default: random)
          --clients N        number of concurrent requests (default: 64)
          --transport NAME   CurlTransport or URLSessionTransport (default: the default transport of the platform)
          --middleware       send the requests with a client that has all kinds of middleware
          --help             show this help

        Exit status: 0 success, 1 violations or another failure, 64 invalid usage.
        """

    var seconds = 60
    var requests = Int.max
    var seed = UInt64.random(in: 0...999_999_999)
    var clients = 64
    var transport = SoakTransport.standard
    var usesMiddleware = false
    var isServer = false

    /// Parses the command line, or returns `nil` if `--help` is present.
    init?(_ arguments: ArraySlice<String>) throws(UsageError) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            if name == "--help" { return nil }
            if name == "--serve" || name == "--middleware" {
                if name == "--serve" { isServer = true } else { usesMiddleware = true }
                continue
            }
            guard let value = arguments.popFirst() else {
                throw UsageError("unknown option or missing value: '\(name)'")
            }
            switch name {
            case "--seconds": seconds = try Self.number(name, value)
            case "--requests": requests = try Self.number(name, value)
            case "--clients": clients = try Self.number(name, value)
            case "--seed": seed = UInt64(try Self.number(name, value, from: 0))
            case "--transport":
                guard let known = SoakTransport(rawValue: value) else {
                    throw UsageError("\(name) requires CurlTransport or URLSessionTransport (got '\(value)')")
                }
                transport = known
            default: throw UsageError("unknown option '\(name)'")
            }
        }
    }

    private static func number(_ name: String, _ text: String, from minimum: Int = 1) throws(UsageError) -> Int {
        guard let number = Int(text), number >= minimum else {
            throw UsageError("\(name) requires an integer of at least \(minimum) (got '\(text)')")
        }
        return number
    }
}

/// An error for an invalid command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// An error that prevents the test from running.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
