#if os(Linux)
    internal import Foundation
    internal import RillHTTPTypes

    extension TransportError {
        /// The information that libcurl has about the proxy that a connection was being established through.
        struct ProxyContext {
            /// The scheme of the proxy's URL, or `nil` if it is not certain that a proxy of the environment was used.
            var scheme: String?
            /// Whether it is certain that the connection used a proxy.
            var isUsed: Bool
            /// Whether it is certain that the request was not sent.
            ///
            /// libcurl before 7.80 does not report it.
            var isUnsent: Bool
            /// The status code of the proxy's response to `CONNECT`, or 0 if there is none.
            var connectStatus: Int
            /// libcurl's `CURLproxycode`, or 0 if there is none (before 7.73).
            var socksError: Int
        }

        /// Creates the error for a failure of the proxy, or returns `nil` if another cause is possible.
        init?(proxyFailure curlCode: Int32, message: String, context: CurlContext) {
            guard let proxy = context.proxy else { return nil }
            switch curlCode {
            case 7 where proxy.isUsed && Self.isSOCKSRejection(message):  // libcurl before 7.73
                self.init(.couldNotConnect, .proxyAuthentication)
            case 7 where proxy.connectStatus >= 300:  // observed in libcurl 8.23
                self.init(connectFailure: message, status: proxy.connectStatus)
            case 7 where Self.isAboutProxy(message, proxy) && context.systemError != ETIMEDOUT:
                self.init(.couldNotConnect, .proxy, message)
            case 28 where proxy.isUsed && !context.isConnected:
                self.init(.timeout, .connecting, "\(message) (through the proxy)")
            case 52, 55, 56:
                guard Self.isAboutCONNECT(message, proxy), !message.contains("alert") else { return nil }
                self.init(connectFailure: message, status: proxy.connectStatus)
            case 8, 43:  // libcurl cannot store a header line
                guard Self.isAboutCONNECT(message, proxy) else { return nil }
                self.init(.malformedResponse, .proxy, "response to CONNECT: invalid response head: invalid header line")
            case 97: self.init(socksFailure: message, code: proxy.socksError)
            case 35, 51, 60, 83, 91:
                // The TLS connection to the proxy precedes CONNECT, and the one to the server follows its response.
                guard proxy.scheme == "https", proxy.connectStatus == 0 else { return nil }
                self.init(.tls, .proxy, message)
            default: return nil
            }
        }

        private static func isAboutProxy(_ message: String, _ proxy: ProxyContext) -> Bool {
            proxy.isUsed || proxy.connectStatus != 0
                || ["proxy", "Proxy CONNECT", "CONNECT tunnel", "CONNECT response", "SOCKS"].contains {
                    message.contains($0)
                }
        }

        /// Returns whether the connection failed before the tunnel was established and the request was sent.
        ///
        /// In case of doubt, returns `false`: a request that may have been sent must not be retried as unsent.
        private static func isAboutCONNECT(_ message: String, _ proxy: ProxyContext) -> Bool {
            if proxy.isUnsent { return isAboutProxy(message, proxy) }
            return message.contains("CONNECT") || proxy.connectStatus != 0 && !(200..<300 ~= proxy.connectStatus)
        }

        private static func isSOCKSRejection(_ message: String) -> Bool {
            message.contains("User was rejected by the SOCKS5 server")
                || message.contains("No authentication method was acceptable")
        }

        private init(connectFailure message: String, status: Int) {
            switch status {
            case 401, 407:  // some proxies reject credentials with the status of a server
                self.init(.couldNotConnect, .proxyAuthentication, "status \(status)")
            case _ where message.lowercased().contains("too large"):
                self.init(.tooLarge, .proxy, message)
            case 0, 200..<300:
                self.init(.couldNotConnect, .proxy, "the proxy closed the connection: \(message)")
            default:
                self.init(.couldNotConnect, .proxy, "the proxy refused to connect to the host (status \(status))")
            }
        }

        private init(socksFailure message: String, code: Int) {
            let refusals = [
                17: "address type not supported", 18: "command not supported", 19: "connection refused",
                20: "general failure", 21: "host unreachable",
                22: "network unreachable", 23: "not allowed", 24: "TTL expired",
            ]
            let text = refusals[code].map { "the proxy refused to connect to the host: \($0)" } ?? message
            switch code {
            case 12: self.init(.couldNotConnect, .proxyAuthentication, "no common SOCKS5 authentication method")
            case 27: self.init(.couldNotResolve, message)
            case 33: self.init(.couldNotConnect, .proxyAuthentication)
            default: self.init(.couldNotConnect, .proxy, text.hasSuffix(".") ? String(text.dropLast()) : text)
            }
        }
    }
#endif
