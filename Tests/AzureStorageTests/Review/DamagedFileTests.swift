import AzureStorage
import Digests
import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

@Suite(.timeLimit(.minutes(2)))
struct DamagedFileTests {
    private let content = sampleBytes(3_000)

    @Test func whatDoesNotFitItsMD5IsNotCompletedByTheNextDownload() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a").path
        let fields: HTTPFields = [
            HTTPField.Name(literal: "x-ms-blob-content-md5"): Data(MD5.digest(of: content)).base64EncodedString()
        ]
        // What comes the first time is damaged, which a server that tells no MD5 of ranges does not show.
        let transport = StubTransport { [content] request in
            RangeStub.answer(request, request.number < 3 ? content.map { ~$0 } : content, fields: fields)
        }
        let blobs = RangeStub.client(transport)
        let options = DownloadOptions(resumes: true)
        let error = try await failure(of: blobs.download(RangeStub.blob, to: path, options: options))
        #expect("\(error)".contains("does not fit its MD5"), "\(error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let progress = try await blobs.download(RangeStub.blob, to: path, options: options).collected()
        #expect(progress.last?.isInPlace == true && progress.last?.resumedFrom == 0)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
    }
}
