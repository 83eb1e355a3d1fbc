import Observation

/// A model whose changes Observation tracks.
///
/// The model is declared in a file that does not import Rill, because Rill also declares a type with the name
/// `Observable`.
@MainActor @Observable
final class ObservedModel {
    var name = "a"
    var count = 0
    @ObservationIgnored var ignored = 0
}
