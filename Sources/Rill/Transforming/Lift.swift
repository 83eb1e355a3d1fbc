extension ObservableConvertible {
    /// Sends on what a closure makes of each event: several operators in one, where a chain of them costs too much.
    ///
    /// The closure gets the ends, too, and sends nothing after it has sent one.
    ///
    /// ## Errors
    /// What `handle` throws or sends; it decides what becomes of the source's error.
    ///
    /// - Parameters:
    ///   - name: What the step is called in traces.
    ///   - handle: Takes an event of the source, and the observer to send to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of what the closure sends.
    @inlinable
    package func lift<Result: Sendable>(
        _ name: StaticString,
        _ handle: @escaping @Sendable (Event<Element>, Observer<Result>) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let place = Place(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    do {
                        try handle(event, observer)
                    } catch {
                        observer.fail(error, at: Site(name, place))
                    }
                })
        }
    }
}
