import RillHTTP
import Testing

/// An operation of the sample server, with a request that succeeds.
///
/// `ID` and `RECEIPT` are replaced with the identifier and the pop receipt of a message, and `SOURCE` with the endpoint of the
/// Blob service.
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
        .init(.get, "/?comp=list"),
        .init(.get, "/?restype=service&comp=properties"),
        .init(.put, "/?restype=service&comp=properties", body: "<StorageServiceProperties/>"),
        .init(.get, "/?restype=account&comp=properties"),
        .init(.get, "/?comp=list", service: .queue),
        .init(.get, "/?restype=service&comp=properties", service: .queue),
    ]

    private static let containers: [SampleAzureOperation] = [
        .init(.put, "/new?restype=container"),
        .init(.get, container),
        .init(.head, "\(container)&comp=metadata"),
        .init(.put, "\(container)&comp=metadata"),
        .init(.get, "\(container)&comp=acl"),
        .init(.put, "\(container)&comp=acl"),
        .init(.get, "\(container)&comp=list"),
        .init(.put, "\(container)&comp=lease", lease),
        .init(.delete, container),
    ]

    private static let blobs: [SampleAzureOperation] = [
        .init(.get, "/con/a"),
        .init(.head, "/con/a"),
        .init(.get, "/con/a?comp=metadata"),
        .init(.get, "/con/a?comp=blocklist"),
        .init(.get, "/con/page?comp=pagelist"),
        .init(.put, "/con/a?comp=lease", lease),
        .init(.delete, "/con/a"),
    ]

    private static let writes: [SampleAzureOperation] = [
        .init(.put, "/con/a", ["x-ms-blob-type": "BlockBlob"], body: "other"),
        .init(.put, "/con/a", ["x-ms-blob-type": "PageBlob", "x-ms-blob-content-length": "512"]),
        .init(.put, "/con/a?comp=metadata", ["x-ms-meta-a": "1"]),
        .init(.put, "/con/a?comp=properties", ["x-ms-blob-content-type": "text/html"]),
        .init(.put, "/con/a?comp=block&blockid=YQ%3D%3D", body: "block"),
        .init(.put, "/con/a?comp=blocklist", body: "<BlockList></BlockList>"),
        .init(.put, "/con/append?comp=appendblock", body: "more"),
        .init(.put, "/con/page?comp=page", ["x-ms-page-write": "clear", "Range": "bytes=0-511"]),
        .init(.put, "/con/append", ["x-ms-copy-source": "SOURCE/con/a"]),
    ]

    private static let queues: [SampleAzureOperation] = [
        .init(.put, "/new", ["x-ms-meta-a": "1"], service: .queue),
        .init(.get, "/jobs?comp=metadata", service: .queue),
        .init(.put, "/jobs?comp=metadata", service: .queue),
        .init(.get, "/jobs?comp=acl", service: .queue),
        .init(.put, "/jobs?comp=acl", service: .queue),
        .init(
            .post, "/jobs/messages", body: "<QueueMessage><MessageText>b</MessageText></QueueMessage>",
            service: .queue),
        .init(.get, "/jobs/messages?peekonly=true", service: .queue),
        .init(.get, "/jobs/messages", service: .queue),
        .init(.put, "/jobs/messages/ID?popreceipt=RECEIPT&visibilitytimeout=60", service: .queue),
        .init(.delete, "/jobs/messages/ID?popreceipt=RECEIPT", service: .queue),
        .init(.delete, "/jobs/messages", service: .queue),
        .init(.delete, "/jobs", service: .queue),
    ]
}
