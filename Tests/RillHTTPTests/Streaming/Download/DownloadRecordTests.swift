import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the metadata that is recorded for resuming a download.
@Suite struct DownloadRecordTests {
    private let bench: DownloadBench
    private let file = ServedFile(1_000)

    init() throws {
        bench = try DownloadBench(resumes: true)
    }

    private func interruptDownload(of file: ServedFile, _ request: Anything<Int> = Anything<Int>(path: "/file")) {
        let transport = bench.transport { file.stub($0.headerFields, breakingAfter: 550) }
        #expect(bench.download(transport, request).apiError != nil)
    }

    /// Downloads the file and returns the `Range` field of the request.
    private func range(_ request: Anything<Int> = Anything<Int>(path: "/file")) -> String? {
        let transport = bench.transport { [file] in file.stub($0.headerFields) }
        #expect(bench.download(transport, request).isCompleted)
        bench.expectOnlyFile(file.bytes)
        return transport.requests.first?.headerFields[.range]
    }

    @Test(arguments: [nil, "W/\"1\"", "1", "\"1", "\"", "\"1\", \"2\"", ""])
    func removesPartialFileWithoutStrongETag(tag: String?) {
        var weak = file
        weak.tag = tag
        interruptDownload(of: weak)
        #expect(bench.names == [])
    }

    @Test func removesPartialFileWithTwoETags() {
        let transport = bench.transport { _ in
            var fields: HTTPFields = [.contentLength: "9"]
            for tag in ["\"1\"", "\"2\""] { fields.append(HTTPField(name: .eTag, value: tag)) }
            return .respond(fields: fields, chunks: ["abc"], then: .fail(TransportError(.closedEarly)))
        }
        #expect(bench.download(transport).apiError != nil)
        #expect(bench.names == [])
    }

    @Test(arguments: [
        // The file was modified at least one second before the response was generated.
        ("Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", true),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", false),
        ("Sun, 06 Nov 1994 08:49:38 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", false),
        ("Sun, 06 Nov 1994 08:49:36 GMT", nil, false),
        ("yesterday", "Sun, 06 Nov 1994 08:49:37 GMT", false),
    ])
    func resumesByDateOnlyIfStrong(changed: String, date: String?, isStrong: Bool) {
        var dated = file
        dated.tag = nil
        dated.fields = [.lastModified: changed]
        if let date { dated.fields[.date] = date }
        interruptDownload(of: dated)
        #expect(bench.names.count == (isStrong ? 2 : 0))
        guard isStrong else { return }
        let transport = bench.transport { [dated] in dated.stub($0.headerFields) }
        #expect(bench.download(transport).isCompleted)
        let fields = transport.requests.first?.headerFields
        #expect(fields?[.ifRange] == changed)
        #expect(fields?[.range] == "bytes=550-")
        #expect(bench.content() == file.bytes)
    }

    @Test(arguments: [[.contentEncoding: "gzip"], [.acceptRanges: "none"], [.acceptRanges: "None"]] as [HTTPFields])
    func removesPartialFileOfUnresumableResponse(fields: HTTPFields) {
        var served = file
        served.fields = fields
        interruptDownload(of: served)
        #expect(bench.names == [])
    }

    @Test func removesPartialFileOfOtherMethodsAndRanges() {
        interruptDownload(of: file, Anything<Int>(method: .post, path: "/file"))
        #expect(bench.names == [])
        let transport = bench.transport { _ in
            .respond(
                status: .partialContent, fields: [.eTag: "\"1\"", .contentRange: "bytes 5-9/1000"], chunks: ["56"],
                then: .fail(TransportError(.closedEarly)))
        }
        #expect(bench.download(transport, Anything<Int>(headerFields: [.range: "bytes=5-9"])).apiError != nil)
        #expect(bench.names == [])
    }

    @Test func downloadsRangeOfRequest() {
        let transport = bench.transport { _ in
            .respond(
                status: .partialContent, fields: [.contentLength: "5", .contentRange: "bytes 5-9/1000"],
                chunks: ["56789"])
        }
        let last = bench.download(transport, Anything<Int>(headerFields: [.range: "bytes=5-9"])).values.last
        #expect(last == DownloadProgress(completed: 5, total: 5, isFinished: true))
        #expect(bench.content() == Array("56789".utf8))
    }

    @Test func resumesOnlySameURL() {
        let requests = [
            Anything<Int>(path: "/other"), Anything<Int>(path: "/file", query: ["page": 2]),
            Anything<Int>(path: "/file"),
        ]
        let ranges = requests.map { request in
            interruptDownload(of: file)
            return range(request)
        }
        #expect(ranges == [nil, nil, "bytes=550-"])
    }

    @Test(arguments: [
        "", "rill-download 1", "rill-download 1\n\n\n\n", "rill-download 2\n$\n\"1\"\n1000\n",
        "rill-download 1\n$\n\"1\"\n1000", "rill-download 1\n$\n\"1\"\n-1\n", "rill-download 1\n$\n\"1\"\nmany\n",
        "rill-download 1\n$\n\n1000\n", "rill-download 1\n$\n\"1\"\n549\n", "rill-download 1\n$\n\"1\"\n1000\n\n",
        "rill-download 1\nffffffffffffffff\n\"1\"\n1000\n", "\0\0\0\0\0\0\0\0",
    ])
    func restartsWithInvalidRecord(text: String) throws {
        interruptDownload(of: file)
        let record = String(decoding: try #require(bench.content(".file.part.info")), as: UTF8.self)
        let identity = try #require(record.split(separator: "\n").dropFirst().first)
        try bench.files.write(Array(text.replacing("$", with: identity).utf8), to: ".file.part.info")
        #expect(range() == nil)
    }

    @Test func restartsWithBinaryOrMissingRecord() throws {
        interruptDownload(of: file)
        try bench.files.write([0xFF, 0xFE] + [UInt8](repeating: 0x0A, count: 100_000), to: ".file.part.info")
        #expect(range() == nil)
        for name in [".file.part.info", ".file.part"] {
            interruptDownload(of: file)
            try FileManager.default.removeItem(atPath: bench.files.path(name))
            #expect(range() == nil, "\(name)")
        }
    }

    @Test func recordContainsNoSecrets() throws {
        interruptDownload(of: file, Anything<Int>(path: "/file", query: ["token": "verysecret"]))
        let record = String(decoding: try #require(bench.content(".file.part.info")), as: UTF8.self)
        #expect(record.contains("\"1\""))
        #expect(!record.contains("secret"))
        #expect(!record.contains("token"))
    }

    // MARK: Concurrent downloads

    @Test func rejectsConcurrentDownloadToSameTarget() throws {
        let first = Recorder(bench.progress(bench.transport { [file] in file.stub($0.headerFields) }))
        bench.scheduler.advance(by: .milliseconds(500))
        let transport = bench.transport { [file] in file.stub($0.headerFields) }
        let second = Recorder(bench.progress(transport))
        bench.scheduler.advance(by: .seconds(1))
        let error = try second.failure()
        #expect(error.stage == .file)
        #expect((error.underlying as? FileWritingError)?.reason == "another download is writing to the file")
        #expect(transport.requests.isEmpty)
        bench.scheduler.advance(by: .seconds(60))
        #expect(first.isCompleted)
        bench.expectOnlyFile(file.bytes)
        // The lock has been released.
        #expect(range() == nil)
    }
}
