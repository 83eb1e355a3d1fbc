public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Returns one page of the list of all tags.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is out of
    /// range.
    ///
    /// - Parameters:
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    ///   - sort: The sort order. `nil` sorts by creation date, newest first.
    /// - Returns: A cold `Observable<[Tag]>` that emits one array and then completes. The array is empty if the page is
    ///   after the last one.
    /// - SeeAlso: `GET /api/v2/tags`, <https://qiita.com/api/v2/docs#get-apiv2tags>, read 2026-11-21.
    public func tags(page: Int = 1, perPage: Int = 20, sort: TagSort? = nil) -> Observable<[Tag]> {
        send(ListTags(page: page, perPage: perPage, sort: sort)).map(\.elements)
    }

    /// Returns a tag.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the tag does not exist. Fails at the `request` stage, without
    /// sending a request, if the ID is empty, `.` or `..`, because such an ID is not a valid path segment.
    ///
    /// - Parameter id: The name of the tag, not percent-encoded: `C++`, `初心者`.
    /// - Returns: A cold `Observable<Tag>` that emits one tag and then completes.
    /// - SeeAlso: `GET /api/v2/tags/:tag_id`, <https://qiita.com/api/v2/docs#get-apiv2tagstag_id>, read 2026-11-21.
    public func tag(id: Tag.ID) -> Observable<Tag> {
        send(GetTag(id: id))
    }

    /// Returns all tags, requesting pages on demand.
    ///
    ///     for try await tag in client.allTags().values { … }
    ///
    /// Requests the next page after the subscriber has received the last tag of the current page, unless the subscriber
    /// has paused the stream: `take(50)` with 50 tags per page sends one request. The stream completes at an empty page, or
    /// after 100 pages, the maximum of Qiita. If tags are created while the list is being read, tags may be skipped or
    /// repeated.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - perPage: The number of tags per page, 1 to 100. Smaller pages require more requests.
    ///   - sort: The sort order. `nil` sorts by creation date, newest first.
    /// - Returns: A cold `Observable<Tag>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``tagPages(from:perPage:sort:)``
    public func allTags(perPage: Int = 100, sort: TagSort? = nil) -> Observable<Tag> {
        pages(from: 1) { ListTags(page: $0, perPage: perPage, sort: sort) }.elements { $0.elements }
    }

    /// Returns the list of all tags as a stream of pages, which include the total count and the rate limit.
    ///
    /// Requests the next page after the subscriber has received the current one, unless the subscriber has paused the
    /// stream. The stream completes after the last page or after page 100.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - first: The number of the first page, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    ///   - sort: The sort order. `nil` sorts by creation date, newest first.
    /// - Returns: A cold `Observable<ListPage<Tag>>` that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores only the number of the next page.
    public func tagPages(from first: Int = 1, perPage: Int = 100, sort: TagSort? = nil) -> Observable<ListPage<Tag>> {
        pages(from: first) { ListTags(page: $0, perPage: perPage, sort: sort) }.map(\.value)
    }

    /// Returns one page of the tags that a user follows.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist. Fails at the `request` stage, without
    /// sending a request, if `page` or `perPage` is out of range.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    /// - Returns: A cold `Observable<[Tag]>` that emits one array and then completes. The array is empty if the page is
    ///   after the last one.
    /// - SeeAlso: `GET /api/v2/users/:user_id/following_tags`,
    ///   <https://qiita.com/api/v2/docs#get-apiv2usersuser_idfollowing_tags>, read 2026-11-23.
    public func tags(followedBy userID: User.ID, page: Int = 1, perPage: Int = 20) -> Observable<[Tag]> {
        send(ListFollowingTags(userID: userID, page: page, perPage: perPage)).map(\.elements)
    }

    /// Returns all tags that a user follows, requesting pages on demand.
    ///
    /// The paging works as described for ``allTags(perPage:sort:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - perPage: The number of tags per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Tag>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allTags(followedBy userID: User.ID, perPage: Int = 100) -> Observable<Tag> {
        pages(from: 1) { ListFollowingTags(userID: userID, page: $0, perPage: perPage) }.elements { $0.elements }
    }
}
