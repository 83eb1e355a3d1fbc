import Foundation
import RillMiddleware
import RillOAuth
import RillTestSupport
import Testing

/// Verifies that each cell of the comparisons starts with yes, partly, or no, and that each feature of this package has
/// tests, which must exist.
@Suite struct FeaturesPageTests {
    /// A page with comparisons.
    struct Page: Sendable, CustomTestStringConvertible {
        let path: String

        /// The minimum number of rows.
        let rowCount: Int

        /// The tests of each feature, by the first words of its row: the file of the suite without its extension, and
        /// the test function.
        let tests: [String: [String]]

        var testDescription: String { path }
    }

    static let pages = [
        Page(path: "Sources/RillHTTP/RillHTTP.docc/Features.md", rowCount: 65, tests: clientTests),
        Page(path: "Sources/RillTesting/RillTesting.docc/TestKitFeatures.md", rowCount: 37, tests: testKitTests),
    ]

    private static let clientTests = [
        "Endpoint as a value": [
            "RillHTTPTests/EndpointTests/parsesJSONTextAndVoid",
            "RillHTTPTests/EndpointTests/acceptsCustomStatuses",
        ],
        "Query from pairs": [
            "RillHTTPTests/Coding/QueryItemsTests/encodesNamesAndValues",
            "RillHTTPTests/Coding/QueryEncoderTests/encodesValues",
        ],
        "Path templates": [
            "RillHTTPTests/Coding/URLPathTests/encodesValueWithinSegment",
            "RillHTTPTests/Coding/URLPathTests/rejectsValuesThatChangeRequestedResource",
        ],
        "Body as JSON": [
            "RillHTTPTests/ClientTests/sendsBodyWithContentType",
            "RillHTTPTests/Coding/FormBodyTests/serverDecodesOriginalValues",
        ],
        "Body as multipart": [
            "RillHTTPTests/Coding/MultipartWireTests/sendsInMemoryForm",
            "RillHTTPTests/Coding/MultipartWireTests/sendsFilesWithContentLengthEachTime",
        ],
        "Body raw": [
            "RillHTTPTests/Transport/FileUploadTests/sendsFile",
            "RillURLSessionTests/UploadTests/largeStreamIsSentFromTemporaryFile",
        ],
        "Request bodies compressed": [
            "RillMiddlewareTests/Compression/RequestCompressionTests/compressesBodiesOfEveryKind",
            "RillMiddlewareTests/Compression/RequestCompressionTests/eachAttemptCompressesTheStreamAgain",
        ],
        "Middleware around": [
            "RillMiddlewareTests/MiddlewareTests/runsInnerMiddlewareForEachAttempt",
            "RillMiddlewareTests/MiddlewareTests/errorCountsAttempts",
        ],
        "Authentication with": [
            "RillMiddlewareTests/Authentication/AuthenticationCrowdTests/refreshesOnce",
            "RillMiddlewareTests/Authentication/AuthenticationCrowdTests/refreshesOnceOnConcurrentQueues",
        ],
        "Digest authentication": [
            "RillOAuthTests/Digest/DigestCredentialsTests/computesDigestOfRFC7616",
            "RillOAuthTests/Digest/DigestAuthenticationTests/replacesExpiredNonce",
            "RillOAuthTests/Digest/DigestAuthenticationServerTests/concurrentRequestsHaveDistinctCounts",
        ],
        "OAuth sign-in": [
            "RillOAuthTests/OAuth/SampleOAuthTests/signsInWithBrowser",
            "RillOAuthTests/OAuth/SampleOAuthTests/signsInWithDeviceCode",
            "RillOAuthTests/OAuth/SampleOAuthTests/obtainsTokenWithClientCredentials",
        ],
        "Token file": [
            "ScriptTests/OAuthLoginTests/twoProcessesRenewOnce",
            "RillOAuthTests/OAuth/OAuthTokenStoreTests/expiredTokenIsRenewedAndStored",
        ],
        "Retry as a value": [
            "RillMiddlewareTests/Retry/RetryTests/retriesTransientStatus",
            "RillMiddlewareTests/Retry/RetryTests/retriesTransientTransportError",
        ],
        "Jitter": [
            "RillMiddlewareTests/Retry/RetryDemandTests/jitterDoesNotShortenRequestedDelay",
            "RillMiddlewareTests/Retry/RetryDemandTests/honorsRetryAfterSeconds",
            "RillMiddlewareTests/Retry/RetryDemandTests/waitsForResetOfExhaustedLimit",
        ],
        "Retry budget": [
            "RillMiddlewareTests/Retry/RetryBudgetTests/limitsRetriesToRatioOfRequests",
            "RillMiddlewareTests/Retry/RetryBudgetTests/decisionReportsExhaustedBudget",
        ],
        "Idempotency keys": [
            "RillMiddlewareTests/IdempotencyKeys/IdempotencyKeysTests/retriesWithSameKey",
            "RillMiddlewareTests/IdempotencyKeys/IdempotencyKeysTests/serverProcessesRetriedRequestOnce",
        ],
        "Hedged requests": [
            "RillMiddlewareTests/Hedging/HedgingTests/firstResponseWinsAndOtherIsCanceled",
            "RillMiddlewareTests/Hedging/HedgingTests/budgetLimitsAttempts",
        ],
        "Circuit breaker": [
            "RillMiddlewareTests/CircuitBreaker/CircuitBreakerTests/opensAtFailureRateThreshold",
            "RillMiddlewareTests/CircuitBreaker/CircuitBreakerTests/successfulProbeClosesCircuit",
            "RillMiddlewareTests/CircuitBreaker/CircuitBreakerTests/removedOpenCircuitBecomesClosed",
        ],
        "Timeout of each": [
            "RillHTTPTests/RequestOptionTests/retryRepeatsTimedOutAttempts"
        ],
        "Middleware and error": [
            "RillHTTPTests/RequestOptionTests/middlewareOfRequestWrapsClientMiddleware",
            "RillHTTPTests/RequestOptionTests/errorDecoderOverridesClientErrorDecoder",
        ],
        "Status validated": [
            "RillHTTPTests/ClientStageTests/failsAtStatusWhenRejected",
            "RillHTTPTests/ClientTests/requestDeterminesAcceptedStatuses",
        ],
        "Content type validated": [
            "RillHTTPTests/Coding/ContentTypeTests/acceptsMatchingContentType",
            "RillHTTPTests/Coding/ContentTypeTests/mismatchedContentTypeFailsDecoding",
        ],
        "One error type": ["RillHTTPTests/Errors/APIErrorTests/debugDescriptionContainsAllProperties"],
        "The server's own error": ["RillHTTPTests/Errors/CatchServiceErrorTests/catchesServiceError"],
        "Decoder per request": ["RillHTTPTests/ClientTests/requestDecoderOverridesClientDecoder"],
        "JSON decoder other": [
            "RillJSONTests/FastJSONDecoderTests/clientDecodesWithFastDecoder",
            "RillJSONTests/DifferentialTests/decodesSameValuesAsFoundation",
        ],
        "Typed parsers": [
            "RillHTTPTests/ClientTests/parsesDataVoidAndHead",
            "RillHTTPTests/Streaming/ClientStreamTests/emitsChunksAsReceived",
        ],
        "Value below": [
            "RillHTTPTests/Coding/ResponseParserPathTests/decodesValueAtKeyPath",
            "RillHTTPTests/Coding/ResponseParserPathTests/decodesValueAtKeyPathOnce",
        ],
        "Empty body": [
            "RillHTTPTests/Coding/ResponseParserOptionalTests/decodesEmptyResponseAsNil",
            "RillHTTPTests/EndpointTests/parsesJSONTextAndVoid",
        ],
        "State of a list": [
            "RillHTTPTests/Paging/PagerTests/loadsPagesOnRequest",
            "RillHTTPTests/Paging/PagerTests/failedPageIsLoadedAgain",
        ],
        "Long-running operations": [
            "RillHTTPTests/Operations/OperationPollingTests/locationIsPolledUntilTheStatusCodeChanges",
            "RillHTTPTests/Operations/OperationPollingTests/operationRunsOverARealConnection",
        ],
        "Paging": [
            "RillHTTPTests/Paging/PagesTests/requestsNextPageAfterPreviousIsConsumed",
            "RillHTTPTests/Paging/PagesTests/resumesFromCursor",
        ],
        "Revalidating cache": [
            "RillMiddlewareTests/Cache/ResponseCacheTests/revalidatesStoredResponse",
            "RillMiddlewareTests/Cache/ResponseCacheTests/revalidatesWithLastModified",
        ],
        "Cache that": [
            "RillMiddlewareTests/Cache/CacheDecisionTests/storedResponseIsUsedUntilLifetimeEnds",
            "RillMiddlewareTests/Cache/ResponseCacheRequestTests/staleResponseIsUsedWhileItIsRevalidated",
            "RillMiddlewareTests/Cache/StaleIfErrorTests/staleResponseIsUsedIfServerFails",
        ],
        "Cache on": [
            "RillMiddlewareTests/Cache/Storage/DiskResponseCacheTests/newProcessUsesStoredResponse",
            "RillMiddlewareTests/Cache/Storage/DiskCacheProcessTests/killedProcessLeavesCompleteEntries",
            "RillMiddlewareTests/Cache/Storage/DiskCacheStorageTests/staysWithinLimits",
        ],
        "Rate limit": [
            "RillMiddlewareTests/Limits/RateLimitTests/sendsBurstThenAtRate",
            "RillMiddlewareTests/Limits/ConcurrencyLimitTests/limitsConcurrencyAndKeepsOrder",
        ],
        "Adaptive concurrency": [
            "RillMiddlewareTests/Limits/AdaptiveLimitTests/followsDocumentedFormula",
            "RillMiddlewareTests/Limits/AdaptiveLimitTests/decreasedLimitDoesNotReassignSlots",
        ],
        "Request coalescing": [
            "RillMiddlewareTests/Coalescing/RequestCoalescingTests/identicalRequestsShareExchange"
        ],
        "Upload and download": [
            "RillHTTPTests/Streaming/UploadProgressTests/reportsProgressUpToLastByte",
            "RillHTTPTests/Streaming/Download/DownloadTests/writesFileAndReportsProgress",
        ],
        "Download to": [
            "RillHTTPTests/Streaming/Download/DownloadTests/writesFileAndReportsProgress",
            "RillHTTPTests/Streaming/Download/DownloadResumeTests/resumesAfterInterruption",
        ],
        "Streaming body": [
            "RillHTTPTests/Streaming/ClientStreamTests/emitsChunksAsReceived",
            "RillHTTPTests/Streaming/ClientStreamTests/pausesForSlowSubscriber",
            "RillHTTPTests/Streaming/ClientStreamTests/rejectedStatusFailsWithDecodedError",
        ],
        "Body as untyped JSON": [
            "RillHTTPTests/Coding/JSONBodyTests/jsonLiteralIsEncodedAsRequestBody",
            "RillJSONTests/JSONPatchTests/patchContainsEachOperation",
            "RillHTTPTests/Coding/JSONBodyTests/mergePatchContainsNull",
        ],
        "Multipart from": ["RillHTTPTests/Coding/JSONBodyTests/propertiesBecomePartsInOrder"],
        "Large JSON array": [
            "RillHTTPTests/Streaming/JSONArray/JSONArrayTests/elementIsEmittedBeforeTheNextArrives",
            "RillHTTPTests/Streaming/JSONArray/JSONArrayMemoryTests/longArrayIsReadInBoundedMemory",
            "RillHTTPTests/Streaming/JSONArray/JSONArrayComparisonTests/everyCutHasTheElementsThatFoundationDecodes",
        ],
        "Body as NDJSON": ["RillHTTPTests/Coding/JSONBodyTests/streamIsSentAsArrayOrLines"],
        "Server-Sent": [
            "RillHTTPTests/Streaming/ServerSentEvents/ServerSentEventsTests/reconnectsWithLastEventID",
            "RillHTTPTests/Streaming/NDJSONTests/decodesEachLine",
            "RillHTTPTests/Streaming/LinesTests/splitsLines",
        ],
        "WebSocket": [
            "RillWebSocketTests/Client/EchoTests/messagesAreEchoed",
            "RillWebSocketTests/Client/SampleChatTests/messagesAreSentToAllClients",
            "ScriptTests/ChatTests/reconnectsAfterLastMessage",
        ],
        "Cancellation": [
            "RillHTTPTests/ClientTests/emitsNothingAfterDisposal",
            "RillCurlTests/Loop/CurlLoopCancelTests/cancelClosesConnectionAndIgnoresResume",
        ],
        "Timeouts": [
            "RillHTTPTests/ClientLimitTests/requestTimeoutOverridesClientTimeout",
            "RillHTTPTests/ClientLimitTests/timeoutLimitsAllAttempts",
        ],
        "Redirect policy": [
            "RillMiddlewareTests/FollowRedirectsTests/followsRedirectOfGET",
            "RillMiddlewareTests/FollowRedirectsTests/dropsCredentialsOnOtherOrigin",
        ],
        "Cookies": [
            "RillMiddlewareTests/Cookies/CookieStorageTests/sendsStoredCookies",
            "RillMiddlewareTests/Cookies/CookieStorageTests/cookiesOfEachRedirectAreStored",
            "RillMiddlewareTests/Cookies/CookieFileTests/savedCookiesAreLoaded",
        ],
        "Certificate pinning": [
            "RillCurlTests/CurlTLSTests/requestRequiresOneOfThePinnedKeys",
            "RillCurlTests/CanonicalHostTests/redirectToAmbiguousHostIsNotSent",
        ],
        "Proxy": [
            "RillCurlTests/CurlOptionsTests/proxyFromEnvironmentIsUsedByDefault",
            "RillCurlTests/CurlOptionsTests/proxyReceivesAbsoluteURL",
        ],
        "SOCKS5 and HTTPS": [
            "RillCurlTests/CurlProxyTests/errorOfSOCKSProxyDescribesFailure",
            "RillCurlTests/CurlProxyTests/redirectsDoNotReceiveCredentialsOfProxy",
            "RillHTTPTestingTests/LoopbackProxyTests/socksRequiresCredentials",
        ],
        "Unix domain": [
            "RillCurlTests/CurlConnectionOptionsTests/unixSocketConnectionHasMetricsWithoutAddress",
            "RillCurlTests/CurlConnectionOptionsTests/excessBytesOnUnixSocketAreNotAResponse",
        ],
        "Other server": ["RillCurlTests/CurlConnectionOptionsTests/hostOverrideKeepsHostField"],
        "HTTP/3": ["RillCurlTests/CurlOptionsTests/http3RequiresSupportOfLibcurl"],
        "Keep-alive": [
            "RillCurlTests/CurlConnectionOptionsTests/keepAliveIntervalStartsTimerOfSystem",
            "RillCurlTests/CurlConnectionOptionsTests/resolutionLifetimeKeepsAddresses",
            "RillCurlTests/CurlConnectionOptionsTests/addressFallbackDelayStartsOtherFamily",
        ],
        "Log and": [
            "RillMiddlewareTests/LoggingTests/logsRequestAndEnd",
            "RillMiddlewareTests/LoggingTests/redactsSecretsEverywhere",
            "RillHTTPTests/Messages/CurlCommandTests/redactsSecretsByDefault",
        ],
        "Timing of": ["RillHTTPTests/ClientMetricsTests/reportsTimesOfHeadAndBody"],
        "Timeline of": [
            "RillHTTPTests/Instruments/Trace/TraceRecorderTests/nestsPhasesAttemptsAndExchange",
            "RillHTTPTests/Instruments/Trace/TracePageTests/pageContainsTrace",
            "RillHTTPTests/Instruments/Trace/TraceFileTests/eventsBeforeInterruptedWriteAreReadable",
            "RillHTTPTests/Instruments/Trace/TraceWriterTests/fileDoesNotExceedSizeLimit",
        ],
        "Stub transport": [
            "RillHTTPTests/StubTransportTests/respondsOnTimeline",
            "RillHTTPTests/StubTransportTests/recordsRequests",
        ],
        "Record and": [
            "RillHTTPTestingTests/Cassette/CassetteModeTests/onceModeRecordsOnlyFirstRun",
            "RillHTTPTestingTests/Cassette/CassetteRoundTripTests/preservesBodiesExactly",
        ],
    ]

    private static let testKitTests = [
        "Virtual time": ["RillTestingTests/Time/TestSchedulerTests/advanceRunsWorkScheduledDuringIt"],
        "Hot and cold": [
            "RillTestingTests/Sources/TestableObservableTests/hotSourceEmitsOnlyEventsAfterSubscription",
            "RillTestingTests/Sources/TestableObservableTests/coldSourceRestartsForEachSubscriber",
        ],
        "Recorded events": ["RillTestingTests/TestKitTests/recordStartsAtTickZeroAndRunsUntilIdle"],
        "Marble diagrams": [
            "RillTestingTests/Marbles/MarbleDiagramTests/eachCharacterIsOneTick",
            "RillTestingTests/Support/ExpectMarblesTests/matchingMarblesPass",
        ],
        "Failure that": ["RillTestingTests/Support/ExpectMarblesTests/differenceIsRecordedWithTextAndLocation"],
        "Timeline of": [
            "RillTestingTests/Timeline/TimelineTests/timelineDrawsCheckpointsAboveResult",
            "RillTestingTests/Timeline/TimelineTests/imageHasCircleForEachElementAndColorsForBothAppearances",
            "RillTestingTests/Timeline/TimelineTests/failedExpectationContainsTimeline",
        ],
        "Subscriptions with": ["RillTestingTests/Sources/SubscriptionDifferenceTests/reportsADifferentEnd"],
        "Subscriber that": [
            "RillTestingTests/Demand/DemandTests/heldEventsArriveOnResumption",
            "RillTestingTests/Demand/DemandTests/subscriberTakesOneEventAtATime",
            "RillTestingTests/Demand/DemandOrderTests/marksPrecedeTheEventsOfTheirTick",
        ],
        "Source that pauses": [
            "RillTestingTests/Demand/DemandTests/pauseBetweenEventsIsRecordedInItsTick",
            "RillTestingTests/Demand/DemandDifferenceTests/expectDemandFailsAtTheCallingLine",
            "RillTestingTests/Demand/OperatorDemandTests/concatMapPausesItsSourceDuringAnInnerStream",
        ],
        "Reading event by event in virtual": ["RillTestingTests/Reading/StreamReaderTests/readsEventsInOrder"],
        "Reading event by event in real": [
            "RillTestingTests/Reading/RealTimeReaderTests/readsEventsFromAnotherThread",
            "RillTestingTests/Reading/StreamReaderFailureTests/timeoutMessageListsEarlierEvents",
        ],
        "Silence": ["RillTestingTests/Reading/StreamReaderFailureTests/expectNothingFailsWhenEventArrives"],
        "Unread events": ["RillTestingTests/Reading/StreamReaderFailureTests/unreadEventsFailAtTheEndOfTheTest"],
        "All orders": [
            "RillTestingTests/Interleavings/InterleavingsTests/runsEachOrderOnce",
            "RillTestingTests/Interleavings/InterleavingFailureTests/replayRunsOneOrder",
        ],
        "Leaked subscriptions": [
            "RillTestingTests/Ledger/LedgerTests/reportsOpenSubscriptionsWithCallSites",
            "RillTestingTests/Ledger/ExpectNoLeaksTests/traitReportsLeaksOfATest",
        ],
        "Leaks on": [
            "RillTestingTests/Ledger/LedgerRealTimeTests/waitsForSubscriptionThatEndsOnAnotherThread",
            "RillTestingTests/Ledger/LedgerRealTimeTests/reportsWorkOfWatchedScheduler",
            "RillHTTPTests/Instruments/ActiveExchangesTests/ledgerReportsExchangeOfRealTransport",
        ],
        "Errors that": ["RillTestingTests/Ledger/LedgerTests/recordsUndeliveredErrors"],
        "Scheduler that": ["RillTestingTests/Time/UnimplementedSchedulerTests/reportsEveryUse"],
        "Rules of": ["RillTestingTests/Contract/ContractSuiteTests/operatorWithWrongElementsFails"],
        "Limits for": [
            "RillTestingTests/TestKitTests/recordStopsAtTheLimit",
            "RillTestingTests/Time/TestSchedulerLimitTests/recordStopsAfterFiveSecondsOfCPUTime",
        ],
        "Stub responses": ["RillHTTPTests/StubTransportTests/recordsRequests"],
        "Responses in": ["RillHTTPTests/StubTransportTests/respondsOnTimeline"],
        "Chunks of": ["RillHTTPTestingTests/Marbles/ResponseMarblesTests/sendsTextAndBytesFromTheDictionary"],
        "Progress of": [
            "RillHTTPTestingTests/Marbles/UploadMarblesTests/reportsEachStepOfAnUpload",
            "RillHTTPTestingTests/Marbles/UploadMarblesTests/uploadFailsPartwayAndReportsTheLastStep",
        ],
        "Chunks buffered": [
            "RillHTTPTestingTests/Marbles/UploadMarblesTests/pausedStubDeliversChunksAfterResumption",
            "RillHTTPTestingTests/Cassette/CassetteUploadTests/pausedPlaybackDeliversChunksAfterResumption",
        ],
        "Failure in the middle": ["RillHTTPTestingTests/Marbles/ResponseMarblesTests/failsWithTheDefaultOrGivenError"],
        "Exchanges as": [
            "RillHTTPTestingTests/Marbles/ExchangeDifferenceTests/expectExchangesFailsAtTheCallingLine"
        ],
        "Expected cancellations": ["RillHTTPTestingTests/Marbles/CancellationDifferenceTests/reportsLateCancellation"],
        "Sequence of": ["RillHTTPTestingTests/StubTransportScriptTests/reportsUnusedResponses"],
        "Unexpected request": ["RillHTTPTestingTests/StubTransportScriptTests/failsAnUnexpectedRequest"],
        "Request body": ["RillHTTPTests/StubTransportTests/recordsRequests"],
        "Leaked requests": ["RillHTTPTestingTests/LedgerRequestTests/reportsRunningRequests"],
        "Record and": ["RillHTTPTestingTests/Cassette/CassetteModeTests/onceModeRecordsOnlyFirstRun"],
        "HAR files": [
            "RillHTTPTestingTests/Cassette/BrowserFileTests/playsChromeResponses",
            "RillHTTPTestingTests/Cassette/BrowserFileTests/playsFirefoxResponses",
        ],
        "Secrets": [
            "RillHTTPTestingTests/Cassette/CassetteRedactionTests/redactsSecretRequestFields",
            "RillHTTPTestingTests/Cassette/CassetteRedactionTests/redactsQuerySecrets",
        ],
        "Mismatch": ["RillHTTPTestingTests/Cassette/CassetteMatchingTests/errorNamesClosestEntryAndDifferences"],
        "Recorded times": ["RillHTTPTestingTests/Cassette/CassetteExchangeTests/playsChunksAtTheirRecordedTimes"],
        "Recorded progress": [
            "RillHTTPTestingTests/Cassette/CassetteUploadTests/playsProgressAtItsRecordedTimes",
            "RillHTTPTestingTests/Cassette/CassetteUploadTests/playsUploadThatFailedPartway",
        ],
        "Maximum age": [
            "RillHTTPTestingTests/Cassette/CassetteAgeTests/staleRecordingFailsEveryRequest",
            "RillHTTPTestingTests/Cassette/CassetteAgeTests/staleRecordingWarnsOnce",
        ],
        "Endless streams": [
            "RillHTTPTestingTests/Cassette/CassetteStreamTests/playsStreamUntilDisposalAtRecordedTimes",
            "RillHTTPTestingTests/Cassette/CassetteStreamTests/recordsEventsOfRealServerUntilDisposal",
        ],
        "Several recordings": [
            "RillHTTPTestingTests/Cassette/CassetteSetTests/recordsAndPlaysEachRequestInItsCassette"
        ],
        "Structural": [
            "RillHTTPTestingTests/Cassette/CassetteDriftTests/reportsShapeOfJSON",
            "RillHTTPTestingTests/Cassette/CassetteDriftTests/reportsDriftOfRealServer",
        ],
        "Tool that": ["ScriptTests/CassetteScriptTests/redactsSecretsOnce"],
        "Server on": ["RillHTTPTestingTests/LoopbackServerTests/sendsStatusFieldsAndBody"],
        "Conformance": [
            "RillHTTPTestingTests/Conformance/TransportConformanceTests/detectsViolationsOfTheEventGrammar"
        ],
    ]

    /// Returns the cells of each row, in which the first rows of a table are its header.
    private func rows(of page: Page) throws -> [[String]] {
        var rows: [[String]] = []
        var header: [String] = []
        for line in try PackageFiles.text(of: page.path).components(separatedBy: "\n") {
            guard line.hasPrefix("| ") else {
                header = []
                continue
            }
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            if header.isEmpty { header = cells } else if cells[0] != "---" { rows.append(cells) }
            #expect(cells.count == header.count, "\(line)")
        }
        return rows
    }

    @Test(arguments: pages) func cellsStartWithYesPartlyOrNo(page: Page) throws {
        let rows = try rows(of: page)
        #expect(rows.count >= page.rowCount)
        for row in rows {
            for cell in row.dropFirst() {
                #expect(cell.contains(#/^(yes|partly|no)($|: )/#), "\(row[0]): \(cell)")
            }
        }
    }

    /// Features that the build verifies.
    private static let packageProperties = [
        "Linux", "Swift 6 language mode", "No dependencies", "Swift Testing and XCTest",
    ]

    @Test(arguments: pages) func claimedFeaturesHaveTests(page: Page) throws {
        var unused = Set(page.tests.keys)
        for row in try rows(of: page) where !row[1].hasPrefix("no") && !Self.packageProperties.contains(row[0]) {
            let (words, tests) = try #require(page.tests.first { row[0].hasPrefix($0.key) }, "\(row[0])")
            unused.remove(words)
            for test in tests {
                let (suite, function) = try #require(Self.split(test))
                #expect(try Self.testFunctions(of: suite).contains(function), "\(row[0]): \(test)")
            }
        }
        #expect(unused == [], "rows that do not exist")
    }

    /// The CI run looks up the functions by name in the log of the tests.
    @Test func testFunctionsOfFeaturesHaveUniqueNames() throws {
        let functions = Set(Self.pages.flatMap(\.tests.values).joined().compactMap { Self.split($0)?.function })
        var declared: [String: Int] = [:]
        let folder = PackageFiles.root.appending(path: "Tests")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/\bfunc (\w+)\(/#) {
                declared[String(match.1), default: 0] += 1
            }
        }
        #expect(functions.filter { declared[$0] != 1 } == [])
    }

    @Test func testFunctionsAreReadFromTheSource() throws {
        let functions = try Self.testFunctions(of: "DocumentationTests/FeaturesPageTests")
        #expect(
            functions == [
                "cellsStartWithYesPartlyOrNo", "claimedFeaturesHaveTests", "testFunctionsAreReadFromTheSource",
                "testFunctionsOfFeaturesHaveUniqueNames",
            ])
    }

    private static func split(_ test: String) -> (suite: String, function: String)? {
        guard let slash = test.lastIndex(of: "/") else { return nil }
        return (String(test[..<slash]), String(test[test.index(after: slash)...]))
    }

    /// Returns the names of the functions with the attribute `@Test` in the file of a suite.
    private static func testFunctions(of suite: String) throws -> Set<String> {
        let source = try PackageFiles.text(of: "Tests/\(suite).swift")
        let pattern = #/^ *@Test\b/#.anchorsMatchLineEndings()
        return Set(
            source.split(separator: pattern).dropFirst().compactMap { $0.firstMatch(of: #/\bfunc (\w+)/#)?.1 }.map(
                String.init))
    }
}
