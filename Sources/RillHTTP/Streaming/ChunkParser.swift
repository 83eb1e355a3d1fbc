package import Rill

/// A parser that converts chunks to elements.
///
/// An element can span several chunks.
///
/// After each chunk, `next()` is called until it returns `nil`.
package protocol ChunkParser: ElementGenerator where Input == [UInt8] {}
