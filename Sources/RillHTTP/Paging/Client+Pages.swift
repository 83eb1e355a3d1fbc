public import Rill
internal import RillHTTPTypes

extension Client {
    /// Returns an observable that requests the pages of a list on demand.
    ///
    ///     sent     a-----b-----c
    ///     result   ---A-----B-----C|
    ///
    ///     for try await page in client.pages(Repositories(), by: .linkHeader).values { … }
    ///
    /// The first page is the response to the unchanged request. For each following page, the strategy changes the URL
    /// of the request; everything else stays the same, such as the header fields, the body and the options. Each page is
    /// a separate exchange that passes through the request's and the client's middleware.
    ///
    /// The next page is requested after the previous one has been delivered, but not while the subscriber is paused, so
    /// `take(2)` sends two requests. To continue later, for example after an error, save a page's ``Page/next``.
    ///
    /// ## Errors
    /// Fails with an ``APIError``: either the error of the failed page, or an error at
    /// ``APIError/Stage-swift.struct/paging`` with an underlying ``PagingError`` if the next page cannot be determined
    /// or has already been read. All previous pages are delivered first.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - strategy: The strategy that determines the next page.
    ///   - cursor: The cursor of the first page to request, such as ``Page/next`` of an earlier page. Defaults to
    ///     `nil`, which sends the request unchanged.
    /// - Returns: A cold observable of at least one page, with back-pressure.
    /// - Complexity: Stores two cursors, but no pages.
    /// - SeeAlso: ``elements(of:by:from:)``
    public func pages<SomeRequest: Request>(
        _ request: SomeRequest, by strategy: PageStrategy<SomeRequest.Response>, from cursor: PageCursor? = nil
    ) -> Observable<Page<SomeRequest.Response>> {
        .concat(
            PageSequence<SomeRequest>(client: self, first: cursor, detectsLoops: true) { cursor in
                PageRequest(request.resolvedEndpoint, of: self) { try strategy.apply(cursor, &$0) }
            } next: { page, request in
                guard let next = try strategy.next(page, request.target) else { return nil }
                var target = request.first
                // An invalid cursor is reported when its page is requested.
                let isValid = (try? strategy.apply(next, &target)) != nil
                if isValid, target == request.target { throw PagingError.loop }
                return next
            })
    }

    /// Returns an observable that requests the pages of a list on demand, with a custom request for each page.
    ///
    ///     client.pages { cursor in Search(text: "rx", after: cursor?.description) } next: { page in
    ///         page.value.lastID.flatMap { PageCursor($0) }
    ///     }
    ///
    /// Use this method if more than the query differs between pages, such as the body. Otherwise, it behaves like
    /// ``pages(_:by:from:)``, except that a cursor can be used again, such as the identifier of a list on the server.
    ///
    /// ## Errors
    /// Fails with an ``APIError``. Errors thrown by `next` are emitted after the page, at
    /// ``APIError/Stage-swift.struct/paging``.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the first page to request, such as ``Page/next`` of an earlier page. Defaults to
    ///     `nil`, which means the first page.
    ///   - request: A closure that creates the request for a page. Receives `nil` for the first page.
    ///   - next: A closure that returns the cursor of the next page, or `nil` for the last page. If it never returns `nil`,
    ///     the requests do not end. The `next` property of its argument is `nil`.
    /// - Returns: A cold observable of at least one page, with back-pressure.
    /// - Complexity: Stores two cursors, but no pages.
    public func pages<SomeRequest: Request>(
        from cursor: PageCursor? = nil, request: @escaping @Sendable (PageCursor?) -> SomeRequest,
        next: @escaping @Sendable (Page<SomeRequest.Response>) throws -> PageCursor?
    ) -> Observable<Page<SomeRequest.Response>> {
        .concat(
            PageSequence<SomeRequest>(client: self, first: cursor, detectsLoops: false) { cursor in
                PageRequest(request(cursor).resolvedEndpoint, of: self)
            } next: { page, _ in
                try next(page)
            })
    }

    /// Returns an observable of the elements of a list, which requests its pages on demand.
    ///
    ///     sent     a--------b-------
    ///     result   ---(123)----(456)|
    ///
    ///     client.elements(of: Tags(), by: .linkHeader).take(50)       // three requests for pages of 20 elements
    ///
    /// The next page is requested after the last element of the previous page has been delivered, but not while the
    /// subscriber is paused. If the response contains the list in a property, use
    /// `client.pages(…).elements { $0.items }`.
    ///
    /// ## Errors
    /// The same as for ``pages(_:by:from:)``. All previous elements are delivered first.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - strategy: The strategy that determines the next page.
    ///   - cursor: The first page to request. Defaults to `nil`, which sends the request unchanged.
    /// - Returns: A cold observable of the elements, with back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func elements<SomeRequest: Request>(
        of request: SomeRequest, by strategy: PageStrategy<SomeRequest.Response>, from cursor: PageCursor? = nil
    ) -> Observable<SomeRequest.Response.Element>
    where SomeRequest.Response: Sequence, SomeRequest.Response.Element: Sendable {
        pages(request, by: strategy, from: cursor).elements { $0 }
    }

    /// Returns the method and URL of a request as the outermost middleware receives it, without header fields.
    func target(of request: Endpoint<some Any>) -> HTTPRequest {
        var httpRequest = makeHTTPRequest(for: request)
        httpRequest.headerFields = [:]
        return httpRequest
    }
}
