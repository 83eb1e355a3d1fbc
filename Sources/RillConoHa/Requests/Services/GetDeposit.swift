public import RillHTTP

/// Gets the deposit of the account: `GET /payment-summary` of the account service.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-account-vps2/>, read 2026-11-23.
public struct GetDeposit: Request, Hashable {
    /// The deposit (JSON key: `total_deposit_amount`).
    public typealias Response = Int

    /// Creates a request.
    public init() {}

    /// `/payment-summary`.
    public var path: URLPath { "/payment-summary" }

    /// Decodes the value of the key path `payment_summary.total_deposit_amount`.
    public var parser: ResponseParser<Int> { .json(at: "payment_summary.total_deposit_amount").validateJSON() }
}
