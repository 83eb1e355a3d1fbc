internal import Rill

/// The requests for a list's pages, each made when it is asked for, as long as the page before names another.
///
/// Meant for `concat`, which asks for a source when the one before has completed and its subscriber wants more.
struct PageSequence<Endpoint: Request>: Sequence, Sendable {
    typealias Value = Endpoint.Response

    let client: Client

    /// Where the first page begins.
    let first: PageCursor?

    /// Makes the request for a page.
    let request: @Sendable (PageCursor?) -> PageRequest<Endpoint>

    /// The cursor of the page behind a page that was asked for by a request.
    let next: @Sendable (Page<Value>, PageRequest<Endpoint>) throws -> PageCursor?

    /// Begins anew with the first page.
    func makeIterator() -> Iterator {
        Iterator(pages: self, way: PageWay(from: first))
    }

    struct Iterator: IteratorProtocol, Sendable {
        let pages: PageSequence
        let way: PageWay

        func next() -> Observable<Page<Value>>? {
            switch way.takeStep() {
            case .page(let cursor): pages.page(cursor, way)
            case .failure(let error): .error(error)
            case .end: nil
            }
        }
    }

    private func page(_ cursor: PageCursor?, _ way: PageWay) -> Observable<Page<Value>> {
        let request = request(cursor)
        // `concat` subscribes one source ahead; a page is requested only when the subscriber wants more.
        return client.send(request).startingWhenResumed().map { answer in
            var page = Page(value: answer.value, head: answer.head, cursor: cursor)
            do {
                page.next = try next(page, request)
                try way.goOn(to: page.next)
            } catch {
                // The page is good: it is delivered, and the error comes where the next page would.
                page.next = nil
                way.fail(
                    error as? APIError
                        ?? APIError(
                            stage: .paging, request: client.makeExchange(for: request, accepting: nil).message,
                            response: page.head, underlying: error))
            }
            return page
        }
    }
}
