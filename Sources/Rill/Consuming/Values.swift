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
        ObservableValues(source: asObservable())
    }
}

/// The values of an observable, for `for try await`.
public struct ObservableValues<Element: Sendable>: AsyncSequence, Sendable {
    let source: Observable<Element>

    /// Begins one reading of the values.
    ///
    /// - Returns: An iterator that subscribes when it is first asked.
    public func makeAsyncIterator() -> Iterator {
        Iterator(ValueBuffer(source))
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
