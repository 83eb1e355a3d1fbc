/// What `rill-soak` was asked.
struct SoakArguments {
    static let usage = """
        usage: rill-soak [--seconds N] [--seed S] [--clients N] [--requests N] [--transport NAME]

        Sends requests to a server of its own, on a loopback port and in a process of its own, which delays, truncates,
        resets, stalls and garbles its answers at random, while the client cancels and pauses at random. Every subscription
        has to end exactly once, in the way that was to be expected; after 1,000 that did not it stops. Build it with
        -c release.

          --seconds N        how long; 60 if left out
          --requests N       ends earlier, after so many requests
          --seed S           for the same choices again; another one each time if left out
          --clients N        how many requests run at once; 64 if left out
          --transport NAME   CurlTransport or URLSessionTransport; the system's default if left out
          --help             this text

        Exit status: 0 if every subscription ended exactly once and as expected, 1 if not, 64 for wrong usage.
        """

    var seconds = 60
    var requests = Int.max
    var seed = UInt64.random(in: 0...999_999_999)
    var clients = 64
    var transport = SoakTransport.standard
    var isServer = false

    /// Reads arguments; nil if help is wanted.
    init?(_ arguments: ArraySlice<String>) throws(UsageError) {
        var arguments = arguments
        while let name = arguments.popFirst() {
            if name == "--help" { return nil }
            if name == "--serve" {
                isServer = true
                continue
            }
            guard let value = arguments.popFirst() else { throw UsageError("'\(name)' is unknown, or has no value") }
            switch name {
            case "--seconds": seconds = try Self.number(name, value)
            case "--requests": requests = try Self.number(name, value)
            case "--clients": clients = try Self.number(name, value)
            case "--seed": seed = UInt64(try Self.number(name, value, from: 0))
            case "--transport":
                guard let known = SoakTransport(rawValue: value) else {
                    throw UsageError("no transport is called \(value)")
                }
                transport = known
            default: throw UsageError("'\(name)' is unknown")
            }
        }
    }

    private static func number(_ name: String, _ text: String, from least: Int = 1) throws(UsageError) -> Int {
        guard let number = Int(text), number >= least else {
            throw UsageError("\(name) needs a number of \(least) or more, not '\(text)'")
        }
        return number
    }
}

/// Why arguments cannot be used.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Why the soak cannot be run.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
