#if os(Linux)
    extension CurlFailure {
        /// What libcurl knows of an exchange that has failed.
        struct Facts {
            /// How many bytes of the body had arrived, as they were sent.
            var received: Int64
            /// How many there should have been; nil if the head has not said so.
            var expected: Int64?
            /// Whether the connection had come about.
            var isConnected = true
            /// The system's number for what went wrong; 0 if it has none.
            var systemError: Int32 = 0
            /// What the TLS library says of the server's certificate; 0 if it is good, or was not looked at.
            var verification = 0
        }

        /// Classifies a result of libcurl.
        ///
        /// Where one number stands for several things, libcurl's text tells them apart.
        init(code: Int32, message: String, facts: Facts) {
            let kind = Self.kind(of: code, message: message, facts: facts)
            self.init(
                kind: kind, reason: Self.reason(of: kind, code, message, facts),
                message: code == 58 ? Self.clientCertificateText(message) : message, code: code)
        }

        /// Says what is wrong with the client's certificate without libcurl's words: they tell where the private key lies.
        private static func clientCertificateText(_ message: String) -> String {
            message.contains("private key")
                ? "the client certificate's private key cannot be used: is the file there, is it PEM, "
                    + "does it belong to the certificate, is the passphrase right?"
                : "the client certificate cannot be used: is the file there, and is it PEM?"
        }

        private static func kind(of code: Int32, message: String, facts: Facts) -> Kind {
            let closedEarly = Kind.closedEarly(received: facts.received, expected: facts.expected)
            switch code {
            case 1:  // an unsupported scheme, or a response that is no HTTP
                let isAboutResponse = message.contains("HTTP/0.9") || message.contains("response")
                return isAboutResponse ? .malformed : .invalidRequest
            case 3: return .invalidRequest
            case 5, 6: return .couldNotResolve
            case 7: return facts.systemError == SystemError.timedOut ? .timeout : .couldNotConnect
            case 97: return .couldNotConnect
            case 45, 58, 66, 77, 82: return .invalidOptions
            case 8, 16, 61: return .malformed
            case 18, 52, 92: return closedEarly
            case 43 where message.contains("chunk"): return .malformed
            case 23: return .malformed  // our own callbacks note why they refuse: this is a decoder's
            case 25, 26, 55, 65: return .sendFailed
            case 27, 63, 100: return .tooLarge
            case 28: return .timeout
            case 35, 51, 53, 54, 59, 60, 64, 80, 83, 90, 91, 98, 101: return .tls
            case 56:  // a failure while receiving
                if message.contains("chunk") { return .malformed }
                if message.contains("Too large") { return .tooLarge }
                if message.contains("proxy") { return .couldNotConnect }
                return message.contains("alert") ? .tls : closedEarly
            default: return .other(code)
            }
        }

        private static func reason(
            of kind: Kind, _ code: Int32, _ message: String, _ facts: Facts
        ) -> TransportError.Reason? {
            switch kind {
            case .couldNotResolve: code == 5 ? .proxy : nil
            case .couldNotConnect where code == 97 || message.contains("proxy"): .proxy
            case .couldNotConnect: SystemError.reason(facts.systemError)
            case .tls where code == 35 || code == 56: .handshake
            case .tls: certificateReason(message, facts.verification)
            case .timeout: facts.isConnected ? .betweenBytes : .connecting
            default: nil
            }
        }

        /// Each TLS library has words of its own; OpenSSL's have numbers as well.
        private static func certificateReason(_ message: String, _ verification: Int) -> TransportError.Reason {
            let message = message.lowercased()
            if ["does not match", "no alternative certificate subject name"].contains(where: { message.contains($0) }) {
                return .wrongHost
            }
            let isOutOfTime = verification == 9 || verification == 10
            return isOutOfTime || message.contains("expired") ? .expiredCertificate : .untrustedCertificate
        }

        private enum SystemError {
            static let timedOut: Int32 = 110

            static func reason(_ number: Int32) -> TransportError.Reason? {
                switch number {
                case 111: .refused
                case 99, 100, 101, 112, 113: .unreachable
                default: nil
                }
            }
        }
    }
#endif
