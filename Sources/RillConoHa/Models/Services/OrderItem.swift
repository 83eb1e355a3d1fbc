public import Foundation

/// A service that the account has ordered.
///
/// - SeeAlso: <https://doc.conoha.jp/api-vps2/account-order-item-list-v2/>, read 2026-11-23.
public struct OrderItem: Sendable, Hashable, Identifiable {
    /// The ID of the item (JSON key: `uu_id`).
    public var id: String

    /// The name of the service: `VPS` (JSON key: `service_name`).
    public var serviceName: String

    /// The date when the service started, or `nil` if the response omits it (JSON key: `service_start_date`).
    public var serviceStartDate: Date?

    /// The status of the item: `Active` (JSON key: `item_status`).
    public var status: String

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - id: The ID of the item.
    ///   - serviceName: The name of the service.
    ///   - serviceStartDate: The date when the service started.
    ///   - status: The status of the item.
    public init(id: String, serviceName: String, serviceStartDate: Date? = nil, status: String) {
        self.id = id
        self.serviceName = serviceName
        self.serviceStartDate = serviceStartDate
        self.status = status
    }
}

extension OrderItem: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id = "uu_id"
        case serviceName = "service_name"
        case serviceStartDate = "service_start_date"
        case status = "item_status"
    }
}
