public import RillHTTPTypes

/// Returns the platform's default transport: `CurlTransport` on Linux, `URLSessionTransport` on Apple platforms.
///
/// - Parameter options: The trust, proxy, timeout and limit settings.
/// - Returns: A new transport with connections of its own.
public func makeDefaultTransport(options: TransportOptions = TransportOptions()) -> any Transport {
    #if os(Linux)
        CurlTransport(options: options)
    #elseif canImport(Darwin)
        URLSessionTransport(options: options)
    #else
        UnavailableTransport(reason: "this platform has no built-in transport. Pass a transport to the client")
    #endif
}
