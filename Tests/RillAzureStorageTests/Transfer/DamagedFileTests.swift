import Foundation
import Rill
import RillDigests
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillAzureStorage

@Suite(.timeLimit(.minutes(10)))
struct DamagedFileTests {
    private let content = sampleBytes(3_000)

    @Test func checksumMismatchDiscardsPartialFile() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a").path
            // The first response is damaged, which is not detected because it contains no MD5 of the range.
            let transport = StubTransport { [content] request in
                let sent = request.number < 3 ? content.map { ~$0 } : content
                return RangeStub.response(request, sent, fields: Self.fields(of: content))
            }
            let blobs = RangeStub.client(transport)
            let options = DownloadOptions(resumes: true)
            let error = try await failure(atEndOf: blobs.download(RangeStub.blob, to: path, options: options))
            #expect("\(error)".contains("MD5 checksum mismatch"), "\(error)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            let progress = try await blobs.download(RangeStub.blob, to: path, options: options).collected()
            #expect(progress.last?.isFinished == true && progress.last?.resumedFrom == 0)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
        }
    }

    @Test(arguments: [true, false])
    func verifiesMD5OfResumedFile(isDamaged: Bool) async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a").path
            let blobs = RangeStub.client(breakingOff)
            var options = DownloadOptions(resumes: true)
            _ = try await failure(atEndOf: blobs.download(RangeStub.blob, to: path, options: options))
            let part = folder.appending(path: ".a.part")
            var left = try Data(contentsOf: part)
            #expect(left.count == 2_000)
            if isDamaged {
                left[700] ^= 1
                try left.write(to: part)
            }
            let verified = Log<String>()
            options.verify = { verified.append("\($0): \($1.status.code)") }
            let download = blobs.download(RangeStub.blob, to: path, options: options)
            if isDamaged {
                let error = try await failure(atEndOf: download)
                #expect(error.stage == .file)
                #expect((error.underlying as? TransportError)?.reason == .damaged)
                #expect("\(error)".contains("MD5 checksum mismatch"), "\(error)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
                #expect(verified.entries.isEmpty)
            }
            let last = try await download.collected().last
            #expect(last?.isFinished == true && last?.resumedFrom == (isDamaged ? 0 : 2_000))
            #expect(verified.entries == ["\(part.path): \(isDamaged ? 200 : 206)"])
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
        }
    }

    @Test func unreadableResumedFileIsNamed() throws {
        let head = HTTPResponse(status: .partialContent, headerFields: Self.fields(of: content))
        let verify = try #require(DownloadOptions().verifyingMD5OfResumedFiles().verify)
        let error = try #require(throws: (any Error).self) { try verify("/missing/.a.part", head) }
        #expect("\(error)" == "cannot read file /missing/.a.part: No such file or directory")
    }

    @Test func skipsMD5OfResumedFileWhenDisabled() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "a").path
            let blobs = RangeStub.client(breakingOff, checksMD5: false)
            let options = DownloadOptions(resumes: true)
            _ = try await failure(atEndOf: blobs.download(RangeStub.blob, to: path, options: options))
            try Data(repeating: 7, count: 2_000).write(to: folder.appending(path: ".a.part"))
            let last = try await blobs.download(RangeStub.blob, to: path, options: options).collected().last
            #expect(last?.isFinished == true && last?.resumedFrom == 2_000)
        }
    }

    /// Serves the content, but fails the third range request once.
    private var breakingOff: StubTransport {
        StubTransport { [content] request in
            guard request.number != 2 else { return .fail(TransportError(.tls)) }
            return RangeStub.response(request, content, fields: Self.fields(of: content))
        }
    }

    private static func fields(of content: [UInt8]) -> HTTPFields {
        [HTTPField.Name(literal: "x-ms-blob-content-md5"): Data(MD5.digest(of: content)).base64EncodedString()]
    }
}
