internal import RillHTTPTypes
internal import RillSystem

/// Decompresses a body with the content coding `gzip` or `deflate`, in chunks of limited size.
final class Inflater: @unchecked Sendable {  // used by one event at a time
    private enum State {
        /// No byte has been decompressed. `deflate` needs two bytes to determine the format.
        case beginning
        case decompressing
        /// A gzip member has ended. Another one may follow.
        case betweenMembers
        /// The content is complete. Bytes that follow are ignored.
        case ended
    }

    /// The sizes of the chunks in bytes.
    private static let chunkSizes = 1_024...64 * 1_024

    /// The number of bytes needed to recognize a gzip member or a zlib header.
    private static let headerSize = 2

    private let coding: ContentCoding
    private let library: SystemZLib
    private var stream: UnsafeMutablePointer<SystemZLib.Stream>?
    private var state = State.beginning

    /// The compressed bytes that have not been decompressed begin at `position`.
    private var input: [UInt8] = []
    private var position = 0

    /// Whether zlib may have more output without more input.
    private var hasOutput = false

    init(_ coding: ContentCoding, _ library: SystemZLib) {
        self.coding = coding
        self.library = library
    }

    deinit {
        guard let stream else { return }
        _ = library.endInflate(stream)
        stream.deallocate()
    }

    /// Whether the content is complete, so that the body may end.
    var isComplete: Bool {
        switch state {
        case .beginning, .decompressing: false
        // A single byte can be the beginning of another member.
        case .betweenMembers: position == input.count
        case .ended: true
        }
    }

    /// Appends compressed bytes.
    func append(_ bytes: [UInt8]) {
        if position == input.count {
            input = bytes
        } else {
            input = Array(input[position...]) + bytes
        }
        position = 0
    }

    /// Returns the next piece, or `nil` if more compressed bytes are needed.
    func next() throws(TransportError) -> [UInt8]? {
        while true {
            switch state {
            case .beginning:
                guard input.count - position >= (coding == .deflate ? Self.headerSize : 1) else { return nil }
                try start()
                state = .decompressing
            case .decompressing:
                guard position < input.count || hasOutput else { return nil }
                let piece = try decompress()
                if !piece.isEmpty { return piece }
            case .betweenMembers:
                guard position < input.count else { return nil }
                let next = input[position...].prefix(Self.headerSize)
                // Bytes other than another member are ignored, as by browsers: some servers append padding.
                if !Self.gzipMagic.starts(with: next) {
                    state = .ended
                } else if next.count == Self.headerSize {
                    guard let stream, library.resetInflate(stream) == SystemZLib.ok else {
                        throw failure("zlib could not be reset")
                    }
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

    private func start() throws(TransportError) {
        // Adding 16 to the window of 15 bits selects the gzip format. A negative number selects the format without header
        // and checksum, which some servers send as `deflate`.
        let windowBits: Int32 =
            switch coding {
            case .gzip: 15 + 16
            case .deflate: isZlibHeader ? 15 : -15
            }
        let stream = UnsafeMutablePointer<SystemZLib.Stream>.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        let status = library.startInflate(stream, windowBits, "1", SystemZLib.streamSize)
        guard status == 0 else {
            stream.deallocate()
            throw failure("zlib failed with code \(status)")
        }
        self.stream = stream
    }

    /// Whether the input begins with the header of the zlib format (RFC 1950, 2.2).
    private var isZlibHeader: Bool {
        let (first, second) = (Int(input[position]), Int(input[position + 1]))
        return first & 0x0F == 8 && (first << 8 | second) % 31 == 0
    }

    /// Decompresses until the piece is full, the input is consumed, or the stream ends.
    private func decompress() throws(TransportError) -> [UInt8] {
        guard let stream else { return [] }
        let available = input.count - position
        // Most bodies are small, and expand to a few times their size.
        let roomSize = min(max(available * 4, Self.chunkSizes.lowerBound), Self.chunkSizes.upperBound)
        var status: Int32 = 0
        let piece = input.withUnsafeBufferPointer { bytes in
            [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                // The count has 32 bits.
                let size = min(available, 1 << 30)
                stream.pointee.nextInput = bytes.baseAddress.map { $0 + position }
                stream.pointee.inputCount = CUnsignedInt(size)
                stream.pointee.nextOutput = room.baseAddress
                stream.pointee.outputCount = CUnsignedInt(roomSize)
                status = library.inflate(stream, 0)
                position += size - Int(stream.pointee.inputCount)
                count = roomSize - Int(stream.pointee.outputCount)
            }
        }
        stream.pointee.nextInput = nil
        switch status {
        case 0: hasOutput = piece.count == roomSize
        case 1:
            hasOutput = false
            state = coding == .gzip ? .betweenMembers : .ended
        case -5: hasOutput = false  // no progress was possible without more input
        case 2: throw failure("it requires a preset dictionary")
        default: throw failure(stream.pointee.message.map { String(cString: $0) } ?? "zlib failed with code \(status)")
        }
        return piece
    }

    private func failure(_ reason: String) -> TransportError {
        TransportError(.malformedResponse, "cannot decode the \(coding.rawValue) body: \(reason)")
    }
}
