extension Observable {
    /// Emits the values of several sources as they come.
    ///
    ///     first    -1-----3--|
    ///     second   ---2--|
    ///     result   -1-2---3--|       Observable.merge(first, second)
    ///     result   -1-2---3--|       Observable.merge([first, second])
    ///
    /// Completes when all have completed. All are subscribed to at once, in order.
    ///
    /// ## Errors
    /// The first error of any ends all and disposes the rest.
    ///
    /// - Parameters:
    ///   - sources: What to subscribe to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the sources' values.
    /// - Complexity: Two atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/merge.html>
    @inlinable
    public static func merge<Sources: Collection & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        let place = Place(file, line)
        return Observable { observer in
            let serial = SerialObserver(observer, holdsBack: true)
            let running = Countdown(from: sources.count + 1)
            for source in sources {
                if observer.scope.isStopped { return }
                let scope = serial.sourceScope.makeChild()
                let inner = Observer<Element>(scope) { event in
                    switch event {
                    case .next:
                        serial.send(event)
                    case .error:
                        scope.stop()
                        serial.forward(event, from: scope, at: Site("merge", place))
                    case .completed:
                        scope.stop()
                        if running.step() { serial.send(.completed) }
                    }
                }
                if scope.startsHop {
                    Trampoline.run { if !scope.isStopped { source.start(inner) } }
                } else {
                    source.start(inner)
                }
            }
            if running.step() { serial.send(.completed) }
        }
    }

    /// Emits the values of several sources as they come.
    ///
    /// ## Errors
    /// The first error of any ends all and disposes the rest.
    ///
    /// - Parameters:
    ///   - sources: What to subscribe to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of the sources' values.
    /// - Complexity: Two atomic operations per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/merge.html>
    @inlinable
    public static func merge(
        _ sources: Observable..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        merge(sources, file: file, line: line)
    }
}
