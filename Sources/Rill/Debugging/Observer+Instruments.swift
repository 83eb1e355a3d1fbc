extension Observer {
    /// Reports the work of a stream, but not its events, to the instruments of this observer, which receives the events on
    /// another path, such as one of several subscribers that share the stream.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: An observable of the same events.
    public func reportingWork(of stream: Observable<Element>) -> Observable<Element> {
        guard let instrumentation = scope.instrumentation else { return stream }
        return Observable { stream.attach(Observer($0.scope.makeIntermediate(instrumentation), send: $0.send)) }
    }
}
