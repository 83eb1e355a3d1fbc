extension Observable {
    /// Merges the elements of several sources as they are emitted.
    ///
    ///     first    -1-----3--|
    ///     second   ---2--|
    ///     result   -1-2---3--|       Observable.merge(first, second)
    ///     result   -1-2---3--|       Observable.merge([first, second])
    ///
    /// ![A marble diagram of `merge`.](merge-3)
    ///
    /// Subscribes to all sources immediately, in order. Completes when all sources have completed.
    ///
    /// ## Errors
    /// The first error of a source terminates the result and disposes the other sources.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    /// - Complexity: Two atomic operations per element.
    @inlinable
    public static func merge<Sources: Collection & Sendable>(
        _ sources: Sources, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable where Sources.Element == Observable {
        merge(nil, at: CallSite(file, line)) { sources }
    }

    /// Merges the elements of several sources as they are emitted.
    ///
    /// ## Errors
    /// The first error of a source terminates the result and disposes the other sources.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    /// - Complexity: Two atomic operations per element.
    @inlinable
    public static func merge(_ sources: Observable..., file: StaticString = #fileID, line: UInt = #line) -> Observable {
        let list = SourceList(sources, at: OperatorCallSite("merge", file, line))
        return merge(list, at: list.site.location) { list.all }
    }

    @inlinable
    static func merge<Sources: Collection & Sendable>(
        _ list: SourceList<Element>?, at location: CallSite, _ sources: @escaping @Sendable () -> Sources
    ) -> Observable where Sources.Element == Observable {
        Observable(list: list) { observer in
            let serial = SerialObserver(observer, pausesSources: true)
            let sources = sources()
            let running = Countdown(from: sources.count + 1)
            for source in sources {
                if observer.scope.isStopped { return }
                let inner = input(of: serial, running, at: location)
                if inner.scope.usesTrampoline {
                    Trampoline.nest { if !inner.scope.isStopped { source.start(inner) } }
                } else {
                    source.start(inner)
                }
            }
            if running.step() { serial.send(.completed) }
        }
    }

    /// Returns the observer of a source.
    @inlinable
    static func input(
        of serial: SerialObserver<Element>, _ running: Countdown, at location: CallSite
    ) -> Observer<Element> {
        let scope = serial.sourceScope.makeChild()
        return Observer(scope) { event in
            switch event {
            case .next:
                serial.send(event)
            case .error:
                scope.beginStop()
                serial.forward(event, from: scope, at: OperatorCallSite("merge", location))
            case .completed:
                scope.beginStop()
                if running.step() { serial.send(.completed) } else { scope.finishStop() }
            }
        }
    }

    /// Merges sources of any type, such as subjects; see
    /// `merge(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func merge(
        _ sources: any ObservableConvertible<Element>..., file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        merge(sources, file: file, line: line)
    }

    /// Merges sources of any type, such as subjects; see
    /// `merge(_:file:line:)`.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: A cold observable of the elements of all sources.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public static func merge(
        _ sources: [any ObservableConvertible<Element>], file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        merge(sources.map { $0.asObservable() }, file: file, line: line)
    }
}
