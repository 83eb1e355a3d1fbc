import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct QueueListTests {
    /// Three pages: the second is empty but not the last.
    private static func transport() -> StubTransport {
        StubTransport { request in
            switch request.queryItem("marker") {
            case nil:
                QueueFixtures.xml(
                    QueueFixtures.queues(
                        "<Queues><Queue><Name>jobs</Name><Metadata><owner>me</owner><Note/></Metadata></Queue></Queues>",
                        next: "<NextMarker>2!a=/ +</NextMarker>"))
            case "2!a=/ +":
                QueueFixtures.xml(QueueFixtures.queues("<Queues/>", next: "<NextMarker>3</NextMarker>"))
            default:
                QueueFixtures.xml(
                    QueueFixtures.queues(
                        "<Queues><Queue><Name>jobs-2</Name><Metadata/></Queue><Queue><Name>jobs-3</Name></Queue></Queues>",
                        next: "<NextMarker/>"))
            }
        }
    }

    @Test func continuesAfterEmptyPage() throws {
        let transport = Self.transport()
        let recorder = Recorder(
            QueueClient(transport).queues(prefix: "jobs", includesMetadata: true, pageSize: 2))
        #expect(recorder.values.map(\.name) == ["jobs", "jobs-2", "jobs-3"] && recorder.isCompleted)
        #expect(recorder.values.map(\.metadata) == [["owner": "me", "Note": ""], [:], [:]])
        let base = "http://127.0.0.1:10001/devstoreaccount1/?comp=list&prefix=jobs&include=metadata&maxresults=2"
        #expect(
            transport.requests.map(\.url) == [base, base + "&marker=2%21a%3D%2F%20%2B", base + "&marker=3"])
    }

    @Test func requestsPagesOnDemand() {
        let transport = Self.transport()
        #expect(Recorder(QueueClient(transport).queues().take(1)).isCompleted)
        #expect(transport.requests.map(\.url) == ["http://127.0.0.1:10001/devstoreaccount1/?comp=list"])
    }

    @Test func returnsPages() {
        let recorder = Recorder(QueueClient(Self.transport()).queuePages())
        #expect(recorder.values.map(\.queues.count) == [1, 0, 2])
        #expect(recorder.values.map(\.nextMarker) == ["2!a=/ +", "3", nil])
    }

    @Test func accountWithoutQueuesCompletesEmpty() {
        let transport = StubTransport { _ in QueueFixtures.xml(QueueFixtures.queues("", next: "")) }
        let recorder = Recorder(QueueClient(transport).queues())
        #expect(recorder.values.isEmpty && recorder.isCompleted)
    }

    @Test(arguments: [0, -1, 5_001])
    func rejectsInvalidPageSize(size: Int) throws {
        let transport = Self.transport()
        let error = try Recorder(QueueClient(transport).queues(pageSize: size)).failure()
        #expect(
            error.stage == .request && error.reason.contains("pageSize must be between 1 and 5000, got \(size)"))
        #expect(transport.requests.isEmpty)
    }
}
