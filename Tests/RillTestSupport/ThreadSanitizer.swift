internal import Foundation
package import Testing

/// Detects the thread sanitizer, which slows down all code considerably.
package enum ThreadSanitizer {
    package static let isActive: Bool = {
        #if canImport(Darwin)
            let allImages = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let allImages: UnsafeMutableRawPointer? = nil
        #endif
        return dlsym(allImages, "__tsan_init") != nil
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests under the thread sanitizer, which would take long and cannot report anything there.
    ///
    /// - Parameters:
    ///   - reason: The reason why the thread sanitizer is not useful for the tests.
    ///   - sourceLocation: The location of the trait.
    /// - Returns: A trait for a test or a suite.
    package static func disabledUnderThreadSanitizer(
        _ reason: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        .disabled(if: ThreadSanitizer.isActive, reason, sourceLocation: sourceLocation)
    }
}
