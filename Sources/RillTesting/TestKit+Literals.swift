/// Factory methods that parse diagrams. An invalid diagram is a programming error in the test and traps with the
/// description of ``MarbleError``. For diagrams from other sources, use ``MarbleDiagram``, which throws.
extension TestKit {
    /// Creates a hot source from a diagram: it starts now, and subscribers receive only later events.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the current time. See ``MarbleDiagram`` for the syntax.
    ///   - values: The elements that the characters of the diagram represent.
    ///   - error: The error represented by `#`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    public func hot<Element: Sendable>(
        _ diagram: String, values: [Character: Element], error: any Error = TestError(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<Element> {
        hot(parsed(file, line) { try MarbleDiagram(diagram, values: values, error: error) })
    }

    /// Creates a hot source from a diagram in which each character is an element.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the current time. See ``MarbleDiagram`` for the syntax.
    ///   - error: The error represented by `#`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    public func hot(
        _ diagram: String, error: any Error = TestError(), file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<String> {
        hot(parsed(file, line) { try MarbleDiagram(diagram, error: error) })
    }

    /// Creates a hot source of any type from a diagram without elements, such as `"--#"`.
    ///
    /// A diagram has elements of type `String` unless the context requires another type.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the current time. See ``MarbleDiagram`` for the syntax.
    ///   - error: The error represented by `#`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    @_disfavoredOverload  // a separate overload, because a default of `values:` multiplies the time of type checking
    public func hot<Element: Sendable>(
        _ diagram: String, error: any Error = TestError(), file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<Element> {
        hot(diagram, values: [:], error: error, file: file, line: line)
    }

    /// Creates a cold source from a diagram: it starts from the beginning for each subscriber.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the time of the subscription. See ``MarbleDiagram`` for the syntax.
    ///   - values: The elements that the characters of the diagram represent.
    ///   - error: The error represented by `#`.
    ///   - pauses: Whether the source holds its events while the subscriber is paused; see ``TestableObservable``. Defaults
    ///     to `false`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    public func cold<Element: Sendable>(
        _ diagram: String, values: [Character: Element], error: any Error = TestError(), pauses: Bool = false,
        file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<Element> {
        cold(parsed(file, line) { try MarbleDiagram(diagram, values: values, error: error) }, pauses: pauses)
    }

    /// Creates a cold source from a diagram in which each character is an element.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the time of the subscription. See ``MarbleDiagram`` for the syntax.
    ///   - error: The error represented by `#`.
    ///   - pauses: Whether the source holds its events while the subscriber is paused; see ``TestableObservable``. Defaults
    ///     to `false`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    public func cold(
        _ diagram: String, error: any Error = TestError(), pauses: Bool = false, file: StaticString = #fileID,
        line: UInt = #line
    ) -> TestableObservable<String> {
        cold(parsed(file, line) { try MarbleDiagram(diagram, error: error) }, pauses: pauses)
    }

    /// Creates a cold source of any type from a diagram without elements, such as `"--#"`.
    ///
    /// A diagram has elements of type `String` unless the context requires another type.
    ///
    /// - Parameters:
    ///   - diagram: The events to emit; tick 0 is the time of the subscription. See ``MarbleDiagram`` for the syntax.
    ///   - error: The error represented by `#`.
    ///   - pauses: Whether the source holds its events while the subscriber is paused; see ``TestableObservable``. Defaults
    ///     to `false`.
    ///   - file: The file to report if the diagram is invalid.
    ///   - line: The line to report if the diagram is invalid.
    /// - Returns: The source.
    @_disfavoredOverload  // see `hot`
    public func cold<Element: Sendable>(
        _ diagram: String, error: any Error = TestError(), pauses: Bool = false, file: StaticString = #fileID,
        line: UInt = #line
    ) -> TestableObservable<Element> {
        cold(diagram, values: [:], error: error, pauses: pauses, file: file, line: line)
    }

    /// Traps at the call site of an invalid literal, because such a test cannot produce a meaningful result.
    func parsed<Diagram>(_ file: StaticString, _ line: UInt, _ parse: () throws -> Diagram) -> Diagram {
        do {
            return try parse()
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }
}
