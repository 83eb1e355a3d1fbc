#if os(Linux)
    internal import CRillCurl

    /// libcurl's list of the header lines of a request, including lines that suppress the fields libcurl would add.
    ///
    /// Most requests to a server repeat the same header fields, so a handle keeps the list for its next exchange.
    final class CurlFieldList {
        /// The lines in libcurl's notation: `Name;` sends an empty field, `Name:` suppresses a field of libcurl.
        var lines: UnsafeMutableRawPointer? { list.head }

        private let list = CurlStringList()
        private let fields: HTTPFields
        private let hasBody: Bool
        private let hasExpectation: Bool

        /// Creates a list.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - decompresses: Whether libcurl decompresses the response.
        ///   - withExpectation: Whether to include an `Expect` field. Defaults to `true`.
        init(for request: CurlRequest, decompresses: Bool, withExpectation: Bool = true) throws(TransportError) {
            fields = request.fields
            hasBody = request.bodyToSend != nil
            hasExpectation = withExpectation
            try appendFields()
            if decompresses, !fields.contains(.acceptEncoding) {
                try append(request.isRangeRequest ? "Accept-Encoding: identity" : Self.acceptedEncodings)
            }
        }

        /// Returns whether a new list for a request would have the same lines.
        func matches(_ request: CurlRequest) -> Bool {
            hasExpectation && hasBody == (request.bodyToSend != nil)
                && fields.elementsEqual(request.fields) { $0.name.rawName == $1.name.rawName && $0.value == $1.value }
        }

        private func appendFields() throws(TransportError) {
            var hasType = false
            var expects = false
            for field in fields {
                switch field.name.canonicalName {
                case "content-length", "transfer-encoding": continue
                case "content-type": hasType = true
                case "expect":
                    guard hasExpectation else { continue }
                    expects = true
                default: break
                }
                try append(field.value.isEmpty ? field.name.rawName + ";" : field.name.rawName + ": " + field.value)
            }
            guard hasBody else { return }
            if !hasType { try append("Content-Type:") }
            if !expects { try append("Expect:") }  // do not wait for 100 Continue
        }

        private func append(_ line: String) throws(TransportError) { try list.append(line) }

        /// The `Accept-Encoding` line with all content codings that libcurl can decode.
        private static let acceptedEncodings: String = {
            let features = ccurl_features()
            let names = [
                (CCURL_FEATURE_LIBZ, "deflate, gzip"), (CCURL_FEATURE_BROTLI, "br"), (CCURL_FEATURE_ZSTD, "zstd"),
            ]
            let known = names.filter { features & $0.0 != 0 }.map(\.1)
            return "Accept-Encoding: " + (known.isEmpty ? "identity" : known.joined(separator: ", "))
        }()
    }
#endif
