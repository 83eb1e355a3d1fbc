/// A client of Garage.
public struct GarageClient: Sendable {}
