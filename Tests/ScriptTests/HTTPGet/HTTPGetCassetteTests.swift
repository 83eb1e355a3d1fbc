import Foundation
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests of recording and playback with `http-get --har`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetCassetteTests {
    @Test func playsARecordingWithoutTheServer() async throws {
        try await withFolder { folder in
            let cassette = folder.appending(path: "page.har").path
            let server = try LoopbackServer { _ in .pattern(byteCount: 70_000) }
            let options = ["--har", cassette, "-H", "Authorization: Bearer planted", server.baseURL + "/page"]
            let recorded = try await HTTPGet.bytes(options)
            server.stop()
            recorded.outcome.expect(status: 0, errors: "http-get: recording \(cassette)\n")
            #expect(server.requests.count == 1)
            #expect(!(try String(contentsOfFile: cassette, encoding: .utf8)).contains("planted"))
            for _ in 1...2 {
                let played = try await HTTPGet.bytes(options)
                played.outcome.expect(status: 0, errors: "http-get: playing \(cassette)\n")
                #expect(played.bytes == recorded.bytes)
                #expect(played.bytes.count == 70_000)
            }
        }
    }

    @Test func playbackSupportsOutputFilesAndErrorStatuses() async throws {
        try await withFolder { folder in
            let cassette = folder.appending(path: "page.har").path
            let file = folder.appending(path: "page")
            let arguments = ["--har", cassette, "--output", file.path]
            let (outcome, server) = try await HTTPGet.run(arguments) { _ in .text("hello") }
            #expect(outcome.status == 0)
            try FileManager.default.removeItem(at: file)
            #expect(try await HTTPGet.script.run(arguments + [server.baseURL + "/"]).status == 0)
            #expect(try Data(contentsOf: file) == Data("hello".utf8))

            let other = ["--har", folder.appending(path: "other.har").path]
            let (recorded, stopped) = try await HTTPGet.run(other) { _ in .text("no", status: .notFound) }
            let played = try await HTTPGet.script.run(other + [stopped.baseURL + "/"])
            #expect(recorded.status == 22)
            played.expect(status: 22, errors: .contains("failed with status 404 Not Found: no\n"))
        }
    }

    @Test func playbackOfTheSampleServerIgnoresItsPort() async throws {
        try await withFolder { folder in
            let options = ["--har", folder.appending(path: "tags.har").path]
            let recorded = try await HTTPGet.script.run(options)
            let played = try await HTTPGet.script.run(options)
            recorded.expect(status: 0, errors: .contains("using the in-process sample server"))
            played.expect(
                status: 0, output: .equals(recorded.output), .begins("["),
                errors: .omits("using the in-process sample server"))
        }
    }

    @Test func playbackFailsForAnUnrecordedRequest() async throws {
        try await withFolder { folder in
            let options = ["--har", folder.appending(path: "page.har").path]
            let (_, server) = try await HTTPGet.run(options, path: "/a") { _ in .text("a") }
            let outcome = try await HTTPGet.script.run(options + [server.baseURL + "/b"])
            outcome.expect(
                status: 1, errors: .contains("failed (--har): no entry of page.har matches GET \(server.baseURL)/b"),
                .ends(". Delete \(options[1]) and record it again\n"))
        }
    }

    @Test(arguments: [[], ["--retry", "3"], ["--lines"], ["--sse"], ["--verbose"]])
    func playbackFailsForAnInvalidFile(options: [String]) async throws {
        try await withFolder { folder in
            let cassette = folder.appending(path: "page.har")
            try Data("<html>".utf8).write(to: cassette)
            let outcome = try await HTTPGet.script.run(options + ["--har", cassette.path, "http://127.0.0.1/"])
            #expect(outcome.status == 1)
            let text =
                "cannot play cassette \(cassette.path): not valid JSON. Fix the file, or delete it and record it again\n"
            #expect(outcome.errors.hasSuffix("http-get: GET http://127.0.0.1/ failed (--har): \(text)"))
            #expect(!outcome.errors.contains("network") && !outcome.errors.contains("REPLAY"))
            #expect(outcome.errors.split(separator: "\n").count == (options == ["--verbose"] ? 4 : 2))
        }
    }

    @Test func rejectsAnUnreadableFile() async throws {
        try await withFolder { folder in
            let cassette = folder.appending(path: "page.har").path
            try Data("{}".utf8).write(to: URL(fileURLWithPath: cassette))
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: cassette)
            // The file remains readable if the tests run as root.
            guard !FileManager.default.isReadableFile(atPath: cassette) else { return }
            let outcome = try await HTTPGet.script.run(["--har", cassette])
            outcome.expect(status: 64, errors: .begins("http-get: --har: cannot read \(cassette)\n"))
        }
    }
}
