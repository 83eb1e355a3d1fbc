internal import Rill

/// The requests for a list's pages, each made when it is asked for, as long as the page before names another.
///
/// Meant for `concat`, which asks for a source when the one before has completed.
struct PageSequence<Page: Sendable>: Sequence, Sendable {
    let first: Int
    let request: @Sendable (Int) -> Observable<Page>
    let next: @Sendable (Page) -> Int?

    init(
        first: Int, request: @escaping @Sendable (Int) -> Observable<Page>, next: @escaping @Sendable (Page) -> Int?
    ) {
        self.first = first
        self.request = request
        self.next = next
    }

    /// Begins anew with the first page.
    func makeIterator() -> Iterator {
        Iterator(sequence: self, cursor: PageCursor(first))
    }

    struct Iterator: IteratorProtocol, Sendable {
        let sequence: PageSequence
        let cursor: PageCursor

        func next() -> Observable<Page>? {
            guard let number = cursor.take() else { return nil }
            return sequence.request(number).map { page in
                cursor.set(sequence.next(page))
                return page
            }
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
