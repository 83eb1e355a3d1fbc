import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
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
    private static let option = "URLSession does not support the option, so requests fail with invalidOptions"
    private static let stream = "streams are read completely before they are sent"
    private static let pressure = "FoundationNetworking does not support back-pressure"
    private static let flood =
        "FoundationNetworking cancels large bodies with a delay that exceeds the time limit of the case"
    private static let location = "FoundationNetworking drops the body of a redirect without a valid Location"
    private static let excess = "URLSession's libcurl treats bytes on an idle connection as the next response"
    private static let trailers = "trailers crash the process"
    private static let connecting = "URLSession does not report when a connection is established"

    /// The TLS cases that do not require a custom certificate authority.
    private static let plainTLS: Set<String> = [
        "doesNotTrustAnUnknownAuthority", "refusesACertificateItCannotUse", "refusesAFileOfAuthoritiesItCannotUse",
        "tellsAServerThatDoesNotSpeakTLS", "tellsAServerThatSpeaksNothingButTLS",
    ]

    /// The cases that are excluded on Linux, with the reasons.
    private static let exceptions = named.merging(
        TransportConformance.cases.filter { testCase in
            testCase.group == .http2 || testCase.group == .tls && !plainTLS.contains(testCase.name)
        }
        .map { ($0.description, "the server has a test certificate, and URLSession trusts only system authorities") }
    ) { reason, _ in reason }

    private static let named = [
        "heads/keepsRepeatedFieldsInOrder": oneField,
        "heads/takesFiveThousandFields": oneField,
        "heads/sendsFieldsInTheirOrder": oneField,
        "heads/sendsNamesAsTheyAreSpelt": "URLSession capitalizes header names",
        "heads/takesNamesWithoutASpaceBehindTheColon": head,
        "heads/keepsEmptyValues": head,
        "heads/readsLatin1Values": head,
        "heads/takesAStatusLineWithoutReason": head,
        "heads/keepsTheReasonPhrase": "URLSession does not report the reason phrase",
        "heads/passesEveryStatusOn": location,
        "heads/leavesPathAndQueryAlone": "URLSession's libcurl removes dot segments, so such paths are rejected",
        "heads/doesNotAskForCompressionIfNoneIsWanted": option,
        "bodies/leavesCompressedWhatShouldStaySo": option,
        "bodies/leavesAPartOfSomethingCompressedAsItIs": "URLSession always decompresses",
        "bodies/dropsTrailers": crash,
        "uploads/sendsASlowStream": stream,
        "uploads/holdsTheSourceBackUntilTheServerReads": stream,
        "uploads/disposesTheStreamOfACancelledExchange": stream,
        "uploads/disposesTheStreamOfAnExchangeThatFails": stream,
        "uploads/takesAnAnswerWhileTheStreamIsSilent": stream,
        "uploads/takesARefusalOfLeave": "the Expect field is not sent",
        "errors/tellsHeadsThatBreakOff": crash,
        "errors/refusesGzipThatBreaksOff": "FoundationNetworking does not report truncated compressed data",
        "cancellation/whenAChunkIsDelivered": flood,
        "cancellation/whilePaused": flood,
        "cancellation/inTheMiddleOfALargeBody": flood,
        "cancellation/isSilentInsideAPipeline": flood,
        "cancellation/duringAnUpload": stream,
        "timeouts/doesNotEndAnExchangeWhoseReaderIsPaused": pressure,
        "timeouts/doesNotEndAnUploadThatGoesOn": stream,
        "timeouts/endsAConnectionThatDoesNotComeAbout": connecting,
        "backPressure/holdsTheServerBack": pressure,
        "backPressure/holdsTheServerBackInTheMiddle": pressure,
        "redirects/passesAMalformedLocationOn": location,
        "redirects/passesAnEmptyLocationOn": location,
        "redirects/passesARedirectWithoutALocationOn": location,
        "concurrency/servesAllWithOneConnectionInAll": option,
        "reuse/keepsAConnectionForEachServer": "URLSession's libcurl keeps at most four idle connections",
        "reuse/doesNotRepeatAPOSTWhoseAnswerHasBegun": crash,
        "reuse/usesOneConnectionForWhatComesInTurn": "each request that is not idempotent has its own connection",
        "reuse/doesNotTakeExcessBytesForAResponse": excess,
        "reuse/doesNotTakeExcessBytesBeforeACloseForAResponse": excess,
        "reuse/doesNotTakeALateTimeoutForAResponse": excess,
        "reuse/doesNotTakeAPartOfAResponseForItsBeginning": excess,
        "reuse/closesAnIdleConnectionWithExcessBytes": excess,
        "limits/refusesTooManyFields": oneField,
        "limits/endsAnEndlessBody": flood,
        "limits/refusesAnEndlessTrailer": trailers,
        "limits/refusesEndlessTrailers": trailers,
        "limits/refusesTooManyTrailers": trailers,
        "limits/acceptsAThousandTrailers": trailers,
        "limits/endsADripOfTrailers": trailers,
    ]
}
