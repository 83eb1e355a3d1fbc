extension ObservableConvertible {
    /// The elements of this observable as an asynchronous sequence.
    ///
    ///     for try await tag in client.allTags().values { … }
    ///
    ///     printed  (123)             for try await number in Observable.of(1, 2, 3).values { print(number) }
    ///
    /// ![A marble diagram of `values`.](values)
    ///
    /// Each iteration subscribes when the first element is requested. The source is paused until the next element is
    /// requested, so a source that supports back-pressure is never ahead of the consumer. For other sources, up to
    /// 1,024 elements are buffered before the sequence fails with ``StreamError/Code/bufferOverflow``. Exiting the loop
    /// disposes the subscription.
    ///
    /// Canceling the consuming task disposes the subscription and throws a `CancellationError`. A loop that ends
    /// without an error has therefore received all elements.
    public var values: ObservableValues<Element> {
        values(bufferingPolicy: .failing(beyond: 1_024))
    }

    /// Returns the elements of this observable as an asynchronous sequence, like ``values``, but with the given
    /// buffering policy.
    ///
    ///     printed  (12)  for try await number in Observable.of(1, 2).values(bufferingPolicy: .bufferingNewest(1)) { print(number) }
    ///
    /// ![A marble diagram of `values`.](values-bufferingPolicy)
    ///
    /// - Parameter bufferingPolicy: The buffering policy for sources that do not support back-pressure.
    /// - Returns: An asynchronous sequence that subscribes for each iteration.
    public func values(
        bufferingPolicy: BufferingPolicy, file: StaticString = #fileID, line: UInt = #line
    ) -> ObservableValues<Element> {
        values(bufferingPolicy, at: .subscription("values", CallSite(file, line)))
    }

    func values(_ policy: BufferingPolicy = .failing(beyond: 1_024), at site: OperatorCallSite) -> ObservableValues<
        Element
    > {
        ObservableValues(source: asObservable(), policy: policy, site: site)
    }
}

/// An asynchronous sequence of the elements of an observable.
public struct ObservableValues<Element: Sendable>: AsyncSequence, Sendable {
    @usableFromInline let source: Observable<Element>
    @usableFromInline let policy: BufferingPolicy
    @usableFromInline let site: OperatorCallSite

    /// Creates an iterator.
    ///
    /// - Returns: An iterator that subscribes when its first element is requested.
    @inlinable
    public func makeAsyncIterator() -> Iterator {
        Iterator(ValueBuffer(source, policy, at: site))
    }

    /// An iterator over the elements of an observable.
    ///
    /// The iterator disposes its subscription when it is deallocated.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let reading: Reading

        @inlinable
        init(_ buffer: ValueBuffer<Element>) {
            reading = Reading(buffer)
        }

        /// Returns the next element, suspending until it arrives.
        ///
        /// - Returns: The element, or `nil` when the stream has completed.
        /// - Throws: The stream's error, or `CancellationError` if the task is canceled.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await reading.buffer.next()
        }

        /// Disposes the subscription when the last copy of the iterator is deallocated.
        @usableFromInline
        final class Reading {
            @usableFromInline let buffer: ValueBuffer<Element>

            @inlinable
            init(_ buffer: ValueBuffer<Element>) {
                self.buffer = buffer
            }

            @inlinable
            deinit {
                buffer.dispose()
            }
        }
    }
}
