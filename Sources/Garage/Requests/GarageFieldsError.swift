/// Why a selection of fields cannot be written.
public struct GarageFieldsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in a line.
    public let description: String

    static let empty = GarageFieldsError(
        description: "fields must name a property, or be nil for those that the server sends by itself")

    static let tooDeep = GarageFieldsError(
        description: "fields must not be nested deeper than \(GarageFields.depthLimit) brackets")

    static func name(_ name: String) -> GarageFieldsError {
        GarageFieldsError(
            description: "fields must be names of letters, digits, _ and ., or *, with their own fields in brackets, "
                + "not \"\(name)\"")
    }
}
