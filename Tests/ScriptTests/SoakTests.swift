#if os(Linux)
    import Foundation
    import RillTestSupport
    import Testing

    /// Tests of a short `rill-soak` run with and without violations.
    @Suite(.timeLimit(.minutes(12))) struct SoakTests {
        private let script = Script(name: "rill-soak")

        @Test func everySubscriptionEndsOnceDespiteFaults() async throws {
            let outcome = try await script.run(["--seconds", "600", "--requests", "3000", "--seed", "7"])
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            #expect(outcome.lines.first == "seed 7, 64 clients over CurlTransport")
            #expect(outcome.lines.contains("unfinished subscriptions: 0"))
            #expect(outcome.lines.contains("violations: 0"))
            let requests = outcome.lines.first { $0.hasPrefix("requests ") }?.dropFirst(9).prefix { $0 != ":" }
            #expect(requests.flatMap { Int($0) } ?? 0 >= 3_000)
        }

        @Test func everySubscriptionEndsOnceWithMiddleware() async throws {
            let arguments = ["--seconds", "600", "--requests", "3000", "--seed", "7", "--middleware"]
            let files = try TemporaryFiles()
            let outcome = try await script.run(arguments, environment: ["TMPDIR": files.path("")])
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            #expect(outcome.lines.first == "seed 7, 64 clients over CurlTransport with middleware")
            #expect(outcome.lines.contains("violations: 0"))
            // The cache on disk has been removed.
            #expect(try FileManager.default.contentsOfDirectory(atPath: files.path("")).isEmpty)
        }

        @Test func everyConnectionEndsOnceDespiteFaults() async throws {
            let arguments = ["--seconds", "600", "--requests", "1000", "--seed", "7", "--web-sockets"]
            let outcome = try await script.run(arguments)
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            #expect(outcome.lines.first == "seed 7, 64 clients over CurlTransport with WebSocket")
            #expect(outcome.lines.contains("unfinished subscriptions: 0"))
            #expect(outcome.lines.contains("violations: 0"))
        }

        @Test func signalPrintsActiveSubscriptions() async throws {
            let output = Pipe()
            let errors = Pipe()
            let outcome = try await script.run(
                ["--seconds", "600", "--requests", "3000"], output: output.fileHandleForWriting,
                errors: errors.fileHandleForWriting
            ) { process in
                // The handler of the signal is installed before the first line is printed.
                try #require(!output.fileHandleForReading.availableData.isEmpty)
                var text = ""
                while !text.contains(" active:\n"), process.isRunning {
                    kill(process.processIdentifier, SIGUSR1)
                    text += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
                }
                #expect(text.contains(" active:\n"))
            }
            #expect(outcome.status == 0)
        }

        @Test func killedServerCausesViolations() async throws {
            let outcome = try await script.run(["--seconds", "600"]) { process in
                // The fault server is the only child process.
                let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
                var server: pid_t?
                while server == nil, process.isRunning {
                    server = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").first
                        .flatMap { pid_t($0) }
                    await Task.yield()
                }
                if let server { kill(server, SIGKILL) }
            }
            #expect(outcome.status == 1)
            #expect(
                !outcome.lines.contains("violations: 0") && outcome.output.contains("failed: ")
                    || outcome.errors.contains("the server did not start"))
        }

        @Test(arguments: [
            ["--seconds", "0"], ["--seed"], ["--clients", "x"], ["--transport", "Carrier"], ["--what", "1"],
        ])
        func rejectsInvalidArguments(arguments: [String]) async throws {
            let outcome = try await script.run(arguments)
            outcome.expect(status: 64, output: "", errors: .begins("rill-soak: "))
        }

        @Test func printsHelp() async throws {
            let outcome = try await script.run(["--help"])
            outcome.expect(status: 0, output: .contains("USAGE: rill-soak [<options>]"))
        }
    }
#endif
