extension ObservableConvertible {
    /// Transforms events with a closure, to combine several operators into one where a chain is too expensive.
    ///
    /// The closure also receives the terminal event. It must not send events after a terminal event.
    ///
    /// ## Errors
    /// Any error that `handle` throws or sends. The closure decides how to handle the source's error.
    ///
    /// - Parameters:
    ///   - name: The name of the operator in error traces.
    ///   - handle: A closure that receives an event of the source, and the observer to which it sends events.
    /// - Returns: An observable of the events that the closure sends.
    @inlinable
    package func lift<Result: Sendable>(
        _ name: StaticString,
        _ handle: @escaping @Sendable (Event<Element>, Observer<Result>) throws -> Void,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Result> {
        let location = CallSite(file, line)
        return Observable<Result> { observer in
            attach(
                Observer(observer.scope) { event in
                    do {
                        try handle(event, observer)
                    } catch {
                        observer.fail(error, at: OperatorCallSite(name, location))
                    }
                })
        }
    }
}
