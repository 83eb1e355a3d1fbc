public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Reads one page of the list of all tags.
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is out of its range.
    ///
    /// - Parameters:
    ///   - page: Which page, 1 to 100.
    ///   - perPage: How many tags a page has, 1 to 100.
    ///   - sort: The order; nil for the newest first.
    /// - Returns: A cold `Observable<[Tag]>`: exactly one array, empty behind the last page, then completed.
    /// - SeeAlso: `GET /api/v2/tags`, <https://qiita.com/api/v2/docs#get-apiv2tags>, read 2026-11-21.
    public func tags(page: Int = 1, perPage: Int = 20, sort: TagSort? = nil) -> Observable<[Tag]> {
        send(ListTags(page: page, perPage: perPage, sort: sort)).map(\.tags)
    }

    /// Reads one tag.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such tag; at the stage `request` and before anything is sent if the id is
    /// empty, `.` or `..`, which no address can name.
    ///
    /// - Parameter id: The tag's name, as people write it: `C++`, `初心者`.
    /// - Returns: A cold `Observable<Tag>`: exactly one tag, then completed.
    /// - SeeAlso: `GET /api/v2/tags/:tag_id`, <https://qiita.com/api/v2/docs#get-apiv2tagstag_id>, read 2026-11-21.
    public func tag(id: Tag.ID) -> Observable<Tag> {
        send(GetTag(id: id))
    }

    /// Reads all tags, page by page, as they are asked for.
    ///
    ///     for try await tag in client.allTags().values { … }
    ///
    /// The next page is requested when the last tag of the one before has been taken, and not while the subscriber is
    /// paused: `take(50)` with 50 tags to a page sends one request. Qiita has no page behind the hundredth, so that the
    /// stream completes there, whatever is left. Tags that are created meanwhile may shift the pages.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - perPage: How many tags a page has, 1 to 100; the fewer, the more requests.
    ///   - sort: The order; nil for the newest first.
    /// - Returns: A cold `Observable<Tag>` that parks.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``tagPages(from:perPage:sort:)``
    public func allTags(perPage: Int = 100, sort: TagSort? = nil) -> Observable<Tag> {
        pages(from: 1, perPage, sort).elements { $0.tags }
    }

    /// Reads the list of all tags page by page, as they are asked for, with what Qiita says about each page.
    ///
    /// The next page is requested when the one before has been taken, and not while the subscriber is paused. Completes
    /// after the last page, and after the hundredth.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - first: The page to begin with, 1 to 100.
    ///   - perPage: How many tags a page has, 1 to 100.
    ///   - sort: The order; nil for the newest first.
    /// - Returns: A cold `Observable<TagPage>` that parks: one page or more, then completed.
    /// - Complexity: Keeps the number of the next page.
    public func tagPages(from first: Int = 1, perPage: Int = 100, sort: TagSort? = nil) -> Observable<TagPage> {
        pages(from: first, perPage, sort).map(\.value)
    }

    private func pages(from first: Int, _ perPage: Int, _ sort: TagSort?) -> Observable<Page<TagPage>> {
        client.pages(from: PageCursor(first)) { cursor in
            ListTags(page: cursor?.number ?? first, perPage: perPage, sort: sort)
        } next: { page in
            page.value.nextNumber.map { PageCursor($0) }
        }
    }
}
