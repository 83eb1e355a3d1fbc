public import Rill

extension Client {
    /// Reads a list page by page, as the pages are asked for.
    ///
    ///     sent     a-----b-----c
    ///     result   ---A-----B-----C|
    ///
    ///     for try await page in client.pages(Repositories(), by: .linkHeader).values { … }
    ///
    /// The first page is what the request asks for as it stands; for the others the strategy changes its address, and all
    /// else is repeated: method, fields, body, time-out, the way to read the answer. Each page is an exchange of its own,
    /// with the client's middleware around it.
    ///
    /// The next page is asked for when the one before has been taken, and not while the subscriber is paused:
    /// `take(2)` sends two requests. Whoever keeps a page's ``Page/next`` can go on from there, after an error too.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else: that of the page that failed; at ``APIError/Stage-swift.struct/paging`` with a
    /// ``PagingError`` underneath where a page names no next one that could be asked for, such as one that has been read
    /// already. The pages before have been delivered.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - strategy: How one gets from a page to the next.
    ///   - cursor: Where to begin, from an earlier page's ``Page/next``; nil for the request as it stands.
    /// - Returns: A cold observable that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors, and nothing of the pages.
    /// - SeeAlso: ``elements(of:by:from:)``
    public func pages<Endpoint: Request>(
        _ request: Endpoint, by strategy: PageStrategy<Endpoint.Response>, from cursor: PageCursor? = nil
    ) -> Observable<Page<Endpoint.Response>> {
        .concat(
            PageSequence(client: self, first: cursor) { cursor in
                placed(request, cursor, strategy)
            } next: { page, request in
                let address = address(of: request)
                guard let next = try strategy.next(page, address) else { return nil }
                let other = placed(request.base, next, strategy)
                // What is wrong with the next address is said when it is asked for.
                if other.flaw == nil, self.address(of: other) == address { throw PagingError.loop }
                return next
            })
    }

    /// Reads a list page by page, with a request of its own for each.
    ///
    ///     client.pages { cursor in Search(text: "rx", after: cursor?.description) } next: { page in
    ///         page.value.lastID.flatMap { PageCursor($0) }
    ///     }
    ///
    /// For lists whose next page is asked for by more than the query: by the body, for example. Otherwise as
    /// ``pages(_:by:from:)``.
    ///
    /// ## Errors
    /// ``APIError`` and nothing else; what `next` throws comes behind its page, at
    /// ``APIError/Stage-swift.struct/paging``.
    ///
    /// - Parameters:
    ///   - cursor: Where to begin, from an earlier page's ``Page/next``; nil for the beginning.
    ///   - request: Makes the request for a page; takes nil for the first.
    ///   - next: Takes a page, whose `next` is not known yet, and makes the cursor of the one behind it, nil if it was the
    ///     last.
    /// - Returns: A cold observable that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors, and nothing of the pages.
    public func pages<Endpoint: Request>(
        from cursor: PageCursor? = nil, request: @escaping @Sendable (PageCursor?) -> Endpoint,
        next: @escaping @Sendable (Page<Endpoint.Response>) throws -> PageCursor?
    ) -> Observable<Page<Endpoint.Response>> {
        .concat(
            PageSequence(client: self, first: cursor) { cursor in
                PageRequest(base: request(cursor))
            } next: { page, _ in
                try next(page)
            })
    }

    /// Reads the elements of a list, page by page, as they are asked for.
    ///
    ///     sent     a--------b-------
    ///     result   ---(123)----(456)|
    ///
    ///     client.elements(of: Tags(), by: .linkHeader).take(50)       // with 20 to a page: three requests
    ///
    /// The next page is asked for when the last element of the one before has been taken, and not while the subscriber is
    /// paused. Where the response is not the list itself, there is `client.pages(…).elements { $0.items }`.
    ///
    /// ## Errors
    /// As ``pages(_:by:from:)``; the elements before have been delivered.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - strategy: How one gets from a page to the next.
    ///   - cursor: Where to begin; nil for the request as it stands.
    /// - Returns: A cold observable that parks.
    /// - Complexity: One page in memory.
    public func elements<Endpoint: Request>(
        of request: Endpoint, by strategy: PageStrategy<Endpoint.Response>, from cursor: PageCursor? = nil
    ) -> Observable<Endpoint.Response.Element>
    where Endpoint.Response: Sequence, Endpoint.Response.Element: Sendable {
        pages(request, by: strategy, from: cursor).elements { $0 }
    }

    // MARK: Addresses

    private func placed<Endpoint: Request>(
        _ request: Endpoint, _ cursor: PageCursor?, _ strategy: PageStrategy<Endpoint.Response>
    ) -> PageRequest<Endpoint> {
        var placed = PageRequest(base: request)
        let own = address(of: placed)
        var address = own
        do {
            try strategy.place(cursor, &address)
            if address != own { placed.address = address }
        } catch {
            placed.flaw = error
        }
        return placed
    }

    /// The address of a request, as it goes to the outermost middleware.
    private func address(of request: any Request) -> HTTPRequest {
        var message = makeExchange(for: request, accepting: nil).message
        message.headerFields = [:]
        return message
    }
}
