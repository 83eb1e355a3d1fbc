public import Foundation

/// An invoice of the account.
///
/// - SeeAlso: <https://doc.conoha.jp/api-vps2/account-billing-invoices-detail-specified-v2/>, read 2026-11-23.
public struct Invoice: Sendable, Hashable, Identifiable {
    /// The ID of the invoice (JSON key: `invoice_id`).
    public var id: Int

    /// The payment method: `Charge` (JSON key: `payment_method_type`).
    public var paymentMethod: String

    /// The amount including taxes (JSON key: `bill_plas_tax`).
    ///
    /// The key `bill_plus_tax` is also accepted.
    public var amount: Int

    /// The date of the invoice (JSON key: `invoice_date`).
    public var date: Date

    /// The due date, or `nil` if the response omits it (JSON key: `due_date`).
    public var dueDate: Date?

    /// Creates an invoice.
    ///
    /// - Parameters:
    ///   - id: The ID of the invoice.
    ///   - paymentMethod: The payment method.
    ///   - amount: The amount including taxes.
    ///   - date: The date of the invoice.
    ///   - dueDate: The due date.
    public init(id: Int, paymentMethod: String, amount: Int, date: Date, dueDate: Date? = nil) {
        self.id = id
        self.paymentMethod = paymentMethod
        self.amount = amount
        self.date = date
        self.dueDate = dueDate
    }
}

extension Invoice: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id = "invoice_id"
        case paymentMethod = "payment_method_type"
        case amount = "bill_plas_tax"
        case otherAmount = "bill_plus_tax"
        case date = "invoice_date"
        case dueDate = "due_date"
    }

    /// Decodes an invoice.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let amount =
            try container.decodeIfPresent(Int.self, forKey: .amount)
            ?? container.decodeIfPresent(Int.self, forKey: .otherAmount)
        self.init(
            id: try container.decode(Int.self, forKey: .id),
            paymentMethod: try container.decode(String.self, forKey: .paymentMethod),
            amount: try amount ?? container.decode(Int.self, forKey: .amount),
            date: try container.decode(Date.self, forKey: .date),
            dueDate: try container.decodeIfPresent(Date.self, forKey: .dueDate))
    }
}
