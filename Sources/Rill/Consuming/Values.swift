extension ObservableConvertible {
    /// The stream as an asynchronous sequence, pulled by its reader.
    ///
    ///     for try await tag in client.allTags().values { … }
    ///
    /// Each iteration subscribes anew, when it asks for its first value. While the reader does not wait, the source is
    /// paused: a source that parks is not a value ahead. Of a source that cannot park, 1,024 values may wait before the
    /// sequence fails with ``StreamError/Code/bufferOverflow``. Leaving the loop disposes the subscription.
    ///
    /// Cancelling the task that reads disposes the subscription too, and the reader gets a `CancellationError`: a loop that
    /// ends without an error has seen all values.
    public var values: ObservableValues<Element> {
        values(bufferingPolicy: .failing(beyond: 1_024))
    }

    /// The stream as an asynchronous sequence, like ``values``, with a buffer of one's own choice.
    ///
    /// - Parameters:
    ///   - bufferingPolicy: What is kept of a source that cannot park while the reader does not ask.
    ///   - file: Where the stream is read, for traces.
    ///   - line: The line there.
    /// - Returns: A sequence that subscribes for each iteration.
    public func values(
        bufferingPolicy: BufferingPolicy, file: StaticString = #fileID, line: UInt = #line
    ) -> ObservableValues<Element> {
        values(bufferingPolicy, at: .subscription("values", Place(file, line)))
    }

    func values(_ policy: BufferingPolicy = .failing(beyond: 1_024), at site: Site) -> ObservableValues<Element> {
        ObservableValues(source: asObservable(), policy: policy, site: site)
    }
}

/// The values of an observable, for `for try await`.
public struct ObservableValues<Element: Sendable>: AsyncSequence, Sendable {
    let source: Observable<Element>
    let policy: BufferingPolicy
    let site: Site

    /// Begins one reading of the values.
    ///
    /// - Returns: An iterator that subscribes when it is first asked.
    public func makeAsyncIterator() -> Iterator {
        Iterator(ValueBuffer(source, policy, at: site))
    }

    /// One reading of the values.
    ///
    /// It disposes its subscription when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        private let reading: Reading

        init(_ buffer: ValueBuffer<Element>) {
            reading = Reading(buffer)
        }

        /// Waits for the next value.
        ///
        /// - Returns: The value, or nil when the stream has completed.
        /// - Throws: The stream's error; a `CancellationError` if the task is cancelled.
        public mutating func next() async throws -> Element? {
            try await reading.buffer.next()
        }

        /// Disposes the subscription when the last copy of the iterator goes.
        private final class Reading {
            let buffer: ValueBuffer<Element>

            init(_ buffer: ValueBuffer<Element>) {
                self.buffer = buffer
            }

            deinit {
                buffer.dispose()
            }
        }
    }
}
