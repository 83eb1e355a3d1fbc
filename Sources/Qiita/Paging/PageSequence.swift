internal import Rill

/// The requests for a list's pages, each made when it is asked for, as long as the page before names another.
///
/// Meant for `concat`, which asks for a source when the one before has completed.
struct PageSequence<Page: Sendable, Element: Sendable>: Sequence, Sendable {
    /// The number of the first page.
    let first: Int

    /// Asks for a page.
    let request: @Sendable (Int) -> Observable<Page>

    /// The number of the page that follows; nil if there is none.
    let next: @Sendable (Page) -> Int?

    /// What a page is turned into.
    ///
    /// It completes when all of the page has been taken.
    let contents: @Sendable (Observable<Page>) -> Observable<Element>

    /// Begins anew with the first page.
    func makeIterator() -> Iterator {
        Iterator(sequence: self, cursor: PageCursor(first))
    }

    struct Iterator: IteratorProtocol, Sendable {
        let sequence: PageSequence
        let cursor: PageCursor

        func next() -> Observable<Element>? {
            guard let number = cursor.take() else { return nil }
            let page = sequence.request(number).map { page in
                cursor.set(sequence.next(page))
                return page
            }
            return sequence.contents(page)
        }
    }
}

/// The number of the next page: written when a page arrives, taken when the next one is asked for.
final class PageCursor: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var number: Int?

    init(_ number: Int) {
        self.number = number
    }

    func take() -> Int? {
        lock.withLock {
            let taken = number
            number = nil
            return taken
        }
    }

    func set(_ number: Int?) {
        lock.withLock { self.number = number }
    }
}
