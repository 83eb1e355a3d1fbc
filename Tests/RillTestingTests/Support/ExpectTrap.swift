import Testing

#if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Fails the test unless a process has ended with a text on its standard error.
    ///
    /// - Parameters:
    ///   - result: What an exit test has found.
    ///   - text: What the trap has to say.
    ///   - sourceLocation: Where a failure points to.
    func expectTrap(
        _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: \(text)\n"), "\(output)", sourceLocation: sourceLocation)
    }
#endif
