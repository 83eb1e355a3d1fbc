/// A client of ConoHa.
public struct ConoHaClient: Sendable {}
