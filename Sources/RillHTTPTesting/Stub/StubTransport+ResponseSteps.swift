internal import RillHTTP
internal import RillTesting

extension StubTransport.Response {
    /// The steps of a response that are due at the same time.
    struct Moment: Sendable {
        let due: Due
        var steps: [Step]
    }

    /// The due time of a step, relative to the request.
    enum Due: Sendable, Equatable {
        case after(Duration)
        case tick(Int)

        /// Returns the delay for a given tick length.
        ///
        /// Only drawn responses, which require a clock with ticks, use the tick length.
        func delay(tick length: Duration?) -> Duration {
            switch self {
            case .after(let delay): delay
            case .tick(let tick): (length ?? .zero) * tick
            }
        }
    }

    /// One event of a response, or one step of the upload before it, with the character that represents it in diagrams.
    struct Step: Sendable {
        /// The event.
        enum Content: Sendable {
            case event(Event<TransportEvent>)

            /// A part of the request body has been uploaded.
            case upload(UploadStep)
        }

        let content: Content
        let character: Character

        init(_ content: Content, as character: Character) {
            self.content = content
            self.character = character
        }

        /// The event that the subscriber receives, or `nil` for an upload step.
        var event: Event<TransportEvent>? {
            if case .event(let event) = content { event } else { nil }
        }

        /// The uploaded part of the request body, or `nil` for an event.
        var upload: UploadStep? {
            if case .upload(let upload) = content { upload } else { nil }
        }

        /// Creates a step that is not drawn as a diagram.
        ///
        /// A chunk of a single character is represented by that character.
        init(_ event: Event<TransportEvent>) {
            switch event {
            case .next(.head): self.init(.event(event), as: .head)
            case .next(.chunk(let bytes)): self.init(.event(event), as: Self.ownCharacter(of: bytes) ?? .anyChunk)
            case .error: self.init(.event(event), as: MarbleSymbol.error.rawValue)
            case .completed: self.init(.event(event), as: MarbleSymbol.completed.rawValue)
            }
        }

        private static func ownCharacter(of bytes: [UInt8]) -> Character? {
            // A Unicode scalar is at most 4 bytes long in UTF-8. Longer chunks are not decoded.
            guard bytes.count <= 4, let text = String(validating: bytes, as: UTF8.self), text.count == 1,
                let character = text.first, character != .head
            else { return nil }
            return MarbleSymbol(rawValue: character) == nil && !MarbleSymbol.isIgnored(character) ? character : nil
        }
    }
}

/// The characters of response and exchange diagrams that ``MarbleSymbol`` does not define.
extension Character {
    /// The response head.
    static var head: Character { "h" }

    /// The end of the request body.
    static var uploaded: Character { "u" }

    /// A chunk of a response that was not drawn as a diagram.
    static var anyChunk: Character { "*" }

    /// The request.
    static var sent: Character { MarbleSymbol.subscribe.rawValue }

    /// The cancellation of the exchange by the client.
    static var cancelled: Character { MarbleSymbol.dispose.rawValue }
}
