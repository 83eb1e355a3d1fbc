import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct OperationPollingTests {
    private let scheduler = TestScheduler()

    /// Sends a request to a service with scripted responses, and returns the result and the log of the service.
    private func run(
        _ method: HTTPRequest.Method = .post,
        polling: OperationPolling = OperationPolling(every: .constant(.seconds(1))),
        responses: [StubTransport.Response]
    ) -> (recorder: Recorder<[Int]>, requests: [String]) {
        let log = Log<String>()
        let transport = StubTransport(scheduler: scheduler) { [scheduler] request in
            let time = Int(scheduler.now / .seconds(1))
            log.append("\(time) \(request.message.method) \(request.message.path ?? "")")
            return responses[min(request.number, responses.count - 1)]
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        let request = Anything<[Int]>(method: method, path: "/jobs", body: method == .get ? nil : .form(["a": "b"]))
        let recorder = Recorder(client.send(request, polling: polling))
        scheduler.advance(by: .seconds(1_000))
        return (recorder, log.entries)
    }

    private func status(_ text: String, _ fields: HTTPFields = [:]) -> StubTransport.Response {
        .json("{\"status\": \"\(text)\"}", fields: fields)
    }

    private let started: HTTPFields = ["Operation-Location": "/api/v2/operations/1"]

    // MARK: Location

    @Test func locationIsPolledUntilTheStatusCodeChanges() {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: [.location: "/api/v2/jobs/1"]), .status(.accepted), .json("[1]"),
        ])
        #expect(recorder.values == [[1]])
        #expect(recorder.isCompleted)
        #expect(requests == ["0 POST /api/v2/jobs", "1 GET /api/v2/jobs/1", "2 GET /api/v2/jobs/1"])
    }

    @Test func retryAfterAndNewLocationApplyToTheNextPoll() {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: [.location: "jobs/1", .retryAfter: "5"]),
            .status(.accepted, fields: [.location: "/other", .retryAfter: "7"]), .status(.accepted), .json("[1]"),
        ])
        #expect(recorder.values == [[1]])
        #expect(
            requests == ["0 POST /api/v2/jobs", "5 GET /api/v2/jobs/1", "12 GET /other", "13 GET /other"])
    }

    @Test func relativeLinkIsResolvedAgainstURLOfResponse() {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: [.location: "jobs/1"]), .status(.accepted, fields: [.location: "2"]),
            .json("[1]"),
        ])
        #expect(recorder.values == [[1]])
        #expect(requests == ["0 POST /api/v2/jobs", "1 GET /api/v2/jobs/1", "2 GET /api/v2/jobs/2"])
    }

    @Test func responseWithoutOperationIsTheResult() {
        let (recorder, requests) = run(responses: [
            .json("[1]", status: .created, fields: [.location: "/api/v2/jobs/1"])
        ])
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
        #expect(
            requests == ["0 PUT /api/v2/jobs", "1 GET /operations/1", "4 GET /operations/1", "4 GET /api/v2/jobs"])
    }

    @Test func resourceLocationIsTheResult() {
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: started),
            .json(#"{"status": "succeeded", "resourceLocation": "/api/v2/results/9"}"#), .json("[9]"),
        ])
        #expect(recorder.values == [[9]])
        #expect(requests.last == "1 GET /api/v2/results/9")
    }

    @Test func locationOfAPOSTIsTheResult() {
        var fields = started
        fields[.location] = "/api/v2/results/9"
        let (recorder, requests) = run(responses: [
            .status(.accepted, fields: fields), status("Succeeded"), .json("[9]"),
        ])
        #expect(recorder.values == [[9]])
        #expect(requests.last == "1 GET /api/v2/results/9")
    }

    @Test func resultCanHaveStatusThatRequestAccepts() {
        for (accepted, result) in [(HTTPResponse.Status.conflict, [9]), (.created, [9]), (.notFound, nil)] {
            let transport = StubTransport(scheduler: scheduler) { [started] request in
                switch request.number {
                case 0: .status(.accepted, fields: started)
                case 1: .json(#"{"status": "succeeded", "resourceLocation": "/api/v2/results/9"}"#)
                default: .json("[9]", status: accepted == .created ? .ok : .conflict)
                }
            }
            var client = makeClient(transport)
            client.scheduler = scheduler
            var request = Endpoint<[Int]>("/jobs", method: .post)
            request.acceptsStatus = { $0 == accepted }
            let recorder = Recorder(client.send(request, polling: OperationPolling(every: .constant(.seconds(1)))))
            scheduler.advance(by: .seconds(10))
            #expect(transport.requests.count == 3)
            #expect(recorder.values.first == result)
            #expect((recorder.error as? APIError)?.status?.code == (result == nil ? 409 : nil))
        }
    }

    @Test func failedPollFailsAlthoughRequestAcceptsItsStatus() {
        let transport = StubTransport(scheduler: scheduler) { [started] request in
            request.number == 0 ? .status(.accepted, fields: started) : .status(.notFound)
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        var request = Endpoint<[Int]>("/jobs", method: .post)
        request.acceptsStatus = { _ in true }
        let recorder = Recorder(client.send(request, polling: OperationPolling(every: .constant(.seconds(1)))))
        scheduler.advance(by: .seconds(10))
        #expect((recorder.error as? APIError)?.status == .notFound)
        #expect((recorder.error as? APIError)?.stage == .status)
    }

    @Test func statusComparisonIgnoresCase() {
        let polling = OperationPolling(every: .constant(.seconds(1)), succeeded: ["Ready"], failed: ["Gone"])
        let responses: [StubTransport.Response] = [.status(.accepted, fields: started), status("READY"), .json("[1]")]
        #expect(run(.put, polling: polling, responses: responses).recorder.values == [[1]])
        let failed = run(polling: polling, responses: [.status(.accepted, fields: started), status("gone")])
        #expect((failed.recorder.apiError?.underlying as? OperationError)?.status == "gone")
    }

    @Test func pollsOmitConditionsOfRequest() {
        let transport = StubTransport(scheduler: scheduler) { [started] request in
            switch request.number {
            case 0: return .status(.created, fields: started)
            case 1: return .json(#"{"status": "Succeeded"}"#)
            default: return .json("[1]")
            }
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        let request = Anything<[Int]>(
            method: .put, path: "/jobs", headerFields: [.ifNoneMatch: "*", .acceptLanguage: "ja", .contentType: "a/b"],
            body: .form(["a": "b"]))
        let recorder = Recorder(client.send(request, polling: OperationPolling()))
        scheduler.advance(by: .seconds(60))
        #expect(recorder.values == [[1]])
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
        let transport = StubTransport(scheduler: scheduler) { [started] request in
            let fields: HTTPFields = ["X-Echo": "tok-s3cret"]
            return request.number == 0
                ? .status(.accepted, fields: started)
                : .json(#"{"status": "Failed", "message": "no: tok-s3cret", "type": "quota"}"#, fields: fields)
        }
        let authentication = Authentication.bearer("tok-s3cret", for: "https://qiita.com")
        var client = makeClient(transport, middleware: [authentication])
        client.scheduler = scheduler
        let request = Anything<[Int]>(method: .post, path: "/jobs")
        let recorder = Recorder(client.send(request, polling: OperationPolling(every: .constant(.seconds(1)))))
        try scheduler.run()
        let error = try #require(recorder.apiError)
        #expect(error.bodyPrefix.contains("no: <redacted>") && error.headerFields["X-Echo"] == "<redacted>")
        #expect((error.underlying as? ServiceError)?.message == "no: <redacted>")
        #expect(!String(reflecting: error).contains("s3cret"))
    }

    @Test func errorDecoderOfRequestDecodesFailure() throws {
        struct Quota: Error, Decodable, Equatable {
            var type: String
        }
        let transport = StubTransport(scheduler: scheduler) { [started] request in
            request.number == 0
                ? .status(.accepted, fields: started)
                : .json(#"{"status": "Failed", "message": "no space", "type": "quota"}"#)
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        var endpoint = Endpoint<[Int]>("/jobs", method: .post)
        endpoint.options.errorDecoder = .json(Quota.self)
        let recorder = Recorder(client.send(endpoint, polling: OperationPolling(every: .constant(.seconds(1)))))
        try scheduler.run()
        #expect(recorder.apiError?.underlying as? Quota == Quota(type: "quota"))
    }

    @Test func canceledOperationFailsWithItsStatus() {
        let (recorder, requests) = run(responses: [.status(.accepted, fields: started), status("Canceled")])
        #expect((recorder.apiError?.underlying as? OperationError)?.status == "Canceled")
        #expect(recorder.apiError?.reason == "the operation ended with the status \"Canceled\"")
        #expect(requests.count == 2)
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
        #expect(
            recorder.apiError?.reason == """
                cannot poll the operation: the URL in the response has the origin \(origin), but credentials must be \
                sent only to https://qiita.com
                """)
        #expect(requests.count == 1)
    }

    @Test func errorOmitsSecretBodyOfFailedOperation() throws {
        let transport = StubTransport(scheduler: scheduler) { [started] request in
            request.number == 0
                ? .status(.accepted, fields: started) : .json(#"{"status": "Failed", "value": "hunter2xyz"}"#)
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
        let request = Endpoint<[Int]>("/keys", method: .post, parser: .json.withSecretBody)
        let recorder = Recorder(client.send(request, polling: OperationPolling()))
        try scheduler.run()
        let error = try #require(recorder.apiError)
        #expect(error.stage == .operation)
        #expect(!String(reflecting: error).contains("hunter2xyz"))
    }

    @Test func missingStatusFailsAsDecodingError() {
        let (recorder, _) = run(responses: [.status(.accepted, fields: started), .json("{}")])
        #expect(recorder.apiError?.stage == .decoding)
    }

    @Test func failedPollFailsStream() {
        let (recorder, requests) = run(responses: [.status(.accepted, fields: started), .status(.notFound)])
        #expect(recorder.apiError?.stage == .status)
        #expect(requests.count == 2)
    }

    @Test func pathSecretIsRedactedInEveryStep() throws {
        let failed = StubTransport.Response.text("no s3cr3t-path", status: .badRequest)
        for responses in [
            [.status(.accepted, fields: [.location: "/api/v2/jobs/s3cr3t-path/1"]), failed],
            [.status(.accepted, fields: ["Operation-Location": "/o"]), status("succeeded"), failed],
        ] {
            let transport = StubTransport(scheduler: scheduler) { responses[$0.number] }
            var client = makeClient(transport)
            client.scheduler = scheduler
            let request = Anything<[Int]>(method: .put, path: "/jobs/\(secret: "s3cr3t-path")")
            let recorder = Recorder(client.send(request, polling: OperationPolling()))
            scheduler.advance(by: .seconds(1_000))
            #expect(transport.requests.count == responses.count)
            let error = try recorder.failure()
            #expect(error.bodyPrefix == "no <redacted>")
            #expect(!"\(error)".contains("s3cr3t"))
        }
    }

    @Test func disposalCancelsTheTimer() {
        let transport = StubTransport(scheduler: scheduler) { _ in
            .status(.accepted, fields: [.location: "/api/v2/jobs/1"])
        }
        var client = makeClient(transport)
        client.scheduler = scheduler
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
        let client = Client(baseURL: server.baseURL)
        let recorder = Recorder(
            client.send(
                Anything<[Int]>(method: .post, path: "/jobs"),
                polling: OperationPolling(every: .constant(.milliseconds(1)))))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(recorder.values == [[1]])
        #expect(polls.entries == ["/jobs", "/jobs/1", "/jobs/1", "/jobs/1"])
    }
}
