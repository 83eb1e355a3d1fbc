import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillAzureStorage

/// Tests lists in the format of the service, which the sample server simplifies.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct BlobListTests {
    private static let head = "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>"

    private func client(_ transport: StubTransport) -> BlobClient {
        BlobClient(StorageAccount(name: "acct", credential: .anonymous), transport: transport.asService)
    }

    private static func xml(_ text: String) -> StubTransport.Response { .text(head + text, type: "application/xml") }

    /// Three pages: the first and the second are empty.
    private static func pages() -> StubTransport {
        StubTransport { request in
            let start =
                "<EnumerationResults ServiceEndpoint=\"https://acct.blob.core.windows.net/\" "
                + "ContainerName=\"pics\"><Prefix/><Marker/><MaxResults>5000</MaxResults><Delimiter>/</Delimiter>"
            switch request.queryItem("marker") {
            case nil: return xml(start + "<Blobs/><NextMarker>2!92!MDAwMDA0 /=</NextMarker></EnumerationResults>")
            case "2!92!MDAwMDA0 /=": return xml(start + "<NextMarker>3</NextMarker></EnumerationResults>")
            default:
                return xml(
                    start
                        + """
                        <Blobs><BlobPrefix><Name>2026/</Name></BlobPrefix>
                          <Blob><Name> a &amp; b.txt</Name><Properties>
                            <Creation-Time>Sat, 21 Nov 2026 02:09:47 GMT</Creation-Time>
                            <Last-Modified>Sat, 21 Nov 2026 02:09:48 GMT</Last-Modified><Etag>0x8DC1</Etag>
                            <Content-Length>9</Content-Length><Content-Type>text/html</Content-Type><Content-Encoding/>
                            <Content-Language/><Content-MD5>qbwigo2ojJwq62F7y7RtKA==</Content-MD5>
                            <BlobType>BlockBlob</BlobType><LeaseStatus>unlocked</LeaseStatus><NewThing>1</NewThing>
                            </Properties></Blob>
                          <BlobPrefix><Name>b/</Name></BlobPrefix>
                          <Blob><Name Encoded="true">c%01%2F%25</Name><Properties/></Blob></Blobs>
                         <NextMarker/></EnumerationResults>
                        """)
            }
        }
    }

    /// The service sends an empty element if the request asks for metadata, and no element otherwise.
    @Test func itemsWithoutMetadataAreEqual() {
        let transport = StubTransport { _ in
            Self.xml(
                "<EnumerationResults><Blobs><Blob><Name>a</Name><Properties/><Metadata/></Blob>"
                    + "<Blob><Name>a</Name><Properties/></Blob></Blobs><NextMarker/></EnumerationResults>")
        }
        let recorder = Recorder(client(transport).blobs(in: "pics"))
        #expect(recorder.values.count == 2)
        #expect(Set(recorder.values).count == 1)
    }

    /// Some names are canonically equivalent, or begin with a byte order mark, which Foundation removes.
    @Test func namesWithDifferentBytesDiffer() throws {
        let names = ["%C3%A9", "e%CC%81", "%EF%BB%BFb%EF%BF%BE", "b%EF%BF%BE"]
        let transport = StubTransport { _ in
            let blobs = names.map { "<Blob><Name Encoded=\"true\">\($0)</Name><Properties/></Blob>" }.joined()
            return Self.xml("<EnumerationResults><Blobs>\(blobs)</Blobs><NextMarker/></EnumerationResults>")
        }
        let found = Recorder(client(transport).blobs(in: "pics")).values.map { BlobPath("pics", $0.name) }
        #expect(found.map(\.path.encoded) == names.map { "/pics/\($0)" })
        #expect(Set(found).count == 4)
    }

    @Test func continuesAfterEmptyPages() throws {
        let transport = Self.pages()
        let recorder = Recorder(client(transport).blobs(in: "pics", delimiter: "/"))
        #expect(recorder.isCompleted)
        #expect(recorder.values.map(\.name) == ["2026/", " a & b.txt", "b/", "c\u{1}/%"])
        let base = "https://acct.blob.core.windows.net/pics?restype=container&comp=list&delimiter=%2F"
        #expect(
            transport.requests.map(\.url) == [base, base + "&marker=2%2192%21MDAwMDA0%20%2F%3D", base + "&marker=3"])
        guard case .blob(let item) = recorder.values[1], case .blob(let bare) = recorder.values[3] else {
            Issue.record("wrong order: \(recorder.values)")
            return
        }
        #expect(item.properties.contentLength == 9)
        #expect(item.properties.eTag == ETag(rawValue: "\"0x8DC1\""))
        #expect(item.properties.createdAt == Date(timeIntervalSince1970: 1_795_226_987))
        #expect(item.properties.headers.contentEncoding == nil)
        #expect(item.properties.headers.contentMD5?.count == 16)
        #expect(item.properties.leaseState == nil)
        #expect(bare.properties.eTag == nil)
    }

    @Test func continuesAfterMarker() {
        let transport = Self.pages()
        let pages = Recorder(client(transport).blobPages(in: "pics")).values
        #expect(pages.map(\.entries.count) == [0, 0, 4])
        let rest = Recorder(client(transport).blobPages(in: "pics", after: pages[1].nextMarker)).values
        #expect(rest == [pages[2]])
        #expect(transport.requests.count == 4)
    }

    @Test func requestsPagesOnDemand() {
        let transport = Self.pages()
        _ = Recorder(client(transport).blobs(in: "pics").take(1))
        #expect(transport.requests.count == 3)
        let other = Self.pages()
        _ = Recorder(client(other).blobs(in: "pics").take(0))
        #expect(other.requests.isEmpty)
    }

    @Test(arguments: [0, -1, 5_001])
    func rejectsInvalidPageSize(_ size: Int) throws {
        let transport = Self.pages()
        let errors = [
            try Recorder(client(transport).blobs(in: "pics", pageSize: size)).failure(),
            try Recorder(client(transport).containers(pageSize: size)).failure(),
        ]
        #expect(errors.allSatisfy { $0.stage == .request && "\($0)".contains("pageSize must be between 1 and 5000") })
        #expect(transport.requests.isEmpty)
    }

    @Test func decodesContainersWithMissingElements() {
        let transport = StubTransport { _ in
            Self.xml(
                "<EnumerationResults ServiceEndpoint=\"https://acct.blob.core.windows.net/\"><Prefix/>"
                    + "<Containers><Container><Name>pics</Name><Properties>"
                    + "<Last-Modified>Sat, 21 Nov 2026 02:09:47 GMT</Last-Modified><Etag>\"0x8DC0\"</Etag>"
                    + "<LeaseState>available</LeaseState><PublicAccess>blob</PublicAccess></Properties>"
                    + "<Metadata><owner>me</owner><Note/></Metadata></Container>"
                    + "<Container><Name>bare</Name></Container></Containers><NextMarker/></EnumerationResults>")
        }
        let containers = Recorder(client(transport).containers()).values
        #expect(containers.map(\.name) == ["pics", "bare"])
        #expect(containers.first?.publicAccess == .blob)
        #expect(containers.first?.eTag?.rawValue == "\"0x8DC0\"")
        #expect(containers.first?.metadata == ["owner": "me", "Note": ""])
        #expect(containers.last?.metadata == [:])
    }

    @Test(arguments: [
        ("<EnumerationResults/>", "", true),
        ("<Error><Code>X</Code></Error>", "expected root element EnumerationResults", false),
        ("<EnumerationResults><Blobs><Blob/></Blobs></EnumerationResults>", "Blobs/*/Blob/Name", false),
        ("<EnumerationResults>", "", false), ("{}", "", false), ("", "", false),
        (
            "<EnumerationResults><Blobs><Blob><Name>a</Name><Properties><Content-Length>12 MB</Content-Length>"
                + "</Properties></Blob></Blobs></EnumerationResults>", "Content-Length: expected Int, found \"12 MB\"",
            false
        ),
    ])
    func decodingErrorsContainPath(_ text: String, _ reason: String, _ isList: Bool) throws {
        let transport = StubTransport { _ in Self.xml(text) }
        let recorder = Recorder(client(transport).blobs(in: "pics"))
        #expect(recorder.isCompleted == isList)
        guard !isList else { return }
        let error = try recorder.failure()
        #expect(error.stage == .decoding)
        #expect(reason.isEmpty || "\(error)".contains(reason), "\(error)")
    }
}
