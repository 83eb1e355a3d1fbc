#if os(Linux)
    import Foundation
    import RillHTTP
    import RillHTTPTesting
    import RillServiceTestSupport
    import Testing

    /// The option `--trace` of the scripts.
    @Suite(.timeLimit(.minutes(10))) struct TraceOptionTests {
        private struct Event: Decodable {
            let ph: String
            let name: String
            let cat: String?
        }

        /// Decodes the events of a file.
        private func events(_ file: URL, isComplete: Bool = true) throws -> [Event] {
            let data = try Data(contentsOf: file)
            return try JSONDecoder().decode([Event].self, from: isComplete ? data : data + Data("]".utf8))
        }

        private func names(_ events: [Event], _ category: String) -> [String] {
            events.filter { $0.cat == category && $0.ph == "X" }.map(\.name)
        }

        @Test func httpGetRecordsAttemptsAndPhasesWithoutSecrets() async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "trace.json")
                let count = Count()
                let arguments = ["--trace", file.path, "--retry", "1", "-H", "Authorization: Bearer planted"]
                let (outcome, server) = try await HTTPGet.run(arguments, path: "/?token=planted") { _ in
                    count.next() == 0 ? .status(.serviceUnavailable) : .text("planted")
                }
                #expect(outcome.status == 0 && outcome.output == "planted")
                let events = try events(file)
                #expect(names(events, "attempt") == ["attempt 1", "attempt 2"])
                #expect(names(events, "exchange") == ["GET \(server.baseURL)/?token=\u{3C}redacted>"])
                #expect(Set(names(events, "phase")).isSuperset(of: ["queue", "connect", "first byte", "transfer"]))
                #expect(events.contains { $0.cat == "retry" })
                #expect(try !String(contentsOf: file, encoding: .utf8).contains("planted"))
            }
        }

        @Test(arguments: [
            "{\"a\": 1}", "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Timeline</title>\n",
        ])
        func keepsFileThatIsNoTimeline(content: String) async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "input.txt")
                try Data(content.utf8).write(to: file)
                let outcome = try await HTTPGet.script.run(["-d", "@\(file.path)", "--trace", file.path])
                outcome.expect(status: 64, errors: .contains("--trace: \(file.path) exists and is not a timeline"))
                #expect(try String(contentsOf: file, encoding: .utf8) == content)
            }
        }

        @Test func traceAndCassetteCanBeCombined() async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "trace.json")
                let arguments = ["--har", folder.appending(path: "tags.har").path, "--trace", file.path]
                for isRecorded in [false, true] {
                    let outcome = try await HTTPGet.script.run(arguments)
                    #expect(outcome.status == 0)
                    let events = try events(file)
                    #expect(names(events, "exchange").count == 1)
                    #expect(names(events, "phase").contains("transfer") != isRecorded)
                }
            }
        }

        @Test func gitHubSearchRecordsPages() async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "trace.json")
                let outcome = try await Script(name: "github-search").run(
                    ["--all", "stars:>0", "--trace", file.path])
                #expect(outcome.status == 0)
                #expect(try names(events(file), "exchange").count > 3)
            }
        }

        @Test func azureStorageRecordsPage() async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "trace.html")
                let outcome = try await Script(name: "azure-storage").run(["--trace", file.path])
                #expect(outcome.status == 0)
                let page = try String(contentsOf: file, encoding: .utf8)
                #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
                #expect(page.contains(#""cat":"exchange""#) && !page.contains("sig="))
            }
        }

        @Test func fileThatCannotBeWrittenIsAnError() async throws {
            let outcome = try await HTTPGet.script.run(["--trace", "/dev/null"])
            #expect(outcome.status == 1)
            let reason = "not a regular file. Choose another path"
            #expect(outcome.errors.hasSuffix("http-get: cannot write /dev/null: \(reason)\n"))
        }

        @Test func signalCompletesFile() async throws {
            let server = try LoopbackServer { _ in
                .steps([.head(.length(64 << 20)), .pattern(byteCount: 1 << 20), .stall])
            }
            defer { server.stop() }
            try await withFolder { folder in
                let file = folder.appending(path: "trace.json")
                let outcome = try await HTTPGet.script.run(["--trace", file.path, server.baseURL]) { process in
                    try await server.waitForBodyBytes(1 << 20, timeout: .seconds(30))
                    kill(process.processIdentifier, SIGINT)
                }
                #expect(outcome.status == SIGINT && outcome.isKilled)
                #expect(try names(events(file), "attempt") == ["attempt 1"])
            }
        }

        /// The killed process cannot complete the file, which then ends with a whole event.
        @Test func killedProcessLeavesReadableFile() async throws {
            let stalled = 400
            let count = Count()
            let server = try LoopbackServer { _ in count.next() < stalled ? .text("hello") : .steps([.stall]) }
            defer { server.stop() }
            try await withFolder { folder in
                let file = folder.appending(path: "trace.json")
                let arguments = ["--repeat", "100000", "--trace", file.path, server.baseURL]
                let outcome = try await HTTPGet.script.run(arguments) { process in
                    try await server.waitForRequests(stalled, timeout: .seconds(60))
                    kill(process.processIdentifier, SIGKILL)
                }
                #expect(outcome.isKilled)
                #expect(try names(events(file, isComplete: false), "attempt").count > stalled / 2)
            }
        }
    }
#endif
