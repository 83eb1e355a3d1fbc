#if os(Linux)
    internal import RillHTTPTypes

    /// libcurl's list of the header lines of a request, including lines that suppress the fields libcurl would add.
    ///
    /// Most requests to a server repeat the same header fields, so a handle keeps the list for its next exchange.
    final class CurlFieldList {
        /// The lines in libcurl's notation: `Name;` sends an empty field, `Name:` suppresses a field of libcurl.
        var lines: UnsafeMutableRawPointer? { list.head }

        private let list = CurlStringList()
        private let fields: HTTPFields
        private let hasBody: Bool
        private let isUpgrade: Bool
        private let hasExpectation: Bool
        private let decodesContent: Bool

        /// Creates a list.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - offersCodings: Whether content codings may be offered.
        ///   - withExpectation: Whether to include an `Expect` field. Defaults to `true`.
        init(for request: CurlRequest, offersCodings: Bool, withExpectation: Bool = true) throws(TransportError) {
            fields = request.fields
            hasBody = request.bodyToSend != nil
            isUpgrade = request.isUpgrade
            hasExpectation = withExpectation
            decodesContent = request.decodesContent
            try appendFields()
            // The body belongs to the other protocol.
            if hasBody, isUpgrade { try list.append("Transfer-Encoding:") }
            if offersCodings, decodesContent, !fields.contains(.acceptEncoding) {
                // A part of compressed content cannot be decompressed.
                let codings = fields.contains(.range) ? "identity" : ContentCoding.accepted
                try list.append("Accept-Encoding: \(codings)")
            }
        }

        /// Returns whether a new list for a request would have the same lines.
        func matches(_ request: CurlRequest) -> Bool {
            hasExpectation && hasBody == (request.bodyToSend != nil) && decodesContent == request.decodesContent
                && fields.elementsEqual(request.fields) { $0.name.rawName == $1.name.rawName && $0.value == $1.value }
        }

        private func appendFields() throws(TransportError) {
            var hasType = false
            var expects = false
            for field in fields {
                switch field.name.canonicalName {
                case "content-length":
                    guard isUpgrade else { continue }
                case "transfer-encoding": continue
                case "content-type": hasType = true
                case "expect":
                    guard hasExpectation else { continue }
                    expects = true
                default: break
                }
                let name = field.name.rawName
                try list.append(field.value.isEmpty ? name + ";" : name + ": " + field.value)
            }
            guard hasBody else { return }
            if !hasType { try list.append("Content-Type:") }
            if !expects { try list.append("Expect:") }  // do not wait for 100 Continue
        }
    }
#endif
