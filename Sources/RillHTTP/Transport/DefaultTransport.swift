/// Makes the transport that a client uses if it is given no other: `CurlTransport` on Linux, `URLSessionTransport` on Apple
/// platforms.
///
/// - Returns: A transport of its own for each call.
public func makeDefaultTransport() -> any Transport {
    #if os(Linux)
        CurlTransport()
    #elseif canImport(Darwin)
        URLSessionTransport()
    #else
        UnavailableTransport(reason: "this platform has no built-in transport yet; hand one to the client")
    #endif
}
