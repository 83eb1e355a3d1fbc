internal import RillHTTP

/// Rejects successful responses that are not from the service, such as the page of a filtering proxy or a captive portal.
///
/// The service and its emulators identify themselves by `x-ms-…` fields, by `Server`, or by the format of their ETags.
/// Azurite omits the `x-ms-…` fields of some responses, and proxies can remove fields. An XML document identifies itself by
/// its root element, which the parser of the request validates. Must wrap the retries and the concurrent ranges of a
/// download.
struct ServiceCheck: Middleware {
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let parsesXML = request.headerFields[.accept] == XML.contentType
        return next(request, body).map { event in
            if case .head(let head) = event, !head.isFromService, !(parsesXML && head.isXML) {
                throw TransportError(
                    .malformedResponse,
                    "the response with status \(head.status.code) is not from Azure Storage, because it has no "
                        + "x-ms-request-id. Check the endpoint, and whether a proxy or a sign-in page responds instead")
            }
            return event
        }
    }
}

extension HTTPResponse {
    /// Whether the response is an error, or the service sent it.
    fileprivate var isFromService: Bool {
        if status.kind != .successful || headerFields.contains(where: { $0.name.canonicalName.hasPrefix("x-ms-") }) {
            return true
        }
        let server = headerFields[.server] ?? ""
        return server.hasPrefix("Windows-Azure-") || server.hasPrefix("Azurite-")
            || headerFields[.eTag]?.hasPrefix("\"0x") == true
    }

    fileprivate var isXML: Bool {
        headerFields[.contentType]?.prefix { $0 != ";" && $0 != " " }.lowercased() == XML.contentType
    }
}
