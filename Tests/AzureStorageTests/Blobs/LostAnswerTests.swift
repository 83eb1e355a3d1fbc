import AzureStorage
import Rill
import RillHTTP
import ServiceTestSupport
import Testing

/// What becomes of requests that are carried out while their answers get lost, and that are sent once more.
@Suite(.timeLimit(.minutes(2)))
struct LostAnswerTests {
    private static let blob = BlobPath("test", "a")

    /// Runs a body where the answer to the first request of a method is lost; all else goes through an untouched client.
    private func run(
        losing method: HTTPRequest.Method, _ body: (Place, any Transport, _ untouched: BlobClient) async throws -> Void
    ) async throws {
        try await Place.onSample { place in
            let losses = AlteringTransport.Log()
            let transport = AlteringTransport { request, _, answer in
                guard request.method == method, losses.note("loss") == 0 else { return answer }
                return answer.filter { _ in false }.concat(.error(TransportError(.closedEarly, "it was lost")))
            }
            let untouched = place.blobs()
            _ = try await untouched.createContainer("test").firstValue()
            try await body(place, transport, untouched)
        }
    }

    @Test func whatReplacesIsDoneTwice() async throws {
        try await run(losing: .put) { place, transport, untouched in
            let blobs = place.blobs(transport: transport)
            _ = try await blobs.put(HTTPBody("1"), to: Self.blob).firstValue()
            #expect(try await untouched.data(of: Self.blob).firstValue().count == 1)
        }
    }

    @Test func whatMayNotBeThereMeetsItself() async throws {
        try await run(losing: .put) { place, transport, untouched in
            let error = try await failure(
                of: place.blobs(transport: transport).put(HTTPBody("1"), to: Self.blob, conditions: .isNew))
            #expect(error.azureStorage?.code == .blobAlreadyExists && error.attempts == 2)
            #expect(try await untouched.data(of: Self.blob).firstValue().count == 1)
        }
        try await run(losing: .put) { place, transport, untouched in
            let error = try await failure(of: place.blobs(transport: transport).createContainer("other"))
            #expect(error.azureStorage?.code == .containerAlreadyExists && error.attempts == 2)
            _ = try await untouched.details(ofContainer: "other").firstValue()
        }
        try await run(losing: .put) { place, transport, _ in
            let isMade = try await place.queues(transport: transport).createQueue("other").firstValue()
            #expect(!isMade)
        }
    }

    @Test func aBlobThatIsGoneWasDeleted() async throws {
        try await run(losing: .delete) { place, transport, untouched in
            _ = try await untouched.put(HTTPBody("1"), to: Self.blob).firstValue()
            try await place.blobs(transport: transport).delete(Self.blob).firstValue()
            #expect(try await failure(of: untouched.data(of: Self.blob)).azureStorage?.code == .blobNotFound)
        }
    }

    @Test func aMessageThatIsGoneWasDeleted() async throws {
        try await run(losing: .delete) { place, transport, _ in
            let message = try #require(try await place.queues().receive(from: "jobs").firstValue().first)
            try await place.queues(transport: transport).delete(message, from: "jobs").firstValue()
            let error = try await failure(of: place.queues().delete(message, from: "jobs"))
            #expect(error.azureStorage?.code == .messageNotFound)
        }
    }

    @Test func aContainerOrAQueueThatIsGoneWasDeleted() async throws {
        try await run(losing: .delete) { place, transport, _ in
            try await place.blobs(transport: transport).deleteContainer("test").firstValue()
            let error = try await failure(of: place.blobs().deleteContainer("test"))
            #expect(error.azureStorage?.code == .containerNotFound)
        }
        try await run(losing: .delete) { place, transport, _ in
            try await place.queues(transport: transport).deleteQueue("jobs").firstValue()
            let error = try await failure(of: place.queues().deleteQueue("jobs"))
            #expect(error.azureStorage?.code == .queueNotFound)
        }
    }
}
