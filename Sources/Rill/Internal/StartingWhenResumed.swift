extension ObservableConvertible {
    /// Postpones the subscription until the subscriber is not paused.
    ///
    /// For cold sources whose start has effects, such as sending a request.
    ///
    /// - Returns: An observable of the same elements.
    package func startingWhenResumed() -> Observable<Element> {
        Observable<Element> { observer in
            observer.scope.whenOpen { attach(observer) }
        }
    }
}
