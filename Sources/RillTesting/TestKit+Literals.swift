/// Sources drawn where they are made. A bad diagram is a mistake in the test, and traps with the sentence that
/// ``MarbleError`` has for it; where diagrams come from elsewhere, make a ``MarbleDiagram``, which throws.
extension TestKit {
    /// Makes a source that runs by itself from now on: subscribers see only what comes after they have subscribed.
    ///
    /// - Parameters:
    ///   - diagram: What it sends; its tick 0 is now. How to write it: ``MarbleDiagram``.
    ///   - values: What its characters stand for.
    ///   - error: What `#` stands for.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    /// - Returns: The source.
    public func hot<Element: Sendable>(
        _ diagram: String, values: [Character: Element] = [:], error: any Error = TestError(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<Element> {
        do {
            return hot(try MarbleDiagram(diagram, values: values, error: error))
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }

    /// Makes a source like the other `hot`, whose values are the characters themselves.
    ///
    /// - Parameters:
    ///   - diagram: What it sends; its tick 0 is now. How to write it: ``MarbleDiagram``.
    ///   - error: What `#` stands for.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    /// - Returns: The source.
    public func hot(
        _ diagram: String, error: any Error = TestError(), file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<String> {
        do {
            return hot(try MarbleDiagram(diagram, error: error))
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }

    /// Makes a source that starts anew for each subscriber.
    ///
    /// - Parameters:
    ///   - diagram: What it sends; its tick 0 is the time of the subscription. How to write it: ``MarbleDiagram``.
    ///   - values: What its characters stand for.
    ///   - error: What `#` stands for.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    /// - Returns: The source.
    public func cold<Element: Sendable>(
        _ diagram: String, values: [Character: Element] = [:], error: any Error = TestError(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<Element> {
        do {
            return cold(try MarbleDiagram(diagram, values: values, error: error))
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }

    /// Makes a source like the other `cold`, whose values are the characters themselves.
    ///
    /// - Parameters:
    ///   - diagram: What it sends; its tick 0 is the time of the subscription. How to write it: ``MarbleDiagram``.
    ///   - error: What `#` stands for.
    ///   - file: Where a trap points to.
    ///   - line: The line there.
    /// - Returns: The source.
    public func cold(
        _ diagram: String, error: any Error = TestError(), file: StaticString = #fileID, line: UInt = #line
    ) -> TestableObservable<String> {
        do {
            return cold(try MarbleDiagram(diagram, error: error))
        } catch {
            fatalError("\(error)", file: file, line: line)
        }
    }
}
