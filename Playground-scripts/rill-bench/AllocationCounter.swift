import Foundation

/// Counts the allocations of this process, if `Allocations.c` is preloaded.
struct AllocationCounter: Sendable {
    /// The counter, or `nil` if the library is not preloaded.
    static let preloaded = AllocationCounter()

    private let start: @convention(c) () -> Void
    private let stop: @convention(c) (UnsafeMutablePointer<Int64>) -> Int64

    private init?() {
        guard let start = dlsym(nil, "rill_allocations_start"), let stop = dlsym(nil, "rill_allocations_stop") else {
            return nil
        }
        self.start = unsafeBitCast(start, to: (@convention(c) () -> Void).self)
        self.stop = unsafeBitCast(stop, to: (@convention(c) (UnsafeMutablePointer<Int64>) -> Int64).self)
    }

    /// Counts the allocations of a closure in all threads.
    func count(_ body: () -> Void) -> (count: Int64, peakBytes: Int64) {
        var peakBytes: Int64 = 0
        start()
        body()
        let count = stop(&peakBytes)
        return (count, peakBytes)
    }
}

/// A library that counts allocations, compiled from `Allocations.c`, and deleted when the last reference is released.
final class AllocationLibrary: Sendable {
    private let url = FileManager.default.temporaryDirectory.appending(path: "rill-bench-\(UUID().uuidString).so")

    /// Compiles the library.
    ///
    /// - Throws: A `BenchError` if the platform is not Linux with glibc, or if the source code or clang is missing.
    init() throws {
        #if canImport(Glibc)
            let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Allocations.c").path
            try ChildProcess.run(["clang", "-shared", "-fPIC", "-O2", "-o", url.path, source])
        #else
            throw BenchError("counting allocations requires Linux with glibc")
        #endif
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The environment variables with which a program loads the library.
    var environment: [String: String] { ["LD_PRELOAD": url.path] }
}
