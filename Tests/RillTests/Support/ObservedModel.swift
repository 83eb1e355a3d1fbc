import Observation

/// A model whose changes are observed.
///
/// Declared in a file that does not import Rill, which also has a type with the name `Observable`.
@MainActor @Observable
final class ObservedModel {
    var name = "a"
    var count = 0
    @ObservationIgnored var ignored = 0
}
