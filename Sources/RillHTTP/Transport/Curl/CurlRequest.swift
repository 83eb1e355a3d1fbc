#if os(Linux)
    /// What libcurl is asked to send.
    struct CurlRequest: Sendable {
        /// The method, `GET` for example; case matters.
        let method: String

        /// An absolute `http` or `https` URL.
        let url: String

        /// The fields in order.
        ///
        /// `Content-Length` and `Transfer-Encoding` are left out: the body decides them.
        let fields: HTTPFields

        /// The body; nil for none, which is not the same as an empty one.
        let body: HTTPBody?

        /// How many bytes of the body are announced; nil if that is not known.
        let bodyCount: Int?

        /// Makes sure that the request says on the wire what its parts say here, and nothing else.
        ///
        /// libcurl writes method, URL and fields as they are. That fields hold no line break is their own doing.
        init(_ request: HTTPRequest, body: HTTPBody?) throws(TransportError) {
            method = request.method.rawValue
            guard HTTPToken.isValid(method), method != "CONNECT" else {
                throw TransportError(.invalidRequest, "\"\(method)\" is not a method that can be sent")
            }
            guard method != "HEAD" || body == nil else {
                throw TransportError(.invalidRequest, "a HEAD request cannot have a body")
            }
            url = try request.checkedURL()
            fields = request.headerFields
            self.body = body
            bodyCount = try body?.checkedCount()
        }

        /// Whether the request may be sent again after a server may have received it.
        var isIdempotent: Bool { HTTPRequest.isIdempotent(method, fields) }

        /// Whether the connection is encrypted.
        var isSecure: Bool { url.utf8.starts(with: "https:".utf8) }
    }
#endif
