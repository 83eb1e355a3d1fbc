#if os(Linux)
    import Foundation
    import RillScript
    import Testing

    /// Tests of the secret prompt on a pseudoterminal.
    @Suite(.timeLimit(.minutes(10))) struct SecretPromptTests {
        /// Prompts on a pseudoterminal, types text after the prompt, and returns the secret and the output of the terminal.
        private func prompt(typing text: String) async throws -> (secret: Result<String, any Error>, output: String) {
            let (user, path) = try openTerminal()
            defer { close(user) }
            // This descriptor keeps the terminal open.
            let terminal = open(path, O_RDWR | O_NOCTTY)
            defer { close(terminal) }
            async let output = type(text, at: user)
            let result: Result<String, any Error>
            do {
                result = .success(try await Input.readSecret(prompt: "Password: ", terminal: path))
            } catch {
                result = .failure(error)
            }
            #expect(hasEcho(terminal))
            return (result, await output)
        }

        /// Opens a pseudoterminal, and returns the descriptor of the user's side and the path of the process's side.
        private func openTerminal() throws -> (user: Int32, path: String) {
            let user = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            // TIOCSPTLCK and TIOCGPTN, which are `unlockpt` and `ptsname`. The Glibc module has neither.
            var lock: Int32 = 0
            var number: UInt32 = 0
            try #require(ioctl(user, 0x4004_5431, &lock) == 0)
            try #require(ioctl(user, 0x8004_5430, &number) == 0)
            return (user, "/dev/pts/\(number)")
        }

        private func hasEcho(_ terminal: Int32) -> Bool {
            var settings = termios()
            tcgetattr(terminal, &settings)
            return settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG)
        }

        /// Types text after the prompt, and returns the output of the terminal up to the end of the line.
        private func type(_ text: String, at user: Int32) async -> String {
            let prompt = await output(of: user, until: ": ")
            write(user, text, text.utf8.count)
            return prompt + (await output(of: user, until: "\r\n"))
        }

        /// Returns the output of the terminal up to a suffix.
        private func output(of user: Int32, until suffix: String) async -> String {
            await withCheckedContinuation { continuation in
                // Reading blocks the thread.
                DispatchQueue(label: "SecretPromptTests").async {
                    continuation.resume(returning: read(user, until: suffix))
                }
            }
        }

        /// Reads until the output has a suffix, or until there is no output for 20 seconds.
        private func read(_ descriptor: Int32, until suffix: String) -> String {
            var output = ""
            var bytes = [UInt8](repeating: 0, count: 100)
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while !output.hasSuffix(suffix), poll(&entry, 1, 20_000) > 0 {
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                guard count > 0 else { break }
                output += String(decoding: bytes.prefix(count), as: UTF8.self)
            }
            return output
        }

        @Test(arguments: [
            ("s3cret\n", "s3cret"), ("s3cret\r", "s3cret"), ("ax\u{7F}b\u{8}c\n", "ac"),
            ("wrong\u{15}right\n", "right"), ("a\u{1B}[A\u{1B}[3~\u{1B}OPb\n", "ab"), ("パス\u{7F}ワ\n", "パワ"),
            ("\u{7F}\n", ""),
        ])
        func readsEditedLineWithoutEcho(typed: String, expected: String) async throws {
            let (secret, output) = try await prompt(typing: typed)
            #expect(try secret.get() == expected)
            #expect(output == "Password: \r\n")
        }

        @Test func failsAtTheEndOfInput() async throws {
            let (secret, _) = try await prompt(typing: "a\u{4}")
            let error = #expect(throws: Input.Failure.self) { try secret.get() }
            #expect(error?.description == "cannot read the secret: the input ended")
        }

        @Test func typedTextsAreEmittedAfterEachChange() async throws {
            let (user, path) = try openTerminal()
            defer { close(user) }
            let terminal = open(path, O_RDWR | O_NOCTTY)
            defer { close(terminal) }
            var texts: [String] = []
            var next = ["b", "\u{7F}", "\u{1B}[Dé", "\nx", "\u{4}"][...]
            let observable = Input.typedTexts(terminal: path).do(onSubscribe: { write(user, "a", 1) })
            for try await text in observable.values {
                #expect(!hasEcho(terminal))
                texts.append(text)
                if let keys = next.popFirst() { write(user, keys, keys.utf8.count) }
            }
            #expect(texts == ["a", "ab", "a", "aé", "x"])
            #expect(hasEcho(terminal))
        }

        @Test func disposalRestoresTheTerminal() async throws {
            let (user, path) = try openTerminal()
            defer { close(user) }
            let terminal = open(path, O_RDWR | O_NOCTTY)
            defer { close(terminal) }
            let subscription = Input.typedTexts(terminal: path).subscribe { _ in }
            #expect(!hasEcho(terminal))
            subscription.dispose()
            #expect(hasEcho(terminal))
            write(user, "\n", 1)
        }

        @Test func canceledPromptLeavesTheInputToTheNextOne() async throws {
            let (user, path) = try openTerminal()
            defer { close(user) }
            let terminal = open(path, O_RDWR | O_NOCTTY)
            defer { close(terminal) }
            let canceled = Task { try await Input.readSecret(prompt: "First: ", terminal: path) }
            #expect(await output(of: user, until: ": ") == "First: ")
            canceled.cancel()
            await #expect(throws: CancellationError.self) { try await canceled.value }
            // The reader begins a new line when it ends.
            #expect(await output(of: user, until: "\r\n") == "\r\n")
            async let typed = type("s3cret\n", at: user)
            #expect(try await Input.readSecret(prompt: "Second: ", terminal: path) == "s3cret")
            #expect(await typed == "Second: \r\n")
        }

        @Test func failsWithoutATerminal() async {
            await #expect(throws: Input.Failure.self) {
                try await Input.readSecret(prompt: "", terminal: "/no/such/terminal")
            }
            await #expect(throws: Input.Failure.self) {
                try await Input.readSecret(prompt: "", terminal: "/dev/null")
            }
        }
    }
#endif
