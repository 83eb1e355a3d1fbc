import RillHTTP
import RillHTTPTesting
import Testing

#if os(Linux)
    import RillURLSession
#endif

/// URLSession does what a transport has to do, but for what lies below and cannot be cured from above.
@Suite struct URLSessionConformanceTests {
    @Test(arguments: TransportConformance.cases(except: exceptions))
    func conforms(_ testCase: TransportConformance.Case) async throws {
        try await testCase.run { URLSessionTransport(options: $0.options) }
    }

    private static let crash = "ends the process"
    private static let oneField = "URLSession joins the fields of a name, and loses the order of the names"
    private static let head = "FoundationNetworking refuses the head"
    private static let option = "fails with invalidOptions: URLSession cannot do it"
    private static let stream = "a stream is read to its end before it is sent"
    private static let pressure = "FoundationNetworking cannot hold the server back"
    private static let flood = "FoundationNetworking gives up a body that floods in too late to be seen by this case"
    private static let location = "FoundationNetworking loses the body of a redirection that leads nowhere"
    private static let excess = "the libcurl below takes bytes on an idle connection for the next response"
    private static let trailers = "trailers end the process"
    private static let connecting = "URLSession does not tell when a connection has come about"

    /// The cases over TLS that do without an authority of their own.
    private static let plainTLS: Set<String> = [
        "doesNotTrustAnUnknownAuthority", "refusesACertificateItCannotUse", "refusesAFileOfAuthoritiesItCannotUse",
        "tellsAServerThatDoesNotSpeakTLS", "tellsAServerThatSpeaksNothingButTLS",
    ]

    /// What is left out on Linux, with the reason.
    private static let exceptions = named.merging(
        TransportConformance.cases.filter { testCase in
            testCase.group == .http2 || testCase.group == .tls && !plainTLS.contains(testCase.name)
        }
        .map { ($0.description, "its server has a certificate of its own, and URLSession takes no authority") }
    ) { reason, _ in reason }

    private static let named = [
        "heads/keepsRepeatedFieldsInOrder": oneField,
        "heads/takesFiveThousandFields": oneField,
        "heads/sendsFieldsInTheirOrder": oneField,
        "heads/sendsNamesAsTheyAreSpelt": "URLSession writes names in capitals",
        "heads/takesNamesWithoutASpaceBehindTheColon": head,
        "heads/keepsEmptyValues": head,
        "heads/readsLatin1Values": head,
        "heads/takesAStatusLineWithoutReason": head,
        "heads/keepsTheReasonPhrase": "URLSession does not tell it",
        "heads/passesEveryStatusOn": location,
        "heads/leavesPathAndQueryAlone": "libcurl takes dots out of the path; such paths are refused",
        "heads/doesNotAskForCompressionIfNoneIsWanted": option,
        "bodies/leavesCompressedWhatShouldStaySo": option,
        "bodies/leavesAPartOfSomethingCompressedAsItIs": "URLSession decompresses whatever comes",
        "bodies/dropsTrailers": crash,
        "uploads/sendsASlowStream": stream,
        "uploads/holdsTheSourceBackUntilTheServerReads": stream,
        "uploads/disposesTheStreamOfACancelledExchange": stream,
        "uploads/disposesTheStreamOfAnExchangeThatFails": stream,
        "uploads/takesAnAnswerWhileTheStreamIsSilent": stream,
        "uploads/takesARefusalOfLeave": "no expectation is sent",
        "errors/tellsHeadsThatBreakOff": crash,
        "errors/refusesGzipThatBreaksOff": "FoundationNetworking calls it complete",
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
        "reuse/keepsAConnectionForEachServer": "libcurl keeps four connections in all",
        "reuse/doesNotRepeatAPOSTWhoseAnswerHasBegun": crash,
        "reuse/usesOneConnectionForWhatComesInTurn": "a request that is not idempotent has a connection of its own",
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
