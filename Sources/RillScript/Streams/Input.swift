import Dispatch
public import Rill
import RillSystem

/// An input of a script: standard input, or a file of any kind, such as a pipe or a device.
public enum Input: Sendable, Hashable {
    /// Standard input.
    case standard
    /// The file at a path.
    case file(String)

    /// An error that occurred while reading an input.
    public struct Failure: Error, CustomStringConvertible {
        /// The name of the input and the reason for the failure.
        public let description: String
    }

    /// Creates the input for a path, or for standard input if the path is a hyphen.
    ///
    /// - Parameter path: The path, or `-`.
    public init(path: String) {
        // A closed standard input must be reported as an error. If it were opened by its path, it would appear empty,
        // because `Output.prepare()` replaces it with /dev/null.
        self = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path) ? .standard : .file(path)
    }

    /// The name of the input in messages.
    public var name: String {
        switch self {
        case .standard: "standard input"
        case .file(let path): path
        }
    }

    /// Whether the input is standard input connected to a terminal, where the user can enter missing values.
    public var isInteractive: Bool { self == .standard && isatty(STDIN_FILENO) == 1 }

    /// Whether the input is a regular file of more than 64 KiB, whose reported length is reliable.
    ///
    /// Pipes have no length, and files in `/proc` and `/sys` report a length of zero or one page. Small files are
    /// therefore always read to the end.
    public var hasKnownLength: Bool {
        guard case .file(let path) = self else { return false }
        return FileSystemCalls.status(at: path, followsLinks: true).map { $0.isRegular && $0.size > 1 << 16 } ?? false
    }

    /// Reads the input to its end.
    ///
    /// The blocking reads are performed on a separate thread. If the task is canceled, the method throws without
    /// waiting for that thread.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: The bytes.
    /// - Throws: ``Failure``, or `CancellationError` if the task is canceled.
    public func read(limit: Int) async throws -> [UInt8] {
        try await Self.onThread { $0.onNext(try readToEnd(limit)) }.firstValue()
    }

    /// Returns an observable that emits each line as soon as it is complete.
    ///
    ///     Input.standard.lines().debounce(.milliseconds(300)).flatMapLatest { search($0) }
    ///
    /// The blocking reads are performed on a separate thread, which also emits the lines. Disposing the subscription
    /// takes effect when the current read returns. The observable does not support pausing.
    ///
    /// ## Errors
    /// Fails with ``Failure`` if the input cannot be read or a line is too long.
    ///
    /// - Parameter limit: The maximum length of a line in bytes. Defaults to 65,536.
    /// - Returns: A cold observable of the lines without their line feeds. Each subscription reads the input.
    public func lines(limit: Int = 1 << 16) -> Observable<String> {
        Self.onThread { observer in
            try readToEnd(limit) { line in
                observer.onNext(line)
                return !observer.isDisposed
            }
        }
    }

    /// Returns an observable that reads an input with a closure on a separate thread, and completes when the closure
    /// returns.
    static func onThread<Element: Sendable>(
        onDispose: @escaping @Sendable () -> Void = {}, _ read: @escaping @Sendable (Observer<Element>) throws -> Void
    ) -> Observable<Element> {
        .create { observer in
            DispatchQueue(label: "script.input").async {
                do {
                    try read(observer)
                    observer.onCompleted()
                } catch is Keyboard.Interruption {
                    // The signal ends the process or cancels the task.
                } catch {
                    if !observer.isDisposed { observer.onError(error) }
                }
            }
            return Disposable(onDispose)
        }
    }

    /// Returns an observable that emits the bytes in chunks of up to 64 KiB as soon as they are available.
    ///
    /// The blocking reads are performed on a separate thread. Disposing the subscription takes effect when the current read
    /// returns. Supports back-pressure: nothing is read while the subscriber is paused.
    ///
    /// ## Errors
    /// Fails with ``Failure`` if the input cannot be read.
    ///
    /// - Returns: A cold observable of the chunks, none of which is empty. Each subscription reads the input.
    public func chunks() -> Observable<[UInt8]> {
        .deferred {
            .unfold(try InputReader(self)) { reader in
                let chunk = try reader.read()
                return chunk.isEmpty ? nil : (chunk, reader)
            }
        }
        .subscribeOn(SerialDispatchQueueScheduler(label: "script.input"))
    }

    private func readToEnd(_ limit: Int, _ body: (String) -> Bool) throws {
        var line: [UInt8] = []
        var continues = true
        try readChunks { chunk in
            for byte in chunk where continues {
                if byte == UInt8(ascii: "\n") {
                    continues = body(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                } else {
                    guard line.count < limit else {
                        throw Failure(description: "cannot read \(name): a line exceeds \(limit.grouped) bytes")
                    }
                    line.append(byte)
                }
            }
            return continues
        }
        if continues, !line.isEmpty { _ = body(String(decoding: line, as: UTF8.self)) }
    }

    private func readToEnd(_ limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try readChunks { chunk in
            guard bytes.count + chunk.count <= limit else {
                throw Failure(description: "cannot read \(name): it exceeds \(limit.grouped) bytes")
            }
            bytes += chunk
            return true
        }
        return bytes
    }

    /// Calls a closure with each chunk of the input until it ends or the closure returns `false`.
    private func readChunks(_ body: ([UInt8]) throws -> Bool) throws {
        let reader = try InputReader(self)
        while true {
            let chunk = try reader.read()
            guard !chunk.isEmpty, try body(chunk) else { return }
        }
    }
}

/// An input that is open for reading.
///
/// A file is closed when the last reference is released, so that a pending read cannot access another file.
private final class InputReader: Sendable {
    private static let chunkSize = 1 << 16

    private let input: Input
    private let descriptor: Int32

    /// Opens an input.
    ///
    /// Opening a named pipe blocks until another process opens it for writing.
    init(_ input: Input) throws(Input.Failure) {
        self.input = input
        guard case .file(let path) = input else {
            descriptor = STDIN_FILENO
            return
        }
        var opened: Int32
        repeat { opened = open(path, O_RDONLY | O_CLOEXEC) } while opened < 0 && errno == EINTR
        guard opened >= 0 else { throw Self.failure(input, errno) }
        descriptor = opened
    }

    deinit {
        if input != .standard { close(descriptor) }
    }

    /// Reads and returns the next bytes, or an empty array at the end of the input.
    func read() throws(Input.Failure) -> [UInt8] {
        var number: Int32 = 0
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
                let result = RillSystem.read(descriptor, buffer.baseAddress, buffer.count)
                number = result < 0 ? errno : 0
                count = max(result, 0)
            }
            switch number {
            case 0: return chunk
            case EINTR: break
            case EAGAIN:
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
            default: throw Self.failure(input, number)
            }
        }
    }

    private static func failure(_ input: Input, _ code: Int32) -> Input.Failure {
        let reason = code == EBADF ? "it is closed" : FileSystemCalls.text(of: code)
        return Input.Failure(description: "cannot read \(input.name): \(reason)")
    }
}
