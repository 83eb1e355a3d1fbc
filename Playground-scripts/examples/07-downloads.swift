// Downloads 50 files, six at a time, with progress. Interrupted downloads are resumed.
import Foundation
import RillHTTPTesting
import RillScript

// The first response for each file ends after 30,000 of 50,000 bytes. The next request resumes the download.
let content = [UInt8](repeating: 7, count: 50_000)
let server = try LoopbackServer { request in
    let fields: HTTPFields = ["ETag": "\"1\""]
    guard let range = request.fields["Range"], let start = Int(range.dropFirst("bytes=".count).dropLast()) else {
        return .steps([.head(.length(content.count)), .bytes(Array(content.prefix(30_000))), .close], fields: fields)
    }
    let span = HTTPField(name: "Content-Range", value: "bytes \(start)-49999/50000")
    return .init(status: .partialContent, fields: fields + [span], body: Array(content.dropFirst(start)))
}
let client = Client(baseURL: server.baseURL)
let folder = FileManager.default.temporaryDirectory.appending(path: "rill-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let progress = MultiProgress()  // draws a line for each download if standard error is a terminal
let options = DownloadOptions(resumes: true)

let names = Observable.from(1...50).map { "file-\($0)" }
let downloads = names.flatMap(maxConcurrent: 6) { name in
    client.download(Endpoint<Void>(.path(name)), to: folder.appending(path: name).path, options: options)
        .retry(3)
        .do(
            onNext: { progress.show(name, bytes: $0.completed, of: $0.total) },
            onCompleted: { progress.finish(name) })
}
for try await _ in downloads.values {}
progress.clear()

let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
let sizes = Set(try files.map { try Data(contentsOf: $0).count })
print("\(files.count) files of \(sizes) bytes, \(server.requests.count) requests")
server.stop()
