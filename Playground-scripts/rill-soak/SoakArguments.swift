import RillScript

/// The options of `rill-soak`.
struct SoakArguments {
    let seconds: Int
    /// The number of requests after which the test stops, or `nil` for no limit.
    let requests: Int?
    let seed: UInt64
    let clients: Int
    let transport: SoakTransport
    let usesMiddleware: Bool
    let usesSockets: Bool
    let isServer: Bool

    init(_ command: inout Command) {
        let count = 1...1_000_000_000
        seconds = command.option("--seconds", "Duration in seconds.", valueName: "n", default: 60, in: count)
        requests = command.option("--requests", "Stop after n requests, by default without a limit.", in: count)
        let seed = command.option(
            "--seed", "Seed of the random number generator, by default random.", as: Int.self, in: 0...Int.max)
        self.seed = seed.map(UInt64.init) ?? .random(in: 0...999_999_999)
        clients = command.option("--clients", "Number of concurrent requests.", default: 64, in: count)
        let transport = command.option(
            "--transport", "Transport, by default the default transport of the platform.",
            choices: SoakTransport.allCases)
        self.transport = transport ?? .standard
        usesMiddleware = command.flag(
            "--middleware", "Send the requests with a client that has all kinds of middleware.")
        usesSockets = command.flag("--web-sockets", "Open WebSocket connections instead of sending requests.")
        command.requireAtMostOne(of: "--middleware", "--web-sockets")
        isServer = command.flag("--serve", "Run the server. For processes that rill-soak starts.")
    }
}

/// An error that prevents the test from running.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
