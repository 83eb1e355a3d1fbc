extension ObservableConvertible {
    /// Postpones the subscription until the subscriber is not paused.
    ///
    /// Use it for cold sources whose subscription has side effects, such as sending a request.
    ///
    /// - Returns: An observable of the same elements.
    package func startingWhenResumed() -> Observable<Element> {
        Observable<Element> { observer in
            observer.scope.whenOpen { attach(observer) }
        }
    }
}
