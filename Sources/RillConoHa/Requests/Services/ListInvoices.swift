public import RillHTTP

/// Lists the invoices: `GET /billing-invoices` of the account service.
///
/// - SeeAlso: <https://www.conoha.jp/docs/account-billing-invoices-list.php>, read 2026-11-23.
public struct ListInvoices: Request, Hashable {
    /// The invoices.
    public typealias Response = [Invoice]

    /// The maximum number of invoices, at least 1.
    ///
    /// `nil` means 1,000.
    public var limit: Int?

    /// The number of invoices to skip, at least 0.
    public var offset: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of invoices, at least 1. `nil` means 1,000.
    ///   - offset: The number of invoices to skip, at least 0. Defaults to 0.
    public init(limit: Int? = nil, offset: Int = 0) {
        self.limit = limit
        self.offset = offset
    }

    /// `/billing-invoices`.
    public var path: URLPath { "/billing-invoices" }

    /// The query parameters `limit`, unless it is `nil`, and `offset`, unless it is 0.
    public var query: QueryItems { ["limit": limit, "offset": offset == 0 ? nil : offset] }

    /// Validates the limit and the offset.
    ///
    /// - Throws: An error if `limit` is less than 1 or `offset` is less than 0.
    public func validate() throws {
        try OutOfRange.check(limit: limit, offset: offset)
    }

    /// Decodes the value of the key `billing_invoices`.
    public var parser: ResponseParser<[Invoice]> { .json(at: "billing_invoices").validateJSON() }
}
