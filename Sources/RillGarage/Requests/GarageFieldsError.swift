/// An error for an invalid selection of fields.
public struct GarageFieldsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in one line.
    public let description: String

    static let empty = GarageFieldsError(
        description: "fields must not be empty. Use nil to select the server's default fields")

    static let tooDeep = GarageFieldsError(
        description: "fields must not be nested more than \(GarageFields.depthLimit) levels deep")

    static func name(_ name: String) -> GarageFieldsError {
        GarageFieldsError(
            description: "invalid field name \"\(name)\". "
                + "Use letters, digits, _ and ., or *, with nested fields in brackets")
    }
}
