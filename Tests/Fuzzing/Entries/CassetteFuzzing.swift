internal import Foundation
internal import Rill
internal import RillHTTP
internal import RillHTTPTesting

/// Cassettes as files that somebody else has written, and bodies that get into them.
enum CassetteFuzzing {
    private static let request = HTTPRequest(method: .get, scheme: "http", authority: "example.com", path: "/")

    private static let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("rill-fuzz-\(ProcessInfo.processInfo.processIdentifier).har")

    /// Plays a file with these bytes.
    static func play(_ bytes: [UInt8]) {
        try? Data(bytes).write(to: file)
        _ = try? CassetteTransport(file, mode: .none).send(request, body: nil).toArray().wait(timeout: .seconds(10))
    }

    /// Records a form with these bytes.
    static func record(_ bytes: [UInt8]) {
        try? FileManager.default.removeItem(at: file)
        var request = request
        request.method = .post
        let upstream = StubTransport { _ in .text("ok") }
        let body = HTTPBody(bytes, contentType: "multipart/form-data; boundary=b")
        request.headerFields[.contentType] = body.contentType
        _ = try? CassetteTransport(file, mode: .all, recording: upstream).send(request, body: body).toArray()
            .wait(timeout: .seconds(10))
    }
}
