public import Rill
internal import RillHTTP

extension ConoHaSession {
    /// Returns the services that the account has ordered.
    ///
    /// Only ConoHa has an account service. The catalog of VPS 3.0 does not contain it.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[OrderItem]>` that emits one array and then completes.
    /// - SeeAlso: `GET /order-items`, <https://doc.conoha.jp/api-vps2/account-order-item-list-v2/>.
    public func orderItems(region: Region? = nil) -> Observable<[OrderItem]> {
        send(ListOrderItems(), to: .account, region: region)
    }

    /// Returns invoices of the account, newest first.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request: at the `request` stage, without
    /// sending a request, if the limit is less than 1.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of invoices, at least 1. `nil` means 1,000.
    ///   - offset: The number of invoices to skip. Defaults to 0.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[Invoice]>` that emits one array and then completes.
    /// - SeeAlso: `GET /billing-invoices`, <https://www.conoha.jp/docs/account-billing-invoices-list.php>.
    public func invoices(limit: Int? = nil, offset: Int = 0, region: Region? = nil) -> Observable<[Invoice]> {
        send(ListInvoices(limit: limit, offset: offset), to: .account, region: region)
    }

    /// Returns the total amount of all deposits of the account, in yen.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<Int>` that emits one amount and then completes.
    /// - SeeAlso: `GET /payment-summary`, <https://doc.conoha.jp/reference/api-vps2/api-account-vps2/>.
    public func deposit(region: Region? = nil) -> Observable<Int> {
        send(GetDeposit(), to: .account, region: region)
    }
}
