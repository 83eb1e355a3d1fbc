internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension TransportOptions {
    /// The error for an option that URLSession does not support, or `nil` if all options are supported.
    var urlSessionValidationError: TransportError? {
        let missing: [(String, Bool)] = [
            ("certificateAuthorityFile", certificateAuthorityFile != nil),
            ("clientCertificate", clientCertificate != nil),
            ("httpVersion", httpVersion != .automatic),
            ("addressFamily", addressFamily != .any),
            ("localAddress", localAddress != nil),
            ("hostOverrides", !hostOverrides.isEmpty),
            ("unixSocketPath", unixSocketPath != nil),
            ("pinnedPublicKeys", !pinnedPublicKeys.isEmpty),
            ("keepAliveInterval", keepAliveInterval != nil),
            ("addressFallbackDelay", addressFallbackDelay != TransportOptions().addressFallbackDelay),
            ("resolutionLifetime", resolutionLifetime != TransportOptions().resolutionLifetime),
            ("maximumConnections", maximumConnections != nil),
            ("decompresses", !decompresses),
            ("proxy", !isProxySupported),
        ]
        guard let (name, _) = missing.first(where: \.1) else { return nil }
        return TransportError(
            .invalidOptions, "URLSessionTransport does not support the option \(name). Use CurlTransport on Linux")
    }

    private var isProxySupported: Bool {
        switch proxy.kind {
        case .environment: return true
        case .url: return false
        case .none:
            #if canImport(Darwin)
                return true
            #else
                // URLSession leaves the proxy to libcurl, which uses these environment variables.
                let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
                let environment = ProcessInfo.processInfo.environment
                return names.allSatisfy { environment[$0, default: ""].isEmpty }
            #endif
        }
    }

    /// Creates a session configuration without caches, stored credentials, and optional header fields.
    func makeConfiguration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        // With a cache, canceling a task can crash the process on Linux.
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // Without stored credentials, URLSession does not respond to challenges. On Linux, a response to a digest
        // challenge crashes.
        configuration.urlCredentialStorage = nil
        // `CookieStorage` stores cookies.
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        // Requests beyond the limit wait before they reach URLSession, which would count their waiting time as idle
        // time.
        configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost ?? 10_000
        configuration.timeoutIntervalForRequest = Self.longestInterval
        configuration.timeoutIntervalForResource = Self.longestInterval
        #if canImport(Darwin)
            if proxy == .none { configuration.connectionProxyDictionary = [:] }
        #endif
        return configuration
    }

    /// One year, which is longer than any time limit of Rill but within the range of URLSession.
    ///
    /// On Linux, URLSession truncates intervals to whole seconds, so that 0.5 means none, and traps on infinite
    /// intervals.
    static let longestInterval: TimeInterval = 31_536_000
}
