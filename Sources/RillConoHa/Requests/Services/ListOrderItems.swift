public import RillHTTP

/// Lists the ordered services: `GET /order-items` of the account service.
///
/// - SeeAlso: <https://doc.conoha.jp/api-vps2/account-order-item-list-v2/>, read 2026-11-23.
public struct ListOrderItems: Request, Hashable {
    /// The ordered services.
    public typealias Response = [OrderItem]

    /// Creates a request.
    public init() {}

    /// `/order-items`.
    public var path: URLPath { "/order-items" }

    /// Decodes the value of the key `order_items`.
    public var parser: ResponseParser<[OrderItem]> { .json(at: "order_items").validateJSON() }
}
