import RillHTTP

#if os(Linux)
    import RillURLSession
#endif

/// The transports that can be tested.
enum SoakTransport: String, CaseIterable {
    case curl = "CurlTransport"
    case urlSession = "URLSessionTransport"

    #if os(Linux)
        static let standard = curl
    #else
        static let standard = urlSession
    #endif

    /// Returns a transport with its own connection pool.
    func make(_ options: TransportOptions) throws -> any Transport {
        switch self {
        case .curl:
            #if os(Linux)
                return CurlTransport(options: options)
            #else
                throw SoakError("CurlTransport is available only on Linux")
            #endif
        case .urlSession:
            return URLSessionTransport(options: options)
        }
    }
}
