import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests requests that were executed even though their response was lost, and that are retried.
@Suite(.timeLimit(.minutes(10)))
struct LostResponseTests {
    private static let blob = BlobPath("test", "a")

    /// Runs a test with a transport that loses the response to the first request with the given method.
    ///
    /// The client `untouched` uses another transport and loses no responses.
    private func run(
        losing method: HTTPRequest.Method,
        _ body: (StorageFixture, any Transport, _ untouched: BlobClient) async throws -> Void
    ) async throws {
        try await StorageFixture.withSample { fixture in
            let losses = Log<Void>()
            let transport = AlteringTransport { request, _, response in
                guard request.method == method, losses.append(()).count == 1 else { return response }
                return response.filter { _ in false }.concat(.error(TransportError(.closedEarly, "response lost")))
            }
            let untouched = fixture.blobs()
            _ = try await untouched.createContainer("test").firstValue()
            try await body(fixture, transport, untouched)
        }
    }

    @Test func putIsRetriedAfterLostResponse() async throws {
        try await run(losing: .put) { fixture, transport, untouched in
            let blobs = fixture.blobs(transport: transport)
            _ = try await blobs.put(HTTPBody("1"), to: Self.blob).firstValue()
            #expect(try await untouched.data(of: Self.blob).firstValue().count == 1)
        }
    }

    @Test func conditionalWritesFailAfterLostResponse() async throws {
        try await run(losing: .put) { fixture, transport, untouched in
            let error = try await failure(
                of: fixture.blobs(transport: transport).put(HTTPBody("1"), to: Self.blob, conditions: .isNew))
            #expect(error.azureStorage?.code == .blobAlreadyExists && error.attempts == 2)
            #expect(try await untouched.data(of: Self.blob).firstValue().count == 1)
        }
        try await run(losing: .put) { fixture, transport, untouched in
            let error = try await failure(of: fixture.blobs(transport: transport).createContainer("other"))
            #expect(error.azureStorage?.code == .containerAlreadyExists && error.attempts == 2)
            _ = try await untouched.details(ofContainer: "other").firstValue()
        }
        try await run(losing: .put) { fixture, transport, _ in
            let isMade = try await fixture.queues(transport: transport).createQueue("other").firstValue()
            #expect(!isMade)
        }
    }

    @Test func blobDeletionSucceedsAfterLostResponse() async throws {
        try await run(losing: .delete) { fixture, transport, untouched in
            _ = try await untouched.put(HTTPBody("1"), to: Self.blob).firstValue()
            try await fixture.blobs(transport: transport).delete(Self.blob).firstValue()
            try await expectFailure(of: untouched.data(of: Self.blob), .blobNotFound)
        }
    }

    @Test func messageDeletionSucceedsAfterLostResponse() async throws {
        try await run(losing: .delete) { fixture, transport, _ in
            let message = try #require(try await fixture.queues().receive(from: "jobs").firstValue().first)
            try await fixture.queues(transport: transport).delete(message, from: "jobs").firstValue()
            try await expectFailure(of: fixture.queues().delete(message, from: "jobs"), .messageNotFound)
        }
    }

    @Test func containerAndQueueDeletionSucceedAfterLostResponse() async throws {
        try await run(losing: .delete) { fixture, transport, _ in
            try await fixture.blobs(transport: transport).deleteContainer("test").firstValue()
            try await expectFailure(of: fixture.blobs().deleteContainer("test"), .containerNotFound)
        }
        try await run(losing: .delete) { fixture, transport, _ in
            try await fixture.queues(transport: transport).deleteQueue("jobs").firstValue()
            try await expectFailure(of: fixture.queues().deleteQueue("jobs"), .queueNotFound)
        }
    }
}
