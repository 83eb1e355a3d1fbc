import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting

/// A target folder and a virtual-time scheduler for download tests.
struct DownloadBench {
    let scheduler = TestScheduler()
    let files: TemporaryFiles
    var options: DownloadOptions
    var middleware: [any Middleware] = []

    init(resumes: Bool = false) throws {
        files = try TemporaryFiles()
        options = DownloadOptions(resumes: resumes, scheduler: scheduler)
    }

    func transport(_ handler: @escaping StubTransport.Handler) -> StubTransport {
        StubTransport(scheduler: scheduler, handler)
    }

    func progress(
        _ transport: StubTransport, _ request: some Request = Anything<Int>(path: "/file"), to name: String = "file"
    ) -> Observable<DownloadProgress> {
        var client = makeClient(transport, middleware: middleware)
        client.scheduler = scheduler
        return client.download(request, to: files.path(name), options: options)
    }

    /// Returns the recording of a finished download.
    func download(
        _ transport: StubTransport, _ request: some Request = Anything<Int>(path: "/file"), to name: String = "file"
    ) -> Recorder<DownloadProgress> {
        Recorder(progress(transport, request, to: name)).afterAdvancing(scheduler)
    }

    /// The names in the folder, including hidden files.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: files.path(""))) ?? ["unreadable"]).sorted()
    }

    func content(_ name: String = "file") -> [UInt8]? {
        (try? Data(contentsOf: URL(fileURLWithPath: files.path(name)))).map { Array($0) }
    }
}
