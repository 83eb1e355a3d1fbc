/// Makes the transport that a client uses if it is given no other: `CurlTransport` on Linux, `URLSessionTransport` on Apple
/// platforms.
///
/// - Parameter options: Trust, proxy, time-outs and limits.
/// - Returns: A transport of its own for each call.
public func makeDefaultTransport(options: TransportOptions = TransportOptions()) -> any Transport {
    #if os(Linux)
        CurlTransport(options: options)
    #elseif canImport(Darwin)
        URLSessionTransport(options: options)
    #else
        UnavailableTransport(reason: "this platform has no built-in transport yet; hand one to the client")
    #endif
}
