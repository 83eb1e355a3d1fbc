extension SystemZLib {
    private static let ok: Int32 = 0
    private static let streamEnd: Int32 = 1
    private static let needsDictionary: Int32 = 2
    private static let bufferError: Int32 = -5

    private static let streamSize = Int32(MemoryLayout<Stream>.size)

    /// The sizes of buffers for output in bytes.
    private static let roomSizes = 1_024...64 * 1_024

    /// zlib counts bytes with 32 bits.
    private static let inputLimit = 1 << 30

    /// Returns the size of a buffer for output that probably has the given size.
    public static func roomSize(_ expected: Int) -> Int {
        min(max(expected, roomSizes.lowerBound), roomSizes.upperBound)
    }

    /// When a compressor produces output.
    public enum Flush: Int32, Sendable {
        /// As zlib decides.
        case none = 0
        /// The output is sufficient to decompress all input.
        case sync = 2
        /// The stream ends.
        case finish = 4
    }

    /// Compresses a stream.
    ///
    /// zlib uses up to 256 KiB.
    public final class Compressor: @unchecked Sendable {  // used by one caller at a time
        private let library: SystemZLib
        private let stream: UnsafeMutablePointer<Stream>

        /// Creates a compressor.
        ///
        /// - Parameters:
        ///   - library: The functions of zlib.
        ///   - windowBits: The number of bits of the window. Adding 16 selects the gzip format, and a negative number the
        ///     format without a header.
        ///   - findsMatches: Whether repetitions are compressed. Without, a window of any size is sufficient to decompress.
        ///     Defaults to `true`.
        public init(_ library: SystemZLib, windowBits: Int32, findsMatches: Bool = true) throws(Failure) {
            let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
            stream.initialize(to: Stream())
            // The default level, the method deflate, the default memory level, and strategy 2 for no matches.
            let status = library.startDeflate(
                stream, -1, 8, windowBits, 8, findsMatches ? 0 : 2, "1", SystemZLib.streamSize)
            guard status == ok else {
                // The properties are not set yet, so `deinit` does not run.
                stream.deallocate()
                throw Failure(status: status)
            }
            self.library = library
            self.stream = stream
        }

        deinit {
            _ = library.endDeflate(stream)
            stream.deallocate()
        }

        /// Returns the compressed bytes that are available after an input, which can be none.
        public func compress(_ input: [UInt8], _ flush: Flush) throws(Failure) -> [UInt8] {
            var output: [UInt8] = []
            let status = input.withUnsafeBufferPointer { input in
                var rest = input[...]
                while true {
                    let part = UnsafeBufferPointer(rebasing: rest.prefix(inputLimit))
                    rest = rest.dropFirst(part.count)
                    let status = run(part, rest.isEmpty ? flush : .none, &output)
                    if status != ok || rest.isEmpty { return status }
                }
            }
            guard status == ok else { throw Failure(status: status) }
            return output
        }

        /// Compresses until all input is consumed and all available output is written.
        private func run(_ input: UnsafeBufferPointer<UInt8>, _ flush: Flush, _ output: inout [UInt8]) -> Int32 {
            stream.pointee.nextInput = input.baseAddress
            stream.pointee.inputCount = CUnsignedInt(input.count)
            defer { stream.pointee.nextInput = nil }
            let roomSize = SystemZLib.roomSize(input.count)
            while true {
                var status: Int32 = 0
                let written = [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                    stream.pointee.nextOutput = room.baseAddress
                    stream.pointee.outputCount = CUnsignedInt(roomSize)
                    status = library.deflate(stream, flush.rawValue)
                    count = roomSize - Int(stream.pointee.outputCount)
                }
                output += written
                if status < 0, status != bufferError { return status }
                if written.count < roomSize { return ok }
            }
        }

        /// Begins another stream.
        public func reset() { _ = library.resetDeflate(stream) }
    }

    /// Decompresses a stream.
    public final class Decompressor: @unchecked Sendable {  // used by one caller at a time
        /// Why a decompressor has stopped.
        public enum Stop: Sendable {
            /// All input is consumed.
            case needsInput
            /// There may be more output, even if all input is consumed.
            case isFull
            /// The stream has ended.
            case hasEnded
        }

        private let library: SystemZLib
        private let stream: UnsafeMutablePointer<Stream>

        /// Creates a decompressor.
        ///
        /// - Parameters:
        ///   - library: The functions of zlib.
        ///   - windowBits: The number of bits of the window, as for a compressor.
        public init(_ library: SystemZLib, windowBits: Int32) throws(Failure) {
            let stream = UnsafeMutablePointer<Stream>.allocate(capacity: 1)
            stream.initialize(to: Stream())
            let status = library.startInflate(stream, windowBits, "1", SystemZLib.streamSize)
            guard status == ok else {
                // The properties are not set yet, so `deinit` does not run.
                stream.deallocate()
                throw Failure(status: status)
            }
            self.library = library
            self.stream = stream
        }

        deinit {
            _ = library.endInflate(stream)
            stream.deallocate()
        }

        /// Decompresses until the limit is reached, the input is consumed, or the stream ends.
        ///
        /// - Parameters:
        ///   - input: The input.
        ///   - position: The index of the first byte that has not been decompressed.
        ///   - limit: The maximum number of bytes that are appended.
        ///   - output: The decompressed bytes, also those before a failure.
        /// - Returns: The reason that there is no more output.
        public func decompress(
            _ input: [UInt8], from position: inout Int, limit: Int, into output: inout [UInt8]
        ) throws(Failure) -> Stop {
            var status: Int32 = 0
            let piece = input.withUnsafeBufferPointer { input in
                [UInt8](unsafeUninitializedCapacity: limit) { room, count in
                    let size = min(input.count - position, inputLimit)
                    stream.pointee.nextInput = input.baseAddress.map { $0 + position }
                    stream.pointee.inputCount = CUnsignedInt(size)
                    stream.pointee.nextOutput = room.baseAddress
                    stream.pointee.outputCount = CUnsignedInt(limit)
                    status = library.inflate(stream, Flush.sync.rawValue)
                    position += size - Int(stream.pointee.inputCount)
                    count = limit - Int(stream.pointee.outputCount)
                }
            }
            stream.pointee.nextInput = nil
            if output.isEmpty { output = piece } else { output += piece }
            switch status {
            case ok: return piece.count == limit || position < input.count ? .isFull : .needsInput
            case streamEnd: return .hasEnded
            case bufferError: return .needsInput
            case needsDictionary: throw Failure(reason: "it requires a preset dictionary")
            default:
                throw stream.pointee.message.map { Failure(reason: String(cString: $0)) } ?? Failure(status: status)
            }
        }

        /// Begins another stream.
        public func reset() { _ = library.resetInflate(stream) }

        /// Begins another stream, but keeps the window.
        public func resetKeepingWindow() { _ = library.continueInflate(stream) }

        /// Whether the input has ended where the last four bytes of a flush are missing.
        public var isAtFlush: Bool { library.isAtFlush(stream) == 1 }
    }
}

extension SystemZLib.Failure {
    fileprivate init(status: Int32) {
        self.init(reason: "zlib failed with code \(status)")
    }
}
