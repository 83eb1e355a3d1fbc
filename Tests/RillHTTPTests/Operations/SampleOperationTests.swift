import RillHTTPTestSupport
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests long-running operations with the sample server and the default transport.
@Suite struct SampleOperationTests {
    private struct Resource: Decodable, Sendable, Equatable {
        var name: String?
        var id: String?
    }

    private let polling = OperationPolling(every: .constant(.milliseconds(1)))

    /// Sends a request to a sample server, and returns the result and the paths of the requests.
    private func run(
        _ method: HTTPRequest.Method, _ path: URLPath, pollCount: Int = 3
    ) throws -> (recorder: Recorder<Resource>, paths: [String]) {
        var options = SampleOperations.Options()
        options.pollCount = pollCount
        let operations = try SampleOperations(options: options)
        defer { operations.stop() }
        let recorder = Recorder(
            Client(baseURL: operations.baseURL).send(Endpoint<Resource>(path, method: method), polling: polling))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        return (recorder, operations.server.requests.map { "\($0.method) \($0.path)" })
    }

    @Test(arguments: [1, 3])
    func locationIsPolledUntilTheExportEnds(pollCount: Int) throws {
        let (recorder, paths) = try run(.post, "/exports", pollCount: pollCount)
        #expect(recorder.values == [Resource(id: "1")])
        #expect(recorder.isCompleted)
        #expect(paths == ["POST /exports"] + Array(repeating: "GET /exports/1", count: pollCount))
    }

    @Test(arguments: [("indexes", "operations"), ("accounts", "asyncoperations")])
    func statusIsPolledUntilTheResourceExists(resources: String, operations: String) throws {
        let (recorder, paths) = try run(.put, "/\(resources)/images")
        #expect(recorder.values == [Resource(name: "images")])
        #expect(recorder.isCompleted)
        let polls = Array(repeating: "GET /\(operations)/1", count: 3)
        #expect(paths == ["PUT /\(resources)/images"] + polls + ["GET /\(resources)/images"])
    }

    @Test(arguments: [("indexes", "failed"), ("accounts", "Failed")])
    func failedOperationFailsTheStream(resources: String, status: String) throws {
        let (recorder, paths) = try run(.put, "/\(resources)/broken")
        #expect(recorder.values.isEmpty)
        #expect(recorder.apiError?.stage == .operation)
        #expect((recorder.apiError?.underlying as? OperationError)?.status == status)
        #expect(paths.count == 4)
    }

    @Test func operationsOfSeveralRequestsAreIndependent() throws {
        let operations = try SampleOperations()
        defer { operations.stop() }
        let client = Client(baseURL: operations.baseURL)
        let names = (1...20).map { "index-\($0)" }
        let recorder = Recorder(
            Observable.from(names).flatMap(maxConcurrent: 5) { name in
                client.send(Endpoint<Resource>("/indexes/\(name)", method: .put), polling: polling)
            })
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(Set(recorder.values.compactMap(\.name)) == Set(names))
        #expect(operations.server.requests.count == 20 * 5)
    }

    @Test(arguments: ["0", "2", "-9223372036854775808", "9223372036854775807"])
    func unknownOperationIsNotFound(id: String) throws {
        let operations = try SampleOperations()
        defer { operations.stop() }
        let client = Client(baseURL: operations.baseURL)
        let start = Recorder(client.send(Endpoint<Resource?>("/exports", method: .post)))
        #expect(start.waitForEnd(timeout: .seconds(60)))
        let recorder = Recorder(client.send(Endpoint<Resource>("/exports/\(id)")))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect(recorder.apiError?.status == .notFound)
    }

    @Test func disposingStopsThePolls() throws {
        var options = SampleOperations.Options()
        options.pollCount = .max
        let operations = try SampleOperations(options: options)
        defer { operations.stop() }
        let request = Endpoint<Resource>("/exports", method: .post)
        let recorder = Recorder(
            Client(baseURL: operations.baseURL).send(request, polling: polling).deadline(.milliseconds(200)))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect((recorder.error as? StreamError)?.code == .deadline)
    }
}
