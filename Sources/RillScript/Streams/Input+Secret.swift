public import Rill

extension Input {
    /// Prompts for a secret on the terminal of the process, and reads it without echo.
    ///
    ///     if Input.standard.isInteractive { password = try await Input.readSecret(prompt: "Password: ") }
    ///
    /// The terminal is used even if standard input and output are redirected. Backspace deletes the last character,
    /// Ctrl-U deletes all characters, and Ctrl-C interrupts the process. The settings of the terminal are restored
    /// before this method returns.
    ///
    /// - Parameter prompt: The prompt, such as `Password: `.
    /// - Returns: The text without the line feed.
    /// - Throws: ``Failure`` if the process has no terminal or the input ends.
    public static func readSecret(prompt: String) async throws -> String {
        try await readSecret(prompt: prompt, terminal: "/dev/tty")
    }

    /// Prompts for a secret on the terminal at a path.
    public static func readSecret(prompt: String, terminal: String) async throws -> String {
        try await keyboard(terminal, failure: "cannot read the secret") { keyboard, observer in
            keyboard.show(prompt)
            defer { keyboard.show("\n") }
            guard let secret = try keyboard.readLine() else {
                throw Failure(description: "cannot read the secret: the input ended")
            }
            // The settings are restored before the secret is returned.
            keyboard.restore()
            observer.onNext(secret)
        }.firstValue()
    }

    /// Returns an observable that emits the text that the user edits on a terminal, after each change.
    ///
    ///     Input.typedTexts().debounce(.milliseconds(300)).flatMapLatest { search($0) }
    ///
    /// The terminal does not echo the keys: show the text with `Output.showStatus`. Backspace deletes the
    /// last character, Ctrl-U deletes all characters, Return starts a new text, Ctrl-D completes the observable, and
    /// Ctrl-C interrupts the process. The settings of the terminal are restored when the subscription ends, and before
    /// a signal terminates the process within ``withSignalCancellation(gracePeriod:isolation:_:cleanUp:)``.
    ///
    /// ## Errors
    /// Fails with ``Failure`` if there is no terminal or a text exceeds 4,096 bytes.
    ///
    /// - Parameter terminal: The path of the terminal. Defaults to standard input.
    /// - Returns: A cold observable of the texts.
    public static func typedTexts(terminal: String = "/dev/fd/0") -> Observable<String> {
        keyboard(terminal, failure: "cannot read the text") { keyboard, observer in
            while !observer.isDisposed,
                try keyboard.readLine(onChange: { text in
                    observer.onNext(text)
                    return !observer.isDisposed
                }) != nil
            {}
        }
    }

    /// Returns an observable that opens a terminal, and reads it with a closure on a separate thread.
    private static func keyboard(
        _ terminal: String, failure: String, _ read: @escaping @Sendable (Keyboard, Observer<String>) throws -> Void
    ) -> Observable<String> {
        .deferred {
            let keyboard = try Keyboard(terminal, failure: failure)
            return onThread(onDispose: { keyboard.restore() }) { try read(keyboard, $0) }
        }
    }
}
