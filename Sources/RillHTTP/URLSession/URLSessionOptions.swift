internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

extension TransportOptions {
    /// What the options ask for that URLSession cannot do; nil if it can do all.
    var urlSessionFlaw: TransportError? {
        let missing: [(String, Bool)] = [
            ("certificateAuthorityFile", certificateAuthorityFile != nil),
            ("clientCertificate", clientCertificate != nil),
            ("httpVersion", httpVersion != .automatic),
            ("addressFamily", addressFamily != .any),
            ("localAddress", localAddress != nil),
            ("maximumConnections", maximumConnections != nil),
            ("decompresses", !decompresses),
            ("proxy", !isProxySupported),
        ]
        guard let (name, _) = missing.first(where: \.1) else { return nil }
        return TransportError(
            .invalidOptions, "URLSessionTransport cannot do what \(name) asks for; CurlTransport can, on Linux")
    }

    private var isProxySupported: Bool {
        switch proxy.kind {
        case .environment: return true
        case .url: return false
        case .none:
            #if canImport(Darwin)
                return true
            #else
                // URLSession leaves the choice to libcurl, which looks at these.
                let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
                let environment = ProcessInfo.processInfo.environment
                return names.allSatisfy { environment[$0, default: ""].isEmpty }
            #endif
        }
    }

    /// Makes what a session is made with: nothing is kept, added or looked up that was not asked for.
    func makeConfiguration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        // With a cache, giving a task up can end the process on Linux.
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // Without stored credentials no challenge is answered; a digest challenge that is ends the process on Linux.
        configuration.urlCredentialStorage = nil
        configuration.httpShouldSetCookies = keepsCookies
        configuration.httpCookieAcceptPolicy = keepsCookies ? .always : .never
        if !keepsCookies { configuration.httpCookieStorage = nil }
        // Requests beyond the limit wait in front of URLSession, which counts waiting as silence. So it never has to hold
        // one back itself.
        configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost ?? 10_000
        configuration.timeoutIntervalForRequest = Self.longestInterval
        configuration.timeoutIntervalForResource = Self.longestInterval
        #if canImport(Darwin)
            if proxy == .none { configuration.connectionProxyDictionary = [:] }
        #endif
        return configuration
    }

    /// A year in whole seconds: longer than any limit of ours, and not more than URLSession can count.
    ///
    /// On Linux it truncates fractions, so that half a second would be none, and traps on what is infinite.
    static let longestInterval: TimeInterval = 31_536_000
}
