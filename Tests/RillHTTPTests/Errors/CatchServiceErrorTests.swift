import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests that `catch(as:)` searches the underlying errors of an `APIError`.
@Suite struct CatchServiceErrorTests {
    private let notFound = StubTransport { _ in
        .json(#"{"message": "Not found", "type": "not_found"}"#, status: .notFound)
    }

    @Test func catchesServiceError() throws {
        let tags = makeClient(notFound).send(Tags()).catch(as: ServiceError.self) { error in
            guard error.type == "not_found" else { throw error }
            return .just([])
        }
        let recorder = Recorder(tags)
        #expect(recorder.values == [[]])
        #expect(recorder.isCompleted)
    }

    @Test func catchesTransportError() {
        let transport = StubTransport { _ in .fail(TransportError(.couldNotResolve)) }
        let tags = makeClient(transport).send(Tags()).catch(as: TransportError.self) { error in
            .just([ItemTag(id: "\(error.code == .couldNotResolve)", itemsCount: 0)])
        }
        #expect(Recorder(tags).values.map { $0.map(\.id) } == [["true"]])
    }

    @Test func catchesAPIErrorItself() {
        let tags = makeClient(notFound).send(Tags()).catch(as: APIError.self) { error in
            .just([ItemTag(id: error.stage.description, itemsCount: 0)])
        }
        #expect(Recorder(tags).values.map { $0.map(\.id) } == [["status"]])
    }

    @Test func findsServiceErrorInAsynchronousCode() async throws {
        let error = try await #require(throws: (any Error).self) {
            try await makeClient(notFound).send(Tags()).firstValue()
        }
        #expect(error.underlying(as: ServiceError.self)?.type == "not_found")
        #expect(error.underlying(as: APIError.self)?.status == .notFound)
        #expect(error.underlying(as: TransportError.self) == nil)
    }

    @Test func decodesErrorAtPath() throws {
        let transport = StubTransport { _ in
            .json(#"{"error": {"details": [{"message": "Not found", "type": "not_found"}]}}"#, status: .notFound)
        }
        var client = makeClient(transport)
        client.errorDecoder = .json(ServiceError.self, at: "error.details.0")
        #expect(try Recorder(client.send(Tags())).failure().underlying(as: ServiceError.self)?.type == "not_found")
        client.errorDecoder = .json(ServiceError.self, at: "error.reason")
        #expect(try Recorder(client.send(Tags())).failure().underlying == nil)
    }

    @Test func forwardsErrorWithoutMatchingUnderlyingError() throws {
        let transport = StubTransport { _ in .status(.internalServerError) }
        let tags = makeClient(transport).send(Tags()).catch(as: ServiceError.self) { _ in .just([]) }
        let error = try Recorder(tags).failure()
        #expect(error.stage == .status)
        #expect(error.underlying == nil)
    }
}
