/// What libFuzzer calls with each input, and the replay with each file.
///
/// - Parameters:
///   - bytes: The input; no address if it is empty.
///   - count: How many bytes it has.
/// - Returns: Zero: the input may be kept.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzTarget.selected.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
