public import Rill

/// A list that is loaded page by page on request, such as the model of a scrolling view.
///
///     let pager = client.pager(of: Repositories(), by: .linkHeader)
///     let subscription = pager.subscribe(onNext: { show($0.items, $0.status) })
///     pager.refresh()          // the first page
///     pager.loadNext()         // the next page, each time the user scrolls to the end
///
/// Nothing is loaded before the first call to ``refresh()`` or ``loadNext()``. The observable emits the current state
/// to each new subscriber, and then each new state. It never fails or completes: an error is part of the state.
///
/// Thread-safe. The methods can be called from within an event handler of the pager. Releasing the pager cancels the
/// request in progress.
public final class Pager<Element: Sendable>: ObservableConvertible, Sendable {
    /// The elements that have been loaded, and the status of the list.
    public struct State: Sendable {
        /// The elements of all loaded pages, in order.
        public let items: [Element]

        /// The status of the list.
        public let status: Status
    }

    /// The status of a list that is loaded page by page.
    public enum Status: Sendable {
        /// No page is being loaded, and there may be more pages.
        case idle

        /// A page is being loaded.
        case loading

        /// The most recently requested page could not be loaded. ``Pager/loadNext()`` requests it again.
        case failed(any Error)

        /// All pages have been loaded.
        case finished
    }

    private let states = BehaviorSubject(State(items: [], status: .idle))
    private let actions = PublishSubject<PagerAction<Element>>()
    private let subscription: ScopedDisposable

    /// Creates a pager from a closure that loads pages.
    ///
    /// - Parameters:
    ///   - pages: A closure that returns the pages from a cursor on, or from the first page if the cursor is `nil`, such
    ///     as `client.pages(request, by: strategy, from: $0)`. A subscription is disposed after the first page.
    ///   - elements: A closure that returns the elements of a page's value.
    public init<Value, Elements: Sequence & Sendable>(
        pages: @escaping @Sendable (PageCursor?) -> Observable<Page<Value>>,
        elements: @escaping @Sendable (Value) throws -> Elements
    ) where Elements.Element == Element {
        let loading = PageLoading(states, actions) { cursor in
            // The last page is followed by completion, or by an error if the next page cannot be determined.
            pages(cursor).take(while: { $0.next == nil }, inclusive: true).map { page in
                Page(value: Array(try elements(page.value)), head: page.head, next: page.next)
            }
        }
        subscription = actions.subscribe(onNext: { loading.handle($0) }).scoped()
    }

    /// Loads the first page, and then replaces all elements.
    ///
    /// Cancels a request in progress. The previous elements remain until the first page has been loaded.
    public func refresh() {
        actions.onNext(.refresh)
    }

    /// Loads the next page, and then appends its elements.
    ///
    /// Does nothing while a page is being loaded or after the last page. If the most recently requested page could not
    /// be loaded, it is requested again.
    public func loadNext() {
        actions.onNext(.loadNext)
    }

    /// Returns the observable of the states, starting with the current one.
    ///
    /// - Returns: A hot observable that never fails or completes.
    public func asObservable() -> Observable<State> { states.asObservable() }
}

extension Client {
    /// Returns a pager for a list that is a property of the response.
    ///
    ///     client.pager(of: Search(text: "rx"), by: .linkHeader) { $0.items }
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - strategy: The strategy that determines the next page.
    ///   - elements: A closure that returns the elements of a response.
    /// - Returns: A pager that has not loaded a page yet.
    public func pager<SomeRequest: Request, Elements: Sequence & Sendable>(
        of request: SomeRequest, by strategy: PageStrategy<SomeRequest.Response>,
        elements: @escaping @Sendable (SomeRequest.Response) throws -> Elements
    ) -> Pager<Elements.Element> where Elements.Element: Sendable {
        Pager(pages: { pages(request, by: strategy, from: $0) }, elements: elements)
    }

    /// Returns a pager for a list.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - strategy: The strategy that determines the next page.
    /// - Returns: A pager that has not loaded a page yet.
    public func pager<SomeRequest: Request>(
        of request: SomeRequest, by strategy: PageStrategy<SomeRequest.Response>
    ) -> Pager<SomeRequest.Response.Element>
    where SomeRequest.Response: Sequence & Sendable, SomeRequest.Response.Element: Sendable {
        pager(of: request, by: strategy) { $0 }
    }
}

private enum PagerAction<Element: Sendable>: Sendable {
    case refresh
    case loadNext

    /// An event of the request with the given number.
    case event(Int, Event<Page<[Element]>>)
}

/// The state machine of a pager, whose actions are delivered one at a time by a subject.
private final class PageLoading<Element: Sendable>: @unchecked Sendable {
    // The state is guarded by rule 1.3: actions do not overlap.
    private let states: BehaviorSubject<Pager<Element>.State>
    private let load: @Sendable (PageCursor?) -> Observable<Page<[Element]>>

    /// Weak, because its subscription owns this object.
    private weak var actions: PublishSubject<PagerAction<Element>>?

    private var items: [Element] = []
    private var status = Pager<Element>.Status.idle

    /// The cursor of the page that was requested last, or that will be requested next if the status is idle.
    private var cursor: PageCursor?

    /// The number of elements before the page at the cursor.
    private var start = 0

    private var next: PageCursor?
    private var request: (number: Int, subscription: ScopedDisposable)?
    private var requestCount = 0

    init(
        _ states: BehaviorSubject<Pager<Element>.State>, _ actions: PublishSubject<PagerAction<Element>>,
        load: @escaping @Sendable (PageCursor?) -> Observable<Page<[Element]>>
    ) {
        self.states = states
        self.actions = actions
        self.load = load
    }

    func handle(_ action: PagerAction<Element>) {
        switch action {
        case .refresh:
            (cursor, start) = (nil, 0)
            send()
        case .loadNext:
            switch status {
            case .idle, .failed: send()
            case .loading, .finished: break
            }
        case .event(let number, let event):
            if number == request?.number { receive(event) }
        }
    }

    /// Requests the page at the cursor.
    private func send() {
        request = nil
        requestCount += 1
        next = nil
        change(to: .loading)
        let number = requestCount
        let events = load(cursor).subscribe { [weak actions] in actions?.onNext(.event(number, $0)) }
        request = (number, events.scoped())
    }

    private func receive(_ event: Event<Page<[Element]>>) {
        switch event {
        case .next(let page):
            items.replaceSubrange(start..., with: page.value)
            next = page.next
        case .error(let error):
            request = nil
            change(to: .failed(error))
        case .completed:
            request = nil
            if let next { (cursor, start) = (next, items.count) }
            change(to: next == nil ? .finished : .idle)
        }
    }

    private func change(to status: Pager<Element>.Status) {
        self.status = status
        states.onNext(Pager.State(items: items, status: status))
    }
}
