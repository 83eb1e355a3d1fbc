import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillAzureStorage

/// Tests the request of each operation, and its handling of the status code.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct QueueOperationTests {
    private static let base = "http://127.0.0.1:10001/devstoreaccount1"
    private static let note = HTTPField.Name(literal: "x-ms-meta-note")

    @Test func requestsAreSignedAndHaveClientRequestID() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let client = QueueClient(
            .emulator, transport: transport.asService, scheduler: ImmediateScheduler.shared,
            now: { Date(timeIntervalSince1970: 1_795_219_200) })
        #expect(Recorder(client.clear("jobs")).isCompleted)
        let fields = try #require(transport.requests.first).headerFields
        #expect(fields[.storageVersion] == "2021-08-06")
        #expect(fields[.storageDate] == "Sat, 21 Nov 2026 00:00:00 GMT")
        #expect(fields[.authorization]?.hasPrefix("SharedKey devstoreaccount1:") == true)
        #expect(fields[.clientRequestID]?.isEmpty == false)
        #expect(!fields.contains(.contentEncoding) && !fields.contains(.contentLanguage))
    }

    @Test(arguments: [(HTTPResponse.Status.created, true), (.noContent, false)])
    func createQueueReportsWhetherQueueIsNew(status: HTTPResponse.Status, isNew: Bool) throws {
        let transport = StubTransport { _ in .status(status) }
        let recorder = Recorder(QueueClient(transport).createQueue("jobs", metadata: ["note": "a b"]))
        #expect(recorder.values == [isNew] && recorder.isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.method == .put && request.url == "\(Self.base)/jobs")
        #expect(request.headerFields[Self.note] == "a b" && request.body == nil)
    }

    @Test func createQueueFailsForDifferentMetadata() throws {
        let transport = StubTransport { _ in QueueFixtures.error("QueueAlreadyExists", .conflict) }
        let error = try Recorder(QueueClient(transport).createQueue("jobs")).failure()
        #expect(error.azureStorage?.code == .queueAlreadyExists && error.status == .conflict)
    }

    @Test func returnsMessageCountAndMetadata() throws {
        let fields: HTTPFields = [
            HTTPField.Name(literal: "X-Ms-Approximate-Messages-Count"): "12", Self.note: "a",
        ]
        let transport = StubTransport { _ in .status(.ok, fields: fields) }
        let recorder = Recorder(QueueClient(transport).properties(ofQueue: "jobs"))
        #expect(recorder.values == [QueueProperties(approximateMessageCount: 12, metadata: ["note": "a"])])
        let request = try #require(transport.requests.first)
        #expect(request.method == .get && request.url == "\(Self.base)/jobs?comp=metadata")
    }

    @Test func propertiesWithoutCountFailDecoding() throws {
        let transport = StubTransport { _ in .status(.ok) }
        let error = try Recorder(QueueClient(transport).properties(ofQueue: "jobs")).failure()
        #expect(error.stage == .decoding && error.reason.contains("x-ms-approximate-messages-count"))
    }

    @Test func deletesQueueAndReplacesMetadata() {
        let transport = StubTransport { _ in .status(.noContent) }
        #expect(Recorder(QueueClient(transport).deleteQueue("jobs")).isCompleted)
        #expect(Recorder(QueueClient(transport).setMetadata(["note": "b"], ofQueue: "jobs")).isCompleted)
        #expect(
            transport.requests.map { "\($0.method) \($0.url) \($0.headerFields[Self.note] ?? "-")" }
                == ["DELETE \(Self.base)/jobs -", "PUT \(Self.base)/jobs?comp=metadata b"])
    }

    @Test func rejectsInvalidMetadata() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let error = try Recorder(QueueClient(transport).setMetadata(["größe": "1"], ofQueue: "jobs")).failure()
        #expect(error.stage == .request && error.underlying is MetadataError && transport.requests.isEmpty)
        let names = try Recorder(QueueClient(transport).setMetadata(["a": "1", "A": "2"], ofQueue: "jobs")).failure()
        #expect(names.stage == .request && transport.requests.isEmpty)
        #expect(names.reason.contains("invalid metadata \"a\": names must differ in more than their case"))
    }

    @Test func clearRetriesAfterTimeoutOfService() throws {
        let transport = StubTransport { request in
            request.number < 2 ? QueueFixtures.error("OperationTimedOut", .internalServerError) : .status(.noContent)
        }
        #expect(Recorder(QueueClient(transport).clear("jobs")).isCompleted)
        #expect(transport.requests.map(\.url) == Array(repeating: "\(Self.base)/jobs/messages", count: 3))
        #expect(transport.requests.allSatisfy { $0.method == .delete })
    }

    @Test(arguments: ["", ".", ".."])
    func rejectsNamesNotAllowedInURLs(name: String) throws {
        let transport = StubTransport { _ in .status(.noContent) }
        #expect(try Recorder(QueueClient(transport).deleteQueue(name)).failure().stage == .request)
        #expect(try Recorder(QueueClient(transport).clear(name)).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsCustomRequests() throws {
        struct Options: Request {
            typealias Response = Void
            let path: URLPath = "/jobs"
            let method = HTTPRequest.Method.options
        }
        let transport = StubTransport { _ in .status(.ok) }
        #expect(Recorder(QueueClient(transport).send(Options())).isCompleted)
        #expect(transport.requests.first?.headerFields[.authorization] != nil)
    }

    @Test func descriptionsRedactKey() {
        let client = QueueClient(StubTransport { _ in .never }, codec: .plain)
        var dumped = ""
        dump(client, to: &dumped)
        #expect("\(client)" == "QueueClient(\(Self.base))")
        #expect(dumped.contains("plain") && dumped.contains(Self.base))
        #expect(!dumped.contains("Eby8") && !String(reflecting: client).contains("Eby8"))
    }
}
