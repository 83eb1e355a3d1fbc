#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// Reading the rest of a response after its exchange was canceled.
    ///
    /// The connection can then be used again, for example after the response to a redirected or unauthorized request. This is
    /// faster than opening another connection if only a small rest is missing.
    extension CurlSlot {
        /// The maximum number of bytes that are read.
        private static let drainLimit = 64 * 1024

        /// Whether the connection can be used again after a small rest of the response.
        ///
        /// Over HTTP/2, canceling the exchange does not close the connection.
        var canDrain: Bool {
            guard let transfer, transfer.isHTTP1, parser.isComplete, failure == nil, link.pointee.is_paused == 0,
                discardedBytes <= Self.drainLimit, upload?.isRead ?? true, responseFields.allowReuse
            else { return false }
            return (missingBytes ?? 0) <= Self.drainLimit
        }

        /// Whether the request has an `Expect` field, and the server has not sent the status 100 (Continue).
        var expectsContinue: Bool {
            expectation == .sent && !parser.isContinued && transfer?.request.fields.contains(.expect) == true
        }

        /// The number of bytes of the body that have not been received, or `nil` if its length is unknown.
        var missingBytes: Int64? {
            let length = ccurl_easy_get_offset(easy, CCURL_INFO_CONTENT_LENGTH_DOWNLOAD, -1)
            return length < 0 ? nil : length - ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0)
        }
    }

    extension HTTPFields {
        /// Whether the connection remains open after a response with a body that has these fields.
        fileprivate var allowReuse: Bool {
            (contains(.contentLength) || contains(.transferEncoding))
                && !self[values: .connection].contains { $0.lowercased().contains("close") }
        }
    }
#endif
