internal import Foundation
internal import Rill

/// The requests for the pages of a list.
///
/// Each request is created on demand, until a page has no next page.
///
/// `concat` requests the next observable when the previous one has completed and the subscriber has demand.
struct PageSequence<SomeRequest: Request>: Sequence, Sendable {
    typealias Value = SomeRequest.Response

    let client: Client

    /// The cursor of the first page.
    let first: PageCursor?

    /// Whether a cursor that was already used is an error.
    let detectsLoops: Bool

    /// A closure that creates the request for a page.
    let request: @Sendable (PageCursor?) -> PageRequest<Value>

    /// A closure that returns the cursor of the next page.
    ///
    /// The closure receives the page and its request.
    let next: @Sendable (Page<Value>, PageRequest<Value>) throws -> PageCursor?

    /// Returns an iterator that starts at the first page and has its own state.
    func makeIterator() -> AnyIterator<Observable<Page<Value>>> {
        let state = PagingState(from: first)
        return AnyIterator {
            switch state.takeStep() {
            case .success(let cursor)?: page(cursor, state)
            case .failure(let error)?: .error(error)
            case nil: nil
            }
        }
    }

    private func page(_ cursor: PageCursor?, _ state: PagingState) -> Observable<Page<Value>> {
        .deferred {
            let request = request(cursor)
            return client.send(as: SomeRequest.self) {
                request.endpoint
            } read: { exchange, endpoint, decoder in
                var page = try exchange.read(with: decoder) { head, body in
                    Page(value: try endpoint.parser.read(head, body, decoder: decoder), head: head, cursor: cursor)
                }
                do {
                    page.next = try next(page, request)
                    try state.advance(to: page.next, detectsLoops: detectsLoops)
                } catch {
                    // The page is delivered before the error, which is emitted instead of the next page.
                    page.next = nil
                    state.fail(error as? APIError ?? exchange.error(at: .paging, error, showsBody: false))
                }
                return page
            }
        }
        // `concat` subscribes one source ahead; a page is requested only when the subscriber wants more.
        .startingWhenResumed()
    }
}
