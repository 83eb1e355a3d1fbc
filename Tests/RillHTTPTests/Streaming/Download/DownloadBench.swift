import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

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
        let client = makeClient(transport, scheduler, middleware: middleware)
        return client.download(request, to: files.path(name), options: options)
    }

    /// Returns the recording of a finished download.
    func download(
        _ transport: StubTransport, _ request: some Request = Anything<Int>(path: "/file"), to name: String = "file"
    ) -> Recorder<DownloadProgress> {
        Recorder(progress(transport, request, to: name)).afterAdvancing(scheduler)
    }

    /// Checks that the folder contains only a file with the given content.
    func expectOnlyFile(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        #expect(content() == bytes, sourceLocation: location)
        #expect(names == ["file"], sourceLocation: location)
    }

    /// The names in the folder, including hidden files.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: files.path(""))) ?? ["unreadable"]).sorted()
    }

    func content(_ name: String = "file") -> [UInt8]? {
        (try? Data(contentsOf: URL(fileURLWithPath: files.path(name)))).map { Array($0) }
    }
}
