#if os(Linux)
    import Foundation
    import RillHTTPTesting
    import RillSampleServices
    import Testing

    /// Tests of the output, the command line and the reconnections of `chat`.
    @Suite(.timeLimit(.minutes(10))) struct ChatTests {
        private let script = Script(name: "chat")

        /// A message in the server's JSON, decoded without the client.
        private struct Row: Decodable {
            let id: Int
            let from: String
            let text: String
        }

        private func rows(_ outcome: Script.Outcome) throws -> [Row] {
            try outcome.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        }

        @Test func printsOwnMessagesAndReplies() async throws {
            let outcome = try await script.run(
                ["--name", "ada", "--bot"], through: "printf 'hello\\nbye' | \"$0\" \"$@\"")
            outcome.expect(
                status: 0, output: "ada: hello\nbot: ada wrote: hello\nada: bye\nbot: ada wrote: bye\n",
                errors: .contains("chat: using the in-process sample server at http://127.0.0.1:"))
        }

        @Test func participantsReceiveEarlierMessages() async throws {
            let sample = try SampleChat()
            defer { sample.stop() }
            func join(_ arguments: String..., line: String) async throws -> Script.Outcome {
                let outcome = try await script.run(
                    ["--base-url", sample.baseURL] + arguments, through: "printf '\(line)\\n' | \"$0\" \"$@\"")
                #expect(outcome.status == 0)
                #expect(!outcome.output.contains("\u{1B}"))
                return outcome
            }
            _ = try await join("--name", "ada", "--bot", line: "hello")
            let second = try await join("--name", "grace", "--bot", line: "\u{1B}[2J")
            #expect(second.output.hasPrefix("ada: hello\nbot: ada wrote: hello\ngrace: \u{FFFD}[2J\n"))
            let messages = try rows(try await join("--json", line: "bye"))
            #expect(messages.map(\.id) == Array(1...5))
            #expect(messages.map(\.from) == ["ada", "bot", "grace", "bot", "guest"])
            #expect(messages.map(\.text).last == "bye")
        }

        @Test func reconnectsAfterLastMessage() async throws {
            let sample = try SampleChat()
            defer { sample.stop() }
            let (input, output) = (Pipe(), Pipe())
            let outcome = try await script.run(
                ["--base-url", sample.baseURL], input: input.fileHandleForReading, output: output.fileHandleForWriting
            ) { _ in
                try input.fileHandleForWriting.write(contentsOf: Data("one\n".utf8))
                try Script.wait(for: "guest: one\n", in: output)
                sample.closeConnections()
                try input.fileHandleForWriting.write(contentsOf: Data("two\n".utf8))
                try input.fileHandleForWriting.close()
            }
            outcome.expect(
                status: 0, errors: .contains("the server closed the connection: the server restarts"),
                .contains("chat: guest joins again in "))
            #expect(try output.fileHandleForReading.readToEnd() == Data("guest: two\n".utf8))
            #expect(sample.server.requests.map(\.target) == ["/chat?since=0", "/chat?since=1"])
        }

        @Test(arguments: [
            (["--nonsense"], "unknown option --nonsense"), (["--port", "65536"], "--port requires an integer"),
            (["--port", "1", "--base-url", "http://127.0.0.1"], "--base-url and --port cannot be combined"),
        ])
        func rejectsInvalidArguments(arguments: [String], message: String) async throws {
            try await script.expectUsageError(arguments, message)
        }

        @Test func printsHelp() async throws {
            try await script.expectHelp(containing: [
                "--base-url <url>", "--port <n>", "--name <name>", "--bot", "--json",
            ])
        }

        @Test func rejectedConnectionFails() async throws {
            let server = try LoopbackServer { _ in .status(.notFound) }
            defer { server.stop() }
            let outcome = try await script.run(["--base-url", server.baseURL])
            outcome.expect(status: 1, errors: .contains("failed with status 404"))
            #expect(server.requests.count == 1)
        }

        @Test func controlCTerminatesTheScript() async throws {
            let sample = try SampleChat()
            defer { sample.stop() }
            let input = Pipe()
            let outcome = try await script.run(
                ["--base-url", sample.baseURL], input: input.fileHandleForReading
            ) { process in
                try await sample.server.waitForRequests(1)
                process.interrupt()
            }
            outcome.expect(signal: SIGINT, output: "")
        }
    }
#endif
