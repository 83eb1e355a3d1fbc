import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests"))
struct CloudContainerTests {
    @Test func createsContainerOnceAndDeletesIt() async throws {
        try await StorageFixture.run { fixture in
            let blobs = fixture.blobs()
            let made = try await blobs.createContainer(
                fixture.name, metadata: ["owner": "rill", "a_b": "1", "a1": "2"]
            )
            .firstValue()
            #expect(made.eTag != nil)
            try await expectFailure(of: blobs.createContainer(fixture.name), .containerAlreadyExists)
            let details = try await blobs.details(ofContainer: fixture.name).firstValue()
            #expect(details.metadata == ["owner": "rill", "a_b": "1", "a1": "2"])
            #expect(details.version.eTag == made.eTag)
            #expect(details.publicAccess == nil)
            #expect(details.leaseState == .available)
            #expect(try await blobs.access(toContainer: fixture.name).firstValue().publicAccess == nil)
            try await blobs.deleteContainer(fixture.name).firstValue()
            let error = try await failure(of: blobs.details(ofContainer: fixture.name))
            #expect(error.status == .notFound)
            // The response to a HEAD request has no body, but its header contains the code.
            #expect(error.azureStorage?.code == .containerNotFound || fixture.sample == nil)
            #expect(error.azureStorage?.requestID?.isEmpty == false)
        }
    }

    @Test func listsContainersAsPages() async throws {
        try await StorageFixture.run { fixture in
            let blobs = fixture.blobs()
            let names = ["a", "b", "c"].map { "\(fixture.name)-\($0)" }
            for name in names { _ = try await blobs.createContainer(name, metadata: ["letter": name]).firstValue() }
            let listed = try await blobs.containers(prefix: fixture.name, includesMetadata: true, pageSize: 1)
                .collected()
            #expect(listed.map(\.name) == names)
            #expect(listed.map(\.metadata) == names.map { ["letter": $0] })
            #expect(listed.allSatisfy { $0.eTag != nil && $0.lastModified != nil && $0.publicAccess == nil })
            let pages = try await blobs.containerPages(prefix: fixture.name, pageSize: 2).collected()
            #expect(pages.map { $0.containers.map(\.name) } == [Array(names.prefix(2)), [names[2]]])
            let rest = blobs.containerPages(prefix: fixture.name, pageSize: 2, after: pages[0].nextMarker)
            #expect(try await rest.collected() == [pages[1]])
            let bare = try await blobs.containers(prefix: fixture.name).collected()
            #expect(bare.allSatisfy { $0.metadata.isEmpty })
            for name in names { try await blobs.deleteContainer(name).firstValue() }
        }
    }

    @Test(arguments: [("ab", AzureStorageError.Code.outOfRangeInput), ("Not_a_Name", .invalidResourceName)])
    func reportsInvalidContainerName(_ name: String, _ code: AzureStorageError.Code) async throws {
        try await StorageFixture.run { fixture in
            let error = try await failure(of: fixture.blobs().createContainer(name))
            #expect(error.azureStorage?.code == code)
        }
    }

    @Test func rejectsInvalidMetadata() async throws {
        try await StorageFixture.run { fixture in
            for metadata in [["größe": "1"], ["1a": "1"], ["a-b": "1"], ["": "1"], ["a": "日本"], ["a": "1\r\nb: 2"]] {
                let error = try await failure(of: fixture.blobs().createContainer(fixture.name, metadata: metadata))
                #expect(error.stage == .request)
                #expect(error.underlying is MetadataError)
                #expect(error.attempts == 0)
            }
        }
    }

    @Test func anonymousClientReadsPublicBlobs() async throws {
        try await StorageFixture.withSample { fixture in
            let blobs = fixture.blobs()
            _ = try await blobs.createContainer("open", publicAccess: .blob).firstValue()
            _ = try await blobs.createContainer("closed").firstValue()
            for container in ["open", "closed"] {
                _ = try await blobs.put(HTTPBody("hello"), to: BlobPath(container, "a.txt")).firstValue()
            }
            #expect(try await blobs.access(toContainer: "open").firstValue().publicAccess == .blob)
            var visitor = fixture.account
            visitor.credential = .anonymous
            let reader = BlobClient(visitor)
            #expect(try await reader.data(of: BlobPath("open", "a.txt")).firstValue() == Data("hello".utf8))
            #expect(try await failure(of: reader.data(of: BlobPath("closed", "a.txt"))).status?.kind == .clientError)
            #expect(try await failure(of: reader.blobs(in: "open")).status?.kind == .clientError)
        }
    }

    @Test func sharedAccessSignatureGrantsOnlyItsPermissions() async throws {
        try await StorageFixture.withContainer { fixture, blobs in
            let blob = BlobPath(fixture.name, "a b+c.txt")
            _ = try await blobs.put(HTTPBody("hello"), to: blob).firstValue()
            guard case .sharedKey(let key) = fixture.account.credential else { return }
            let access = AccountAccess(
                to: .blob, resources: [.container, .object], permissions: [.read, .list],
                until: Date(timeIntervalSinceNow: 3_600), requiresHTTPS: fixture.hasHTTPS)
            var guest = fixture.account
            guest.credential = .sharedAccessSignature(try access.signed(by: key, of: guest.name))
            let reader = BlobClient(guest)
            #expect(try await reader.data(of: blob).firstValue() == Data("hello".utf8))
            #expect(try await reader.blobs(in: fixture.name, prefix: "a b+").collected().map(\.name) == ["a b+c.txt"])
            let error = try await failure(of: reader.delete(blob))
            #expect(error.azureStorage?.code == .authorizationPermissionMismatch)
            #expect(!"\(error)".contains("sig=") || "\(error)".contains("sig=<redacted>"))
        }
    }

    @Test func reportsWrongKey() async throws {
        try await StorageFixture.withSample { fixture in
            var account = fixture.account
            account.credential = .sharedKey(try AccountKey(base64: "d3Jvbmcga2V5"))
            let error = try await failure(of: BlobClient(account).containers())
            #expect(error.status == .forbidden)
            #expect(error.azureStorage?.code == .authenticationFailed)
            #expect(error.azureStorage?.details["AuthenticationErrorDetail"]?.contains("x-ms-date") == true)
        }
    }

    @Test func setsAndReturnsCORSRules() async throws {
        try await StorageFixture.withSample { fixture in
            let blobs = fixture.blobs()
            let rules = [
                CORSRule(
                    allowedOrigins: ["https://example.com", "https://example.org"], allowedMethods: ["GET", "PUT"],
                    allowedHeaders: ["x-ms-meta-*"], exposedHeaders: [], maxAgeInSeconds: 60),
                CORSRule(allowedOrigins: ["*"], allowedMethods: ["GET"]),
            ]
            try await blobs.setCORSRules(rules).firstValue()
            #expect(try await blobs.corsRules().firstValue() == rules)
            var properties = ServiceProperties()
            properties.deleteRetentionPolicy = .init(days: 7)
            properties.hourMetrics = .init(includeAPIs: nil, retentionPolicy: .init(days: nil))
            properties.logging = .init(delete: true, read: false, write: true, retentionPolicy: .init(days: 2))
            properties.staticWebsite = .init(enabled: true, indexDocument: "index.html")
            try await blobs.setServiceProperties(properties).firstValue()
            let read = try await blobs.serviceProperties().firstValue()
            #expect(read.corsRules == rules, "unspecified properties must remain unchanged")
            #expect(read.deleteRetentionPolicy == properties.deleteRetentionPolicy)
            #expect(read.hourMetrics == properties.hourMetrics)
            #expect(read.logging == properties.logging)
            #expect(read.staticWebsite == properties.staticWebsite)
            try await blobs.setCORSRules([]).firstValue()
            #expect(try await blobs.corsRules().firstValue() == [])
            let many = Array(repeating: rules[1], count: 6)
            try await expectFailure(of: blobs.setCORSRules(many), .invalidXMLDocument)
        }
    }
}
