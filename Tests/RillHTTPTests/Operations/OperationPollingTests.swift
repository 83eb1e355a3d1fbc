import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite struct OperationPollingTests {
    private let scheduler = TestScheduler()

    private let everySecond = OperationPolling(every: .constant(.seconds(1)))

    /// Sends a request to a service with scripted responses, and returns the result and the log of the service.
    private func run(
        _ method: HTTPRequest.Method = .post, polling: OperationPolling? = nil, responses: [StubTransport.Response]
    ) -> (recorder: Recorder<[Int]>, requests: [String]) {
        let log = Log<String>()
        let transport = StubTransport(scheduler: scheduler) { [scheduler] request in
            let time = Int(scheduler.now / .seconds(1))
            log.append("\(time) \(request.message.method) \(request.message.path ?? "")")
            return responses[min(request.number, responses.count - 1)]
        }
        let request = Anything<[Int]>(method: method, path: "/jobs", body: method == .get ? nil : .form(["a": "b"]))
        return (send(request, transport, polling: polling), log.entries)
    }

    /// Sends a request, and returns the result after 1,000 seconds.
    private func send(
        _ request: some Request<[Int]>, _ transport: StubTransport, polling: OperationPolling? = nil,
        middleware: [any Middleware] = []
    ) -> Recorder<[Int]> {
        let client = makeClient(transport, scheduler, middleware: middleware)
        let recorder = Recorder(client.send(request, polling: polling ?? everySecond))
        scheduler.advance(by: .seconds(1_000))
        return recorder
    }

    /// Returns a transport with a sequence of responses, the last of which is repeated.
    private func transport(_ responses: StubTransport.Response...) -> StubTransport {
        StubTransport(scheduler: scheduler) { responses[min($0.number, responses.count - 1)] }
    }

    private func status(_ text: String, _ fields: HTTPFields = [:]) -> StubTransport.Response {
        .json("{\"status\": \"\(text)\"}", fields: fields)
    }

    private let started: HTTPFields = ["Operation-Location": "/api/v2/operations/1"]

    // MARK: Location

    private static let locations: [(responses: [StubTransport.Response], polls: [String])] = [
        (
            [.status(.accepted, fields: [.location: "/api/v2/jobs/1"]), .status(.accepted)],
            ["1 GET /api/v2/jobs/1", "2 GET /api/v2/jobs/1"]
        ),
        // Each response can have a delay and a new location.
        (
            [
                .status(.accepted, fields: [.location: "jobs/1", .retryAfter: "5"]),
                .status(.accepted, fields: [.location: "/other", .retryAfter: "7"]), .status(.accepted),
            ], ["5 GET /api/v2/jobs/1", "12 GET /other", "13 GET /other"]
        ),
        // A relative link is resolved against the URL of the response.
        (
            [.status(.accepted, fields: [.location: "jobs/1"]), .status(.accepted, fields: [.location: "2"])],
            ["1 GET /api/v2/jobs/1", "2 GET /api/v2/jobs/2"]
        ),
    ]

    @Test(arguments: locations)
    func locationIsPolledUntilTheStatusCodeChanges(responses: [StubTransport.Response], polls: [String]) {
        let (recorder, requests) = run(responses: responses + [.json("[1]")])
        #expect(recorder.values == [[1]])
        #expect(recorder.isCompleted)
        #expect(requests == ["0 POST /api/v2/jobs"] + polls)
    }

    @Test func responseWithoutOperationIsTheResult() {
        let response = StubTransport.Response.json("[1]", status: .created, fields: [.location: "/api/v2/jobs/1"])
        let (recorder, requests) = run(responses: [response])
        #expect(recorder.values == [[1]])
        #expect(requests.count == 1)
    }

    // MARK: Status

    @Test(arguments: ["Operation-Location", "Azure-AsyncOperation"] as [HTTPField.Name])
    func statusIsPolledUntilItSucceeds(field: HTTPField.Name) {
        let (recorder, requests) = run(
            .put,
            responses: [
                .status(.accepted, fields: [field: "/operations/1"]),
                status("Running", [.retryAfter: "3"]), status("Succeeded"), .json("[7]"),
            ])
        #expect(recorder.values == [[7]])
        let polls = ["1 GET /operations/1", "4 GET /operations/1"]
        #expect(requests == ["0 PUT /api/v2/jobs"] + polls + ["4 GET /api/v2/jobs"])
    }

    private static let succeeded = #"{"status": "succeeded", "resourceLocation": "/api/v2/results/9"}"#

    /// The result of a `POST` is at the location in the status or in the first response.
    private static let located: [(fields: HTTPFields, status: String)] = [
        ([:], succeeded), ([.location: "/api/v2/results/9"], #"{"status": "Succeeded"}"#),
    ]

    @Test(arguments: located)
    func resourceLocationIsTheResult(fields: HTTPFields, status: String) {
        let first = StubTransport.Response.status(.accepted, fields: started + fields)
        let (recorder, requests) = run(responses: [first, .json(status), .json("[9]")])
        #expect(recorder.values == [[9]])
        #expect(requests.last == "1 GET /api/v2/results/9")
    }

    @Test func resultCanHaveStatusThatRequestAccepts() {
        for (accepted, result) in [(HTTPResponse.Status.conflict, [9]), (.created, [9]), (.notFound, nil)] {
            let transport = transport(
                .status(.accepted, fields: started), .json(Self.succeeded),
                .json("[9]", status: accepted == .created ? .ok : .conflict))
            var request = Endpoint<[Int]>("/jobs", method: .post)
            request.acceptsStatus = { $0 == accepted }
            let recorder = send(request, transport)
            #expect(transport.requests.count == 3)
            #expect(recorder.values.first == result)
            #expect(recorder.apiError?.status?.code == (result == nil ? 409 : nil))
        }
    }

    @Test func failedPollFailsAlthoughRequestAcceptsItsStatus() {
        var request = Endpoint<[Int]>("/jobs", method: .post)
        request.acceptsStatus = { _ in true }
        let error = send(request, transport(.status(.accepted, fields: started), .status(.notFound))).apiError
        #expect(error?.status == .notFound)
        #expect(error?.stage == .status)
    }

    @Test func statusComparisonIgnoresCase() {
        let polling = OperationPolling(every: .constant(.seconds(1)), succeeded: ["Ready"], failed: ["Gone"])
        let responses: [StubTransport.Response] = [.status(.accepted, fields: started), status("READY"), .json("[1]")]
        #expect(run(.put, polling: polling, responses: responses).recorder.values == [[1]])
        let failed = run(polling: polling, responses: [.status(.accepted, fields: started), status("gone")])
        #expect((failed.recorder.apiError?.underlying as? OperationError)?.status == "gone")
    }

    @Test func pollsOmitConditionsOfRequest() {
        let transport = transport(
            .status(.created, fields: started), .json(#"{"status": "Succeeded"}"#), .json("[1]"))
        let request = Anything<[Int]>(
            method: .put, path: "/jobs", headerFields: [.ifNoneMatch: "*", .acceptLanguage: "ja", .contentType: "a/b"],
            body: .form(["a": "b"]))
        #expect(send(request, transport, polling: OperationPolling()).values == [[1]])
        let fields = transport.requests.map(\.message.headerFields)
        #expect(fields.map { $0[.ifNoneMatch] } == ["*", nil, nil])
        #expect(fields.map { $0[.acceptLanguage] } == ["ja", "ja", "ja"])
    }

    @Test(arguments: ["0", "-5", "1e9", "soon", ""])
    func invalidRetryAfterUsesTheInterval(delay: String) {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: [.location: "/api/v2/jobs/1", .retryAfter: delay]),
            .status(.accepted, fields: [.retryAfter: delay]), .json("[1]"),
        ])
        #expect(recorder.values == [[1]])
        #expect(requests.map { $0.prefix { $0 != " " } } == ["0", "1", "2"])
    }

    @Test func hugeRetryAfterSchedulesSinglePoll() {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: [.location: "/api/v2/jobs/1", .retryAfter: "99999999999999999999"])
        ])
        #expect(recorder.events.isEmpty)
        #expect(requests.count == 1)
        #expect(scheduler.pendingCount == 1)
    }

    @Test func backoffIncreasesTheInterval() {
        let polling = OperationPolling(
            every: .exponential(initial: .seconds(1), maximum: .seconds(4)), statusField: "properties.state",
            succeeded: ["ready"])
        let running = StubTransport.Response.json(#"{"properties": {"state": "Creating"}}"#)
        let (recorder, requests) = run(
            .put, polling: polling,
            responses: [
                .status(.created, fields: started), running, running, running, running,
                .json(#"{"properties": {"state": "Ready"}}"#), .json("[1]"),
            ])
        #expect(recorder.values == [[1]])
        #expect(requests.map { $0.prefix { $0 != " " } } == ["0", "1", "2", "4", "8", "12", "12"])
    }

    // MARK: Failures

    @Test func failedOperationFailsWithTheErrorOfTheService() {
        let (recorder, _) = run(responses: [
            .status(.accepted, fields: started),
            .json(#"{"status": "Failed", "message": "no space", "type": "quota"}"#),
        ])
        #expect(recorder.apiError?.stage == .operation)
        #expect(recorder.apiError?.underlying as? ServiceError == ServiceError(message: "no space", type: "quota"))
    }

    @Test func failureRedactsCredentialsThatResponseRepeats() throws {
        let transport = transport(
            .status(.accepted, fields: started),
            .json(
                #"{"status": "Failed", "message": "no: tok-s3cret", "type": "quota"}"#, fields: ["X-Echo": "tok-s3cret"]
            ))
        let authentication = Authentication.bearer("tok-s3cret", for: "https://qiita.com")
        let request = Anything<[Int]>(method: .post, path: "/jobs")
        let error = try #require(send(request, transport, middleware: [authentication]).apiError)
        #expect(error.bodyPrefix.contains("no: <redacted>") && error.headerFields["X-Echo"] == "<redacted>")
        #expect((error.underlying as? ServiceError)?.message == "no: <redacted>")
        #expect(!String(reflecting: error).contains("s3cret"))
    }

    @Test func errorDecoderOfRequestDecodesFailure() throws {
        struct Quota: Error, Decodable, Equatable {
            var type: String
        }
        let transport = transport(
            .status(.accepted, fields: started),
            .json(#"{"status": "Failed", "message": "no space", "type": "quota"}"#))
        var endpoint = Endpoint<[Int]>("/jobs", method: .post)
        endpoint.options.errorDecoder = .json(Quota.self)
        #expect(send(endpoint, transport).apiError?.underlying as? Quota == Quota(type: "quota"))
    }

    @Test func canceledOperationFailsWithItsStatus() {
        let (recorder, requests) = run(responses: [.status(.accepted, fields: started), status("Canceled")])
        #expect((recorder.apiError?.underlying as? OperationError)?.status == "Canceled")
        #expect(requests.count == 2)
        #expect(recorder.apiError?.reason == "the operation ended with the status \"Canceled\"")
    }

    @Test(arguments: [
        ("https://other.example/jobs/1", "https://other.example"), ("//other.example/", "https://other.example"),
        ("http://qiita.com/", "http://qiita.com"), ("https://qiita.com:8443/", "https://qiita.com:8443"),
        ("https://qiita.com@other.example/", "https://other.example"), ("https://user:pass@/", "https://"),
        ("https://qiita.com.other.example/", "https://qiita.com.other.example"),
    ])
    func otherOriginIsNotPolled(location: String, origin: String) {
        let (recorder, requests) = run(responses: [.status(.accepted, fields: [.location: location])])
        #expect(recorder.apiError?.stage == .operation)
        #expect(requests.count == 1)
        #expect(
            recorder.apiError?.reason == """
                cannot poll the operation: the URL in the response has the origin \(origin), but credentials must be \
                sent only to https://qiita.com
                """)
    }

    @Test func errorOmitsSecretBodyOfFailedOperation() throws {
        let transport = transport(
            .status(.accepted, fields: started), .json(#"{"status": "Failed", "value": "hunter2xyz"}"#))
        let request = Endpoint<[Int]>("/keys", method: .post, parser: .json.withSecretBody)
        let error = try #require(send(request, transport, polling: OperationPolling()).apiError)
        #expect(error.stage == .operation)
        #expect(!String(reflecting: error).contains("hunter2xyz"))
    }

    @Test(arguments: [(StubTransport.Response.json("{}"), APIError.Stage.decoding), (.status(.notFound), .status)])
    func failedPollFailsStream(response: StubTransport.Response, stage: APIError.Stage) {
        let (recorder, requests) = run(responses: [.status(.accepted, fields: started), response])
        #expect(recorder.apiError?.stage == stage)
        #expect(requests.count == 2)
    }

    @Test func pathSecretIsRedactedInEveryStep() throws {
        let failed = StubTransport.Response.text("no s3cr3t-path", status: .badRequest)
        for responses in [
            [.status(.accepted, fields: [.location: "/api/v2/jobs/s3cr3t-path/1"]), failed],
            [.status(.accepted, fields: ["Operation-Location": "/o"]), status("succeeded"), failed],
        ] {
            let transport = StubTransport(scheduler: scheduler) { responses[$0.number] }
            let request = Anything<[Int]>(method: .put, path: "/jobs/\(secret: "s3cr3t-path")")
            let error = try send(request, transport, polling: OperationPolling()).failure()
            #expect(transport.requests.count == responses.count)
            #expect(error.bodyPrefix == "no <redacted>")
            #expect(!"\(error)".contains("s3cr3t"))
        }
    }

    @Test func disposalCancelsTheTimer() {
        let client = makeClient(transport(.status(.accepted, fields: [.location: "/api/v2/jobs/1"])), scheduler)
        let subscription = client.send(Anything<[Int]>(method: .post), polling: OperationPolling()).subscribe { _ in }
        scheduler.advance(by: .seconds(2))
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    // MARK: Sockets

    @Test func operationRunsOverARealConnection() throws {
        let polls = Log<String>()
        let server = try LoopbackServer { request in
            polls.append(request.path)
            switch request.path {
            case "/jobs": return .status(.accepted, fields: [.location: "/jobs/1"])
            case "/jobs/1" where polls.entries.count < 4: return .status(.accepted)
            default: return .json("[1]")
            }
        }
        defer { server.stop() }
        let polling = OperationPolling(every: .constant(.milliseconds(1)))
        let request = Anything<[Int]>(method: .post, path: "/jobs")
        let recorder = Recorder(Client(baseURL: server.baseURL).send(request, polling: polling))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(recorder.values == [[1]])
        #expect(polls.entries == ["/jobs", "/jobs/1", "/jobs/1", "/jobs/1"])
    }
}
