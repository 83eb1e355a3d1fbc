import RillHTTP

extension Observable where Element: Equatable {
    /// Emits each element that differs from the previous one together with it.
    func changes() -> Observable<(from: Element, to: Element)> {
        transformEvents("changes", initialState: Element?.none) { last, event, observer in
            switch event {
            case .next(let element):
                if let last, last != element { observer.onNext((last, element)) }
                last = element
            case .error(let error): observer.onError(error)
            case .completed: observer.onCompleted()
            }
        }
    }
}
