import RillHTTP
import Testing

/// An operation of the sample server, with a request that succeeds.
///
/// `ID` and `RECEIPT` stand for those of a message, and `SOURCE` for the endpoint of the Blob service.
struct SampleAzureOperation: Sendable, CustomTestStringConvertible {
    let service: SampleAzure.Service
    let method: HTTPRequest.Method
    var target: String
    var fields: [String: String]
    let body: String?

    init(
        _ method: HTTPRequest.Method, _ target: String, _ fields: [String: String] = [:], body: String? = nil,
        service: SampleAzure.Service = .blob
    ) {
        self.service = service
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    var testDescription: String { "\(service) \(method) \(target) \(fields)" }

    static let all: [SampleAzureOperation] = accounts + containers + blobs + writes + queues

    private static let container = "/con?restype=container"
    private static let lease = ["x-ms-lease-action": "acquire", "x-ms-lease-duration": "15"]

    private static let accounts: [SampleAzureOperation] = [
        SampleAzureOperation(.get, "/?comp=list"),
        SampleAzureOperation(.get, "/?restype=service&comp=properties"),
        SampleAzureOperation(.put, "/?restype=service&comp=properties", body: "<StorageServiceProperties/>"),
        SampleAzureOperation(.get, "/?restype=account&comp=properties"),
        SampleAzureOperation(.get, "/?comp=list", service: .queue),
        SampleAzureOperation(.get, "/?restype=service&comp=properties", service: .queue),
    ]

    private static let containers: [SampleAzureOperation] = [
        SampleAzureOperation(.put, "/new?restype=container"),
        SampleAzureOperation(.get, container),
        SampleAzureOperation(.head, "\(container)&comp=metadata"),
        SampleAzureOperation(.put, "\(container)&comp=metadata"),
        SampleAzureOperation(.get, "\(container)&comp=acl"),
        SampleAzureOperation(.put, "\(container)&comp=acl"),
        SampleAzureOperation(.get, "\(container)&comp=list"),
        SampleAzureOperation(.put, "\(container)&comp=lease", lease),
        SampleAzureOperation(.delete, container),
    ]

    private static let blobs: [SampleAzureOperation] = [
        SampleAzureOperation(.get, "/con/a"),
        SampleAzureOperation(.head, "/con/a"),
        SampleAzureOperation(.get, "/con/a?comp=metadata"),
        SampleAzureOperation(.get, "/con/a?comp=blocklist"),
        SampleAzureOperation(.get, "/con/page?comp=pagelist"),
        SampleAzureOperation(.put, "/con/a?comp=lease", lease),
        SampleAzureOperation(.delete, "/con/a"),
    ]

    private static let writes: [SampleAzureOperation] = [
        SampleAzureOperation(.put, "/con/a", ["x-ms-blob-type": "BlockBlob"], body: "other"),
        SampleAzureOperation(
            .put, "/con/a", ["x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "512"]),
        SampleAzureOperation(.put, "/con/a?comp=metadata", ["x-ms-meta-a": "1"]),
        SampleAzureOperation(.put, "/con/a?comp=properties", ["x-ms-blob-content-type": "text/html"]),
        SampleAzureOperation(.put, "/con/a?comp=block&blockid=YQ%3D%3D", body: "block"),
        SampleAzureOperation(.put, "/con/a?comp=blocklist", body: "<BlockList></BlockList>"),
        SampleAzureOperation(.put, "/con/append?comp=appendblock", body: "more"),
        SampleAzureOperation(.put, "/con/page?comp=page", ["x-ms-page-write": "clear", "Range": "bytes=0-511"]),
        SampleAzureOperation(.put, "/con/append", ["x-ms-copy-source": "SOURCE/con/a"]),
    ]

    private static let queues: [SampleAzureOperation] = [
        SampleAzureOperation(.put, "/new", ["x-ms-meta-a": "1"], service: .queue),
        SampleAzureOperation(.get, "/jobs?comp=metadata", service: .queue),
        SampleAzureOperation(.put, "/jobs?comp=metadata", service: .queue),
        SampleAzureOperation(.get, "/jobs?comp=acl", service: .queue),
        SampleAzureOperation(.put, "/jobs?comp=acl", service: .queue),
        SampleAzureOperation(
            .post, "/jobs/messages", body: "<QueueMessage><MessageText>b</MessageText></QueueMessage>", service: .queue),
        SampleAzureOperation(.get, "/jobs/messages?peekonly=true", service: .queue),
        SampleAzureOperation(.get, "/jobs/messages", service: .queue),
        SampleAzureOperation(.put, "/jobs/messages/ID?popreceipt=RECEIPT&visibilitytimeout=60", service: .queue),
        SampleAzureOperation(.delete, "/jobs/messages/ID?popreceipt=RECEIPT", service: .queue),
        SampleAzureOperation(.delete, "/jobs/messages", service: .queue),
        SampleAzureOperation(.delete, "/jobs", service: .queue),
    ]
}
