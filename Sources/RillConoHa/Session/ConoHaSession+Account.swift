public import Rill
internal import RillHTTP

extension ConoHaSession {
    /// Returns the services that the account has ordered.
    ///
    /// Documented for VPS 2.0.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[OrderItem]>` that emits one array and then completes.
    /// - SeeAlso: `GET /order-items`, <https://doc.conoha.jp/api-vps2/account-order-item-list-v2/>, read 2026-11-23.
    public func orderItems(region: Region? = nil) -> Observable<[OrderItem]> {
        send(ListOrderItems(), to: .account, region: region)
    }

    /// Returns invoices of the account.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request: at the `request` stage, without
    /// sending a request, if the limit is less than 1 or the offset is less than 0.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of invoices, at least 1. `nil` means 1,000.
    ///   - offset: The number of invoices to skip, at least 0. Defaults to 0.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[Invoice]>` that emits one array and then completes.
    /// - SeeAlso: `GET /billing-invoices`, <https://www.conoha.jp/docs/account-billing-invoices-list.php>, read
    ///   2026-11-23.
    public func invoices(limit: Int? = nil, offset: Int = 0, region: Region? = nil) -> Observable<[Invoice]> {
        send(ListInvoices(limit: limit, offset: offset), to: .account, region: region)
    }

    /// Returns the deposit of the account, the value of the JSON key `total_deposit_amount`.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<Int>` that emits one amount and then completes.
    /// - SeeAlso: `GET /payment-summary`, <https://doc.conoha.jp/reference/api-vps2/api-account-vps2/>, read
    ///   2026-11-23.
    public func deposit(region: Region? = nil) -> Observable<Int> {
        send(GetDeposit(), to: .account, region: region)
    }
}
