#if os(Linux)
    internal import CRillCurl
    internal import Foundation
    internal import RillHTTPTypes

    extension TransportError {
        /// The information that libcurl has about a failed exchange.
        struct CurlContext {
            /// The number of body bytes received.
            var received: Int64
            /// The expected number of body bytes, or `nil` if the head does not specify it.
            var expected: Int64?
            /// Whether the connection was established.
            var isConnected = true
            /// Whether the request was sent at least once.
            var wasSent = false
            /// Whether it is certain that the request was not sent, which libcurl before 7.80 does not report.
            var isUnsent = false
            /// Whether the request was sent, and the response head has not been received.
            var isReceivingHead = false
            /// Whether the request was sent completely, and the response head has been received.
            var isReceivingBody = false
            /// The `errno` of the failure, or 0 if there is none.
            var systemError: Int32 = 0
            /// Whether no socket could be created because there are too many open files.
            var hasTooManyFiles = false
            /// The result of certificate verification by the TLS library.
            ///
            /// 0 means that the verification succeeded or did not take place.
            var verification = 0
            /// The proxy, or `nil` if the request was sent, or no proxy was used.
            var proxy: ProxyContext?
        }

        /// The error for a process that cannot open another file.
        static let tooManyFiles = TransportError(
            .couldNotConnect,
            "too many open files. Raise the limit of the process (ulimit -n), or set maximumConnections")

        /// Creates an error for a libcurl result code.
        ///
        /// Some codes have several meanings, which are distinguished by libcurl's error message.
        init(curlCode: Int32, message: String, context: CurlContext) {
            let isAboutKey = message.contains("private key") || message.contains("client certificate")
            // Newer versions (observed in 8.16) report an unusable client certificate as a wrong argument (43).
            let curlCode = curlCode == 43 && isAboutKey ? 58 : curlCode
            // The resolver and the TLS library open files, too.
            if curlCode == 7 ? context.hasTooManyFiles : [5, 6, 77].contains(curlCode) && ccurl_can_open_file() == 0 {
                self = .tooManyFiles
                return
            }
            if let failure = Self(proxyFailure: curlCode, message: message, context: context) {
                self = failure
                return
            }
            let code = Self.code(of: curlCode, message: message, context: context)
            let reason = Self.reason(of: code, curlCode, message, context)
            switch code {
            case .closedEarly:
                let total = context.expected.map { " of \($0)" } ?? ""
                self.init(.closedEarly, "\(context.received)\(total) bytes received: \(message)")
            case .other:
                self.init(.other, "\(message) (libcurl code \(curlCode))")
            case .tooLarge where context.isReceivingHead:
                // Some versions of libcurl report that memory is exhausted.
                self.init(
                    .tooLarge,
                    "the response head exceeds a limit of libcurl: 100 KB per line, 300 KB in total, or 5,000 fields")
            default:
                self.init(code, reason, curlCode == 58 ? Self.clientCertificateText(message) : message)
            }
        }

        /// Describes a client certificate problem without libcurl's message, which contains the path of the private
        /// key.
        private static func clientCertificateText(_ message: String) -> String {
            message.contains("private key")
                ? "cannot use the private key of the client certificate: check that the file exists, is in PEM format, "
                    + "and matches the certificate, and that the passphrase is correct"
                : "cannot use the client certificate: check that the file exists and is in PEM format"
        }

        private static func code(of curlCode: Int32, message: String, context: CurlContext) -> Code {
            switch curlCode {
            case 1:  // an unsupported scheme, or a response that is not HTTP
                let isAboutResponse = message.contains("HTTP/0.9") || message.contains("response")
                return isAboutResponse || context.wasSent ? .malformedResponse : .invalidRequest
            case 3: return .invalidRequest
            case 4: return .invalidOptions  // a feature that libcurl was built without
            case 5, 6: return .couldNotResolve
            case 7: return context.systemError == ETIMEDOUT ? .timeout : .couldNotConnect
            case 96, 97: return .couldNotConnect  // 96: QUIC
            case 45, 49, 58, 66, 77, 82: return .invalidOptions
            case 8, 16: return .malformedResponse
            case 18, 52, 92, 95: return .closedEarly  // 92 and 95: HTTP/2 and HTTP/3 streams
            case 43 where context.wasSent || message.contains("chunk"): return .malformedResponse
            case 55 where context.isUnsent: return .couldNotConnect  // HTTP/3
            case 55 where context.isReceivingBody || message.contains("SSL_read"): return .closedEarly
            case 25, 26, 55, 65: return .sendFailed
            case 27, 63, 100: return .tooLarge
            case 28: return .timeout
            case 35 where message.contains("Connection refused"): return .couldNotConnect  // observed in 7.81
            case 35, 51, 53, 54, 59, 60, 64, 80, 83, 90, 91, 98, 101: return .tls
            case 56:  // a failure while receiving
                if message.contains("chunk") { return .malformedResponse }
                if message.contains("Too large") { return .tooLarge }
                return message.contains("alert") ? .tls : .closedEarly
            default: return .other
            }
        }

        private static func reason(
            of code: Code, _ curlCode: Int32, _ message: String, _ context: CurlContext
        ) -> Reason? {
            switch code {
            case .couldNotResolve: curlCode == 5 ? .proxy : nil
            case .couldNotConnect:
                switch context.systemError {
                case ECONNREFUSED: .refused
                case EADDRNOTAVAIL, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH: .unreachable
                default: nil
                }
            case .tls where curlCode == 35 || curlCode == 56: .handshake
            case .tls where curlCode == 90: .wrongPublicKey
            case .tls: certificateReason(message, context.verification)
            case .timeout: context.isConnected ? .betweenBytes : .connecting
            default: nil
            }
        }

        /// Classifies a certificate failure by its message, which depends on the TLS library, and by OpenSSL's result
        /// code.
        private static func certificateReason(_ message: String, _ verification: Int) -> Reason {
            let message = message.lowercased()
            if ["does not match", "no alternative certificate subject name"].contains(where: { message.contains($0) }) {
                return .wrongHost
            }
            let isOutOfTime = verification == 9 || verification == 10
            return isOutOfTime || message.contains("expired") ? .expiredCertificate : .untrustedCertificate
        }
    }
#endif
