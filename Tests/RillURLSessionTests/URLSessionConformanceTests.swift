import RillHTTP
import RillHTTPTesting
import RillTransportConformance
import Testing

#if os(Linux)
    import CRillCurl
    import RillURLSession
#endif

/// Runs the conformance suite for transports against `URLSessionTransport`, except the cases that URLSession cannot
/// pass.
@Suite struct URLSessionConformanceTests {
    @Test(arguments: TransportConformance.cases(except: exceptions))
    func conforms(_ testCase: TransportConformance.Case) async throws {
        try await testCase.run { URLSessionTransport(options: $0.options) }
    }

    private static let crash = "the process crashes"
    private static let oneField = "URLSession joins repeated fields and does not preserve the order of fields"
    private static let head = "FoundationNetworking rejects the head"
    private static let largeHead = "URLSession's libcurl reads heads of any size, and cancellation crashes the process"
    private static let option = "URLSession does not support the option, so requests fail with invalidOptions"
    private static let stream = "streams are read completely before they are sent"
    private static let pressure = "FoundationNetworking does not support back-pressure"
    private static let flood =
        "FoundationNetworking cancels large bodies with a delay that exceeds the time limit of the case"
    private static let location = "FoundationNetworking drops the body of a redirect without a valid Location"
    private static let excess = "URLSession's libcurl treats bytes on an idle connection as the next response"
    private static let trailers = "trailers crash the process"
    private static let coding = "FoundationNetworking decodes content codings itself, so none are offered"
    private static let expectation = "the Expect field is not sent"
    private static let connecting = "URLSession does not report when a connection is established"

    /// The TLS cases that do not require a custom certificate authority.
    private static let plainTLS: Set<String> = [
        "doesNotTrustAnUnknownAuthority", "rejectsAnUnusableClientCertificate", "rejectsAnUnusableAuthorityFile",
        "reportsAServerWithoutTLS", "reportsAServerThatRequiresTLS",
    ]

    /// The cases that are excluded on Linux, with the reasons.
    private static let exceptions = named.merging(
        TransportConformance.cases.filter { testCase in
            testCase.group == .http2 || testCase.group == .tls && !plainTLS.contains(testCase.name)
        }
        .map { ($0.description, "the server has a test certificate, and URLSession trusts only system authorities") }
    ) { reason, _ in reason }
    .merging(
        TransportConformance.cases.filter { $0.group == .proxy && $0.name != "rejectsInvalidProxies" }
            .map { ($0.description, option) }
    ) { reason, _ in reason }
    .merging(hasOldLibcurl ? old : [:]) { reason, _ in reason }
    .merging(
        TransportConformance.cases.filter { $0.group == .upgrades }
            .map { ($0.description, "URLSession does not support other protocols") }
    ) { reason, _ in reason }

    /// Whether URLSession's libcurl is older than 7.85.
    private static var hasOldLibcurl: Bool {
        #if os(Linux)
            ccurl_open() == nil && ccurl_version_number() < 0x075500
        #else
            false
        #endif
    }

    /// The cases that are also excluded with libcurl before 7.85.
    private static let old = [
        "errors/rejectsNonHexadecimalChunkSizes": crash,
        "heads/rejectsAVeryLargeHead": largeHead,
        "limits/rejectsALargeInformationalHead": largeHead,
        "limits/rejectsAnEndlessHead": largeHead,
    ]

    private static let named = [
        "heads/keepsRepeatedFieldsInOrder": oneField,
        "heads/acceptsThousandsOfFields": oneField,
        "heads/sendsFieldsInOrder": oneField,
        "heads/preservesTheCaseOfFieldNames": "URLSession capitalizes header names",
        "heads/acceptsNoSpaceAfterTheColon": head,
        "heads/keepsEmptyValues": head,
        "heads/readsLatin1Values": head,
        "heads/acceptsAStatusLineWithoutAReasonPhrase": head,
        "heads/keepsTheReasonPhrase": "URLSession does not report the reason phrase",
        "heads/deliversEveryStatusCode": location,
        "heads/preservesPathAndQuery": "URLSession's libcurl removes dot segments, so such paths are rejected",
        "heads/doesNotRequestCompressionWhenDisabled": option,
        "bodies/doesNotDecompressWhenDisabled": option,
        "bodies/doesNotDecompressPartialContent": "URLSession always decompresses",
        "heads/requestsCompression": coding,
        "bodies/decompressesSeveralMembers": coding,
        "bodies/ignoresBytesAfterACompressedBody": coding,
        "bodies/deliversAnUnknownCodingUnchanged": coding,
        "bodies/dropsTrailers": crash,
        "uploads/sendsASlowStream": stream,
        "uploads/appliesBackPressureToTheUpload": stream,
        "uploads/disposesTheStreamOfACancelledExchange": stream,
        "uploads/disposesTheStreamOfAnExchangeThatFails": stream,
        "uploads/acceptsAResponseWhileTheStreamIsIdle": stream,
        "uploads/endsWithACompleteResponseWhileTheStreamIsIdle": stream,
        "uploads/failsWithAnIncompleteResponseWhileTheStreamIsIdle": stream,
        "uploads/failsWhenTheServerClosesWhileTheStreamHasNoData": stream,
        "uploads/acceptsStatus417": expectation,
        "uploads/doesNotReuseAConnectionThatWaitsForTheBody": expectation,
        "uploads/endsWithACompleteResponseIfTheServerDoesNotRead": "URLSession waits until the body is sent",
        "errors/reportsTruncatedHeads": crash,
        "errors/rejectsTruncatedGzip": coding,
        "errors/rejectsTruncatedDeflate": coding,
        "cancellation/whenAChunkIsDelivered": flood,
        "cancellation/whilePaused": flood,
        "cancellation/inTheMiddleOfALargeBody": flood,
        "cancellation/insideAnOperatorChain": flood,
        "cancellation/duringAnUpload": stream,
        "timeouts/doesNotTimeOutAPausedExchange": pressure,
        "timeouts/doesNotTimeOutAProgressingUpload": stream,
        "timeouts/timesOutWhileConnecting": connecting,
        "backPressure/appliesBackPressureToTheServer": pressure,
        "backPressure/appliesBackPressureInsideTheBody": pressure,
        "redirects/deliversAMalformedLocation": location,
        "redirects/deliversAnEmptyLocation": location,
        "redirects/deliversARedirectWithoutALocation": location,
        "concurrency/servesAllHostsWithOneConnection": option,
        "routing/connectsToAnOverriddenHost": option,
        "routing/keepsThePortOfAnOverriddenHost": option,
        "routing/overridesOnlyTheGivenHostAndPort": option,
        "routing/prefersAnOverrideWithAPort": option,
        "routing/connectsToAUnixDomainSocket": option,
        "routing/reportsAMissingUnixDomainSocket": option,
        "routing/sendsWithConnectionOptions": option,
        "reuse/keepsAConnectionForEachServer": "URLSession's libcurl keeps at most four idle connections",
        "reuse/doesNotRetryAPOSTAfterAPartialResponse": crash,
        "reuse/reusesOneConnectionForSequentialRequests": "each request that is not idempotent has its own connection",
        "reuse/doesNotTreatExcessBytesAsAResponse": excess,
        "reuse/doesNotTreatExcessBytesBeforeACloseAsAResponse": excess,
        "reuse/doesNotTreatALate408AsAResponse": excess,
        "reuse/doesNotTreatAPartialHeadAsAResponse": excess,
        "reuse/neverTreatsExcessBytesAsAResponse": excess,
        "reuse/closesAnIdleConnectionWithExcessBytes": excess,
        "limits/describesAHeadAboveTheTransportsLimit":
            "FoundationNetworking fails heads over 300 KB with a general error",
        "limits/rejectsTooManyFields": oneField,
        "limits/timesOutAnEndlessBody": flood,
        "limits/rejectsAnEndlessTrailer": trailers,
        "limits/rejectsEndlessTrailers": trailers,
        "limits/rejectsTooManyTrailers": trailers,
        "limits/acceptsAThousandTrailers": trailers,
        "limits/timesOutSlowTrailers": trailers,
    ]
}
