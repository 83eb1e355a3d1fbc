import Testing

#if compiler(>=6.2) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Fails the test unless a process trapped with a message on standard error.
    ///
    /// - Parameters:
    ///   - result: The result of an exit test.
    ///   - text: The expected message of the trap.
    ///   - sourceLocation: The source location of the expectation.
    func expectTrap(
        _ result: ExitTest.Result?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: \(text)\n"), "\(output)", sourceLocation: sourceLocation)
    }
#endif
