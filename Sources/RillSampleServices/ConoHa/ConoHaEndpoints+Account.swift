internal import RillHTTPTesting

/// The endpoints of the account service.
extension ConoHaEndpoints {
    private static let root = "/account/{region}/v1/{tenant}"

    func addAccount(to router: inout Router) {
        router.get(Self.root + "/order-items") { request in
            try checkTenant(of: request)
            let items = ["VPS", "VPSAddDisk"].enumerated().map { number, name -> JSONValue in
                [
                    "uu_id": "00000000-0000-0000-0000-00000000000\(number)", "service_name": .string(name),
                    "service_start_date": "2026-01-0\(number + 1)T13:48:03", "item_status": "Active",
                ]
            }
            return .json(["order_items": .array(items)])
        }
        router.get(Self.root + "/billing-invoices", items: ["offset", "limit"]) { request in
            try checkTenant(of: request)
            let offset = try Self.number("offset", in: request, atLeast: 0) ?? 0
            let limit = try Self.number("limit", in: request, atLeast: 1) ?? 1_000
            let invoices = (1...12).reversed().dropFirst(offset).prefix(limit).map { Self.invoice($0) }
            return .json(["billing_invoices": .array(invoices)])
        }
        router.get(Self.root + "/payment-summary") { request in
            try checkTenant(of: request)
            return .json(["payment_summary": ["total_deposit_amount": 12_000]])
        }
    }

    /// Returns the integer in a query parameter, or `nil` if the request omits the parameter.
    private static func number(_ name: String, in request: RoutedRequest, atLeast minimum: Int) throws -> Int? {
        let error = ConoHaError.badRequest("\(name) must be an integer of at least \(minimum)")
        return try request.request.integer(name, in: minimum...Int.max, orThrow: error)
    }

    private static func invoice(_ number: Int) -> JSONValue {
        let month = number < 10 ? "0\(number)" : "\(number)"
        return [
            "invoice_id": .integer(number), "payment_method_type": "Charge", "bill_plas_tax": .integer(900 + number),
            "invoice_date": "2026-\(month)-01T00:00:00Z", "due_date": "2026-\(month)-01T00:00:00Z",
        ]
    }
}
