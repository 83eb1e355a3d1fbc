#if os(Linux)
    /// A header field as it stands on the wire.
    struct CurlField: Sendable, Hashable {
        /// The name, in the spelling of whoever sent it.
        var name: String

        /// The value, without blanks around it.
        var value: String
    }

    /// What libcurl is asked to send.
    struct CurlRequest: Sendable {
        /// The method, `GET` for example; case matters.
        var method: String

        /// An absolute `http` or `https` URL; what stands behind a `#` is not sent.
        var url: String

        /// The fields in order.
        ///
        /// `Content-Length` and `Transfer-Encoding` are left out: the body decides them.
        var fields: [CurlField] = []

        /// The body; nil for none, which is not the same as an empty one.
        var body: HTTPBody?

        /// How many bytes of the body are announced; nil if that is not known.
        var bodyCount: Int?
    }

    extension CurlRequest {
        /// Makes sure that the request says on the wire what its parts say here, and nothing else.
        ///
        /// libcurl writes method and fields as they are: a line break in one of them would forge further fields.
        func validate() throws(CurlFailure) {
            guard HTTPToken.isValid(method), method != "CONNECT" else {
                throw Self.invalid("\"\(method)\" is not a method that can be sent")
            }
            guard method != "HEAD" || body == nil else {
                throw Self.invalid("a HEAD request cannot have a body")
            }
            for field in fields {
                guard HTTPToken.isValid(field.name) else {
                    throw Self.invalid("\"\(field.name)\" is not a name of a header field")
                }
                // The value may be a secret: it is not told.
                guard !field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                    throw Self.invalid("the value of the field \(field.name) contains a line break or NUL")
                }
            }
            try validateURL()
        }

        private func validateURL() throws(CurlFailure) {
            guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
                throw Self.invalid("the URL contains a space or a control character; percent-encode it")
            }
            guard let afterScheme else {
                throw Self.invalid("the URL has to begin with http:// or https://")
            }
            let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard !authority.isEmpty else {
                throw Self.invalid("the URL has no host")
            }
            guard !authority.utf8.contains(UInt8(ascii: "@")) else {
                throw Self.invalid("credentials in a URL are not used; send an Authorization field instead")
            }
        }

        /// Whether the connection is encrypted.
        var isSecure: Bool { url.utf8.prefix(6).elementsEqual("https:".utf8) { $0 | 0x20 == $1 | 0x20 } }

        private var afterScheme: Substring? {
            guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
            let scheme = HTTPToken.lowercased(String(url[..<colon]))
            guard scheme == "http" || scheme == "https" else { return nil }
            return url[colon...].dropFirst(3)
        }

        private static func invalid(_ message: String) -> CurlFailure {
            CurlFailure(kind: .invalidRequest, message: message)
        }
    }
#endif
