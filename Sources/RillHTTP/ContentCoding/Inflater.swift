internal import RillHTTPTypes
internal import RillSystem

/// Decompresses a body with the content coding `gzip` or `deflate`, in chunks of limited size.
final class Inflater: @unchecked Sendable {  // used by one event at a time
    private enum State {
        case decompressing
        /// A gzip member has ended. Another one may follow.
        case betweenMembers
        /// The content is complete. Bytes that follow are ignored.
        case ended
    }

    /// The number of bytes needed to recognize a gzip member or a zlib header.
    private static let headerSize = 2

    private let coding: ContentCoding
    private let library: SystemZLib
    private var decompressor: SystemZLib.Decompressor?
    private var state = State.decompressing

    /// The compressed bytes that have not been decompressed begin at `position`.
    private var input: [UInt8] = []
    private var position = 0

    /// Whether zlib may have more output without more input.
    private var hasOutput = false

    init(_ coding: ContentCoding, _ library: SystemZLib) {
        self.coding = coding
        self.library = library
    }

    /// Whether the content is complete, so that the body may end.
    var isComplete: Bool {
        switch state {
        case .decompressing: false
        // A single byte can be the beginning of another member.
        case .betweenMembers: position == input.count
        case .ended: true
        }
    }

    /// Appends compressed bytes.
    func append(_ bytes: [UInt8]) {
        input = position < input.count ? input[position...] + bytes : bytes
        position = 0
    }

    /// Returns the next piece, or `nil` if more compressed bytes are needed.
    func next() throws(TransportError) -> [UInt8]? {
        while true {
            switch state {
            case .decompressing:
                // At the beginning, `deflate` needs two bytes to determine the format.
                let needed = decompressor == nil && coding == .deflate ? Self.headerSize : 1
                guard hasOutput || input.count - position >= needed else { return nil }
                let piece = try decompress()
                if !piece.isEmpty { return piece }
            case .betweenMembers:
                guard position < input.count else { return nil }
                let next = input[position...].prefix(Self.headerSize)
                // Bytes other than another member are ignored, as by browsers: some servers append padding.
                if !Self.gzipMagic.starts(with: next) {
                    state = .ended
                } else if next.count == Self.headerSize {
                    decompressor?.reset()
                    state = .decompressing
                } else {
                    return nil
                }
            case .ended:
                position = input.count
                return nil
            }
        }
    }

    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    /// Decompresses the next piece, which can be empty.
    private func decompress() throws(TransportError) -> [UInt8] {
        do {
            let decompressor = try startedDecompressor()
            // Most bodies are small, and expand to a few times their size.
            let roomSize = SystemZLib.roomSize((input.count - position) * 4)
            var piece: [UInt8] = []
            let stop = try decompressor.decompress(input, from: &position, limit: roomSize, into: &piece)
            hasOutput = stop == .isFull
            if stop == .hasEnded { state = coding == .gzip ? .betweenMembers : .ended }
            return piece
        } catch {
            throw TransportError(.malformedResponse, "cannot decode the \(coding.rawValue) body: \(error.reason)")
        }
    }

    private func startedDecompressor() throws(SystemZLib.Failure) -> SystemZLib.Decompressor {
        if let decompressor { return decompressor }
        // Adding 16 to the window of 15 bits selects the gzip format. A negative number selects the format without header
        // and checksum, which some servers send as `deflate`.
        let windowBits: Int32 =
            switch coding {
            case .gzip: 15 + 16
            case .deflate: isZlibHeader ? 15 : -15
            }
        let decompressor = try SystemZLib.Decompressor(library, windowBits: windowBits)
        self.decompressor = decompressor
        return decompressor
    }

    /// Whether the input begins with the header of the zlib format (RFC 1950, 2.2).
    private var isZlibHeader: Bool {
        let (first, second) = (Int(input[position]), Int(input[position + 1]))
        return first & 0x0F == 8 && (first << 8 | second) % 31 == 0
    }
}
