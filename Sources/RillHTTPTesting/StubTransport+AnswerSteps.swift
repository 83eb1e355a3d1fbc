internal import Rill
internal import RillHTTP
internal import RillTesting

extension StubTransport.Answer {
    /// The pieces of an answer that arrive together.
    struct Moment: Sendable {
        let due: Due
        var steps: [Step]
    }

    /// When a piece arrives, counted from the request.
    enum Due: Sendable, Equatable {
        case after(Duration)
        case tick(Int)

        /// How long to wait where a tick has this length; only drawn answers, which need a clock with ticks, ask for it.
        func delay(tick length: Duration?) -> Duration {
            switch self {
            case .after(let delay): delay
            case .tick(let tick): (length ?? .zero) * tick
            }
        }
    }

    /// One piece of an answer, and the character that stands for it.
    struct Step: Sendable {
        let event: Event<TransportEvent>
        let character: Character

        init(_ event: Event<TransportEvent>, as character: Character) {
            self.event = event
            self.character = character
        }

        /// Makes a step that nobody has drawn: a chunk that is one character stands for itself.
        init(_ event: Event<TransportEvent>) {
            switch event {
            case .next(.head): self.init(event, as: .head)
            case .next(.chunk(let bytes)): self.init(event, as: Self.ownCharacter(of: bytes) ?? .anyChunk)
            case .error: self.init(event, as: MarbleSymbol.error.rawValue)
            case .completed: self.init(event, as: MarbleSymbol.completed.rawValue)
            }
        }

        private static func ownCharacter(of bytes: [UInt8]) -> Character? {
            // No scalar takes more bytes, and longer texts need not be read.
            guard bytes.count <= 4, let text = String(validating: bytes, as: UTF8.self), text.count == 1,
                let character = text.first, character != .head
            else { return nil }
            return MarbleSymbol(rawValue: character) == nil && !MarbleSymbol.isIgnored(character) ? character : nil
        }
    }
}

/// The characters that mean something in the diagrams of answers and exchanges, beside those of ``MarbleSymbol``.
extension Character {
    /// The head of the answer.
    static var head: Character { "h" }

    /// A chunk of an answer that was not drawn.
    static var anyChunk: Character { "*" }

    /// The request is sent.
    static var sent: Character { MarbleSymbol.subscribe.rawValue }

    /// The client gives the exchange up.
    static var cancelled: Character { MarbleSymbol.dispose.rawValue }
}
