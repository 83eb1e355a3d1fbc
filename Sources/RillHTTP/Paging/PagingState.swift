/// The paging state of a subscription.
final class PagingState: @unchecked Sendable {
    // Accessed serially (rule 1.3): a page's events are serialized, and the page has ended when the next is requested.

    /// The cursor of the next page or the error to emit instead of it, or `nil` at the end.
    private var step: Result<PageCursor?, APIError>?
    private var current: PageCursor?

    /// A past cursor, kept to detect loops of any length with constant memory (Brent's algorithm).
    private var checkpoint: PageCursor?

    /// The number of cursors since the checkpoint.
    private var stepsSinceCheckpoint = 0

    /// The number of cursors after which the checkpoint is replaced.
    ///
    /// The interval doubles each time.
    private var checkpointInterval = 1

    init(from cursor: PageCursor?) {
        step = .success(cursor)
        current = cursor
        checkpoint = cursor
    }

    /// Returns the next step, or `nil` at the end.
    ///
    /// The following step is the end, unless `advance(to:detectsLoops:)` or `fail(_:)` is called.
    func takeStep() -> Result<PageCursor?, APIError>? { step.take() }

    /// Sets the cursor of the next page, or `nil` if there is none.
    ///
    /// If `detectsLoops` is `true`, a cursor that was already used is an error.
    func advance(to cursor: PageCursor?, detectsLoops: Bool) throws(PagingError) {
        guard let cursor else { return }
        step = .success(cursor)
        guard detectsLoops else { return }
        guard cursor != current, cursor != checkpoint else { throw .loop }
        stepsSinceCheckpoint += 1
        if stepsSinceCheckpoint == checkpointInterval {
            checkpoint = cursor
            stepsSinceCheckpoint = 0
            checkpointInterval *= 2
        }
        current = cursor
    }

    func fail(_ error: APIError) {
        step = .failure(error)
    }
}
