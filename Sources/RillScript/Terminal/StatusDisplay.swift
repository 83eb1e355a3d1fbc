/// Status lines on standard error that show a state and are updated at most ten times per second.
///
/// Nothing is written if standard error is not a terminal.
struct StatusDisplay<State: Sendable>: Sendable {
    /// The minimum time between two updates.
    private static var interval: Duration { .milliseconds(100) }

    let terminal: Terminal
    private let start = ContinuousClock.now
    private let state: Locked<(value: State, drawn: ContinuousClock.Instant?)>

    init(_ initial: State, on terminal: Terminal) {
        self.terminal = terminal
        state = Locked((initial, nil))
    }

    /// Changes the state, and shows it unless it has just been shown.
    ///
    /// - Parameters:
    ///   - change: A closure that changes the state on every call. It receives the time since the creation. Defaults to
    ///     no change.
    ///   - lines: A closure that returns the lines, and can change the state. It is called only if the lines are shown.
    func update(_ change: (inout State, Duration) -> Void = { _, _ in }, lines: (inout State, Duration) -> [String]) {
        guard terminal.isInteractive else { return }
        let now = ContinuousClock.now
        let lines: [String]? = state.withLock { state in
            change(&state.value, now - start)
            if let drawn = state.drawn, now - drawn < Self.interval { return nil }
            state.drawn = now
            return lines(&state.value, now - start)
        }
        if let lines { Output.showStatus(lines) }
    }

    /// Erases the lines.
    func clear() {
        let wasDrawn = state.withLock { $0.drawn.take() != nil }
        if wasDrawn { Output.showStatus() }
    }
}
