/// How far one subscription has come in a list of pages.
final class PageWay: @unchecked Sendable {
    // Guarded by rule 1.3: a page's events come one at a time, and it has ended when the next is asked for.

    /// What comes next.
    enum Step: Sendable {
        case page(PageCursor?)
        case failure(APIError)
        case end
    }

    private var step: Step
    private var current: PageCursor?

    /// One of the cursors that have been, and how many have come since; kept for twice as many each time (Brent), so that a
    /// circle of any length is found without keeping all.
    private var mark: PageCursor?
    private var sinceMark = 0
    private var markLife = 1

    init(from cursor: PageCursor?) {
        step = .page(cursor)
        current = cursor
        mark = cursor
    }

    /// What comes next; after that, the end, until a page says more.
    func takeStep() -> Step {
        defer { step = .end }
        return step
    }

    /// Notes where the next page begins; nil if there is none.
    func goOn(to cursor: PageCursor?) throws(PagingError) {
        guard let cursor else { return }
        guard cursor != current, cursor != mark else { throw .loop }
        sinceMark += 1
        if sinceMark == markLife {
            mark = cursor
            sinceMark = 0
            markLife *= 2
        }
        current = cursor
        step = .page(cursor)
    }

    func fail(_ error: APIError) {
        step = .failure(error)
    }
}

extension PagingError {
    static var loop: PagingError {
        PagingError(.loop, "the answer names a page as the next one that has been read already")
    }
}
