import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests leases with a server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct CloudLeaseTests {
    /// Runs a test with a blob and a container.
    private func withResources(
        _ body: (BlobClient, BlobPath, [LeaseResource]) async throws -> Void
    ) async throws {
        try await StorageFixture.withContainer { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "日本/a b.txt")
            _ = try await blobs.put(HTTPBody("1"), to: blob).firstValue()
            try await body(blobs, blob, [.blob(blob), .container(fixture.name)])
        }
    }

    @Test func acquiresRenewsChangesAndReleasesLeases() async throws {
        try await withResources { blobs, _, resources async throws in
            for resource in resources {
                let id = try await blobs.acquireLease(on: resource, for: .limited(to: .seconds(15))).firstValue()
                let error = try await failure(of: blobs.acquireLease(on: resource, for: .infinite))
                #expect(error.azureStorage?.code == .leaseAlreadyPresent && error.status == .conflict)
                #expect(try await blobs.acquireLease(on: resource, for: .infinite, id: id).firstValue() == id)
                try await blobs.renewLease(id, on: resource).firstValue()
                let newID = try await blobs.changeLease(id, on: resource).firstValue()
                #expect(newID != id)
                try await expectFailure(of: blobs.renewLease(id, on: resource), .leaseIDMismatchWithLeaseOperation)
                try await blobs.releaseLease(newID, on: resource).firstValue()
                try await expectFailure(of: blobs.releaseLease(newID, on: resource), .leaseIDMismatchWithLeaseOperation)
            }
        }
    }

    @Test func breaksLeases() async throws {
        try await withResources { blobs, _, resources async throws in
            for resource in resources {
                try await expectFailure(of: blobs.breakLease(on: resource), .leaseNotPresentWithLeaseOperation)
                let id = try await blobs.acquireLease(on: resource, for: .infinite).firstValue()
                #expect(try await blobs.breakLease(on: resource, after: .seconds(59.5)).firstValue() <= .seconds(60))
                try await expectFailure(of: blobs.renewLease(id, on: resource), .leaseIsBrokenAndCannotBeRenewed)
                try await expectFailure(of: blobs.changeLease(id, on: resource), .leaseIsBreakingAndCannotBeChanged)
                #expect(try await blobs.breakLease(on: resource, after: .zero).firstValue() == .zero)
                _ = try await blobs.acquireLease(on: resource, for: .limited(to: .seconds(15))).firstValue()
                #expect(try await blobs.breakLease(on: resource, after: .zero).firstValue() == .zero)
            }
        }
    }

    @Test func leasedBlobRequiresIDForEachWrite() async throws {
        try await withResources { blobs, blob, _ async throws in
            let id = try await blobs.acquireLease(on: .blob(blob), for: .infinite).firstValue()
            let own = AccessConditions(leaseID: id)
            let other = AccessConditions(leaseID: LeaseID())
            for (conditions, code) in [
                (AccessConditions(), .leaseIDMissing), (other, .leaseIDMismatchWithBlobOperation), (own, nil),
            ] as [(AccessConditions, AzureStorageError.Code?)] {
                let source = blobs.url(of: blob)
                let writes: [Observable<Void>] = [
                    blobs.put(HTTPBody("2"), to: blob, conditions: conditions).map { _ in },
                    blobs.upload(HTTPBody("2"), to: blob, conditions: conditions).map { _ in }.takeLast(1),
                    blobs.putBlock(HTTPBody("3"), id: "AAAA", of: blob, leaseID: conditions.leaseID),
                    blobs.putBlockList(code == nil ? ["AAAA"] : [], of: blob, conditions: conditions).map { _ in },
                    blobs.setMetadata(["a": "1"], of: blob, conditions: conditions).map { _ in },
                    blobs.setHeaders(BlobHeaders(), of: blob, conditions: conditions).map { _ in },
                    blobs.copy(from: source, to: blob, conditions: conditions).map { _ in },
                ]
                for (index, write) in writes.enumerated() {
                    if let code {
                        let error = try await failure(of: write)
                        #expect(error.azureStorage?.code == code && error.status == .preconditionFailed, "\(index)")
                    } else {
                        _ = try await write.collected()
                    }
                }
            }
            #expect(try await blobs.details(of: blob).firstValue().properties.leaseState == .leased)
            #expect(try await blobs.data(of: blob, conditions: own).firstValue() == Data("3".utf8))
            try await expectFailure(of: blobs.data(of: blob, conditions: other), .leaseIDMismatchWithBlobOperation)
            try await expectFailure(of: blobs.delete(blob), .leaseIDMissing)
            try await blobs.delete(blob, conditions: own).firstValue()
        }
    }

    @Test func uploadInBlocksSendsLeaseID() async throws {
        let transfers = TransferOptions(chunkSize: 10)
        try await StorageFixture.withContainer(transfers: transfers) { fixture, blobs async throws in
            let blob = BlobPath(fixture.name, "a")
            _ = try await blobs.put(HTTPBody("1"), to: blob).firstValue()
            let id = try await blobs.acquireLease(on: .blob(blob), for: .infinite).firstValue()
            let content = String(repeating: "0123456789", count: 5)
            let upload = blobs.upload(HTTPBody(content), to: blob, conditions: AccessConditions(leaseID: id))
            #expect(try await upload.collected().last?.version != nil)
            let read = blobs.bytes(of: blob, conditions: AccessConditions(leaseID: id))
            #expect(try await read.collected().flatMap { $0 } == Array(content.utf8))
            try await blobs.releaseLease(id, on: .blob(blob)).firstValue()
            let late = blobs.upload(HTTPBody(content), to: blob, conditions: AccessConditions(leaseID: id))
            try await expectFailure(of: late, .leaseNotPresentWithBlobOperation)
        }
    }

    @Test func leasedContainerRequiresIDForDeletion() async throws {
        try await StorageFixture.run { fixture async throws in
            let blobs = fixture.blobs()
            _ = try await blobs.createContainer(fixture.name).firstValue()
            let id = try await blobs.acquireLease(on: .container(fixture.name), for: .infinite).firstValue()
            #expect(try await blobs.details(ofContainer: fixture.name).firstValue().leaseState == .leased)
            try await expectFailure(of: blobs.deleteContainer(fixture.name), .leaseIDMissing)
            let other = AccessConditions(leaseID: LeaseID())
            try await expectFailure(
                of: blobs.deleteContainer(fixture.name, conditions: other), .leaseIDMismatchWithContainerOperation)
            try await blobs.deleteContainer(fixture.name, conditions: AccessConditions(leaseID: id)).firstValue()
        }
    }

    @Test func eachSubscriptionProposesAnotherID() async throws {
        try await withResources { blobs, _, resources async throws in
            for resource in resources {
                let acquisition = blobs.acquireLease(on: resource, for: .infinite)
                let id = try await acquisition.firstValue()
                try await expectFailure(of: acquisition, .leaseAlreadyPresent)
                let newID = try await blobs.changeLease(id, on: resource).firstValue()
                let change = blobs.changeLease(newID, on: resource)
                let changedID = try await change.firstValue()
                try await expectFailure(of: change, .leaseIDMismatchWithLeaseOperation)
                try await blobs.releaseLease(changedID, on: resource).firstValue()
            }
        }
    }

    @Test func holdsLeaseWhileSubscribed() async throws {
        try await StorageFixture.withContainer { fixture, client async throws in
            let blob = BlobPath(fixture.name, "a")
            _ = try await client.put(HTTPBody("1"), to: blob).firstValue()
            for resource in [.blob(blob), .container(fixture.name)] as [LeaseResource] {
                let released = AsyncSubject<Void>()
                let transport = AlteringTransport { request, _, response in
                    guard request.headerFields[HTTPField.Name(literal: "x-ms-lease-action")] == "release" else {
                        return response
                    }
                    return response.do(onCompleted: {
                        released.onNext(())
                        released.onCompleted()
                    })
                }
                let blobs = fixture.blobs(transport: transport)
                let version = blobs.holdLease(on: resource).flatMap { id in
                    let own = resource == .blob(blob) ? id : nil
                    return blobs.put(HTTPBody("2"), to: blob, conditions: AccessConditions(leaseID: own))
                }
                #expect(try await version.firstValue().eTag != nil)
                // The lease is released in the background.
                try await released.asObservable().firstValue()
                try await expectFailure(of: client.breakLease(on: resource), .leaseNotPresentWithLeaseOperation)
            }
        }
    }

    // MARK: Lost responses

    @Test(arguments: ["acquire", "change", "release"])
    func retriesAfterLostResponse(_ action: String) async throws {
        try await StorageFixture.withSample { fixture async throws in
            let losses = Log<Void>()
            let transport = AlteringTransport { request, _, response in
                guard request.headerFields[HTTPField.Name(literal: "x-ms-lease-action")] == action,
                    losses.append(()).count == 1
                else { return response }
                return response.filter { _ in false }.concat(.error(TransportError(.closedEarly, "response lost")))
            }
            let blobs = fixture.blobs(transport: transport)
            let resource = LeaseResource.container("pictures")
            let id = try await blobs.acquireLease(on: resource, for: .infinite).firstValue()
            let newID = try await blobs.changeLease(id, on: resource).firstValue()
            try await blobs.releaseLease(newID, on: resource).firstValue()
            #expect(losses.entries.count == 2)
        }
    }

    // MARK: Validation

    @Test func rejectsInvalidArgumentsBeforeSending() async throws {
        let blobs = BlobClient(.emulator)
        let container = LeaseResource.container("a")
        let bad = LeaseID(rawValue: "1")
        let errors = [
            try await failure(of: blobs.acquireLease(on: container, for: .limited(to: .seconds(14)))),
            try await failure(of: blobs.acquireLease(on: container, for: .limited(to: .seconds(60.5)))),
            try await failure(of: blobs.holdLease(on: container, for: .seconds(61))),
            try await failure(of: blobs.breakLease(on: container, after: .seconds(61))),
            try await failure(of: blobs.breakLease(on: container, after: .seconds(-1))),
            try await failure(of: blobs.acquireLease(on: container, for: .infinite, id: bad)),
            try await failure(of: blobs.renewLease(bad, on: container)),
            try await failure(of: blobs.delete(BlobPath("a", "b"), conditions: AccessConditions(leaseID: bad))),
        ]
        for error in errors { #expect(error.stage == .request && error.attempts == 0) }
        #expect(errors[0].reason.contains("duration must be between 15 and 60 seconds, got 14.0 seconds"))
        #expect(errors[3].reason.contains("period must be between 0 and 60 seconds, got 61.0 seconds"))
        #expect(errors[6].reason.contains("the lease ID must be a UUID, got 1"))
    }
}
