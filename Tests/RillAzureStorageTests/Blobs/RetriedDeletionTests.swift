import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct RetriedDeletionTests {
    private func transport(_ first: TransportError) -> StubTransport {
        StubTransport { request in
            request.number == 0 ? .fail(first) : QueueFixtures.error("BlobNotFound", .notFound)
        }
    }

    @Test(arguments: [
        TransportError(.couldNotConnect), TransportError(.couldNotResolve), TransportError(.timeout, .connecting),
    ])
    func unsentDeletionReports404(_ first: TransportError) async throws {
        let transport = transport(first)
        let error = try await failure(of: RangeStub.client(transport).delete(RangeStub.blob))
        #expect(error.azureStorage?.code == .blobNotFound && transport.requests.count == 2)
    }

    @Test(arguments: [429, 503]) func rejectedDeletionReports404(_ status: Int) async throws {
        let rejection = QueueFixtures.error("ServerBusy", HTTPResponse.Status(code: status))
        let transport = StubTransport {
            $0.number == 0 ? rejection : QueueFixtures.error("BlobNotFound", .notFound)
        }
        let error = try await failure(of: RangeStub.client(transport).delete(RangeStub.blob))
        #expect(error.azureStorage?.code == .blobNotFound && transport.requests.count == 2)
    }

    @Test func deletionThatMayHaveBeenExecutedSucceeds() async throws {
        let timeout = QueueFixtures.error("OperationTimedOut", .internalServerError)
        let transport = StubTransport { $0.number == 0 ? timeout : QueueFixtures.error("BlobNotFound", .notFound) }
        try await RangeStub.client(transport).delete(RangeStub.blob).firstValue()
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [TransportError.Code.closedEarly, .timeout, .sendFailed])
    func blobDeletionWithLostResponseSucceeds(_ code: TransportError.Code) async throws {
        let transport = transport(TransportError(code))
        try await RangeStub.client(transport).delete(RangeStub.blob).firstValue()
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: ["ContainerNotFound", "ContainerBeingDeleted"])
    func containerDeletionWithLostResponseSucceeds(_ code: String) async throws {
        let notFound = QueueFixtures.error(code, code == "ContainerNotFound" ? .notFound : .conflict)
        let transport = StubTransport { $0.number == 0 ? .fail(TransportError(.closedEarly)) : notFound }
        try await RangeStub.client(transport).deleteContainer("test").firstValue()
        #expect(transport.requests.count == 2)
        let first = StubTransport { _ in notFound }
        let error = try await failure(of: RangeStub.client(first).deleteContainer("test"))
        #expect(error.azureStorage?.code.rawValue == code && first.requests.count == 1)
    }
}
