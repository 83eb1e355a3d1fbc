// Declares names and signatures of the SDK, which documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

public typealias CFTimeInterval = Double
public final class CFRunLoop {}
public struct CFRunLoopMode {
    public static var defaultMode: CFRunLoopMode { CFRunLoopMode() }
}
public enum CFRunLoopRunResult { case finished, stopped, timedOut, handledSource }
public func CFRunLoopGetMain() -> CFRunLoop! { nil }
public func CFRunLoopStop(_ rl: CFRunLoop!) {}
@discardableResult public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { .finished }
