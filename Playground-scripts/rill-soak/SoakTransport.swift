import Rill
import RillHTTP

#if os(Linux)
    import RillURLSession
#endif

/// The transports that can be soaked.
enum SoakTransport: String {
    case curl = "CurlTransport"
    case urlSession = "URLSessionTransport"

    #if os(Linux)
        static let standard = curl
    #else
        static let standard = urlSession
    #endif

    /// Makes a transport with connections of its own.
    func make(_ options: TransportOptions) throws -> any Transport {
        switch self {
        case .curl:
            #if os(Linux)
                return CurlTransport(options: options)
            #else
                throw SoakError("CurlTransport is for Linux")
            #endif
        case .urlSession:
            return URLSessionTransport(options: options)
        }
    }
}
