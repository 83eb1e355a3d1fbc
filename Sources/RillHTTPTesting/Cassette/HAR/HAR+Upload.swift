extension HAR {
    /// The recorded upload progress of a request body.
    struct Upload: Codable {
        /// The number of bytes of the body.
        var size: Int

        /// The uploaded parts of the body, in order.
        ///
        /// If the upload did not complete, the parts do not cover the whole body.
        var chunks: [Chunk]

        /// The steps with their times, limited to the size of the body.
        var steps: [(offset: Double, step: UploadStep)] {
            var completed = 0
            return chunks.compactMap { chunk in
                guard chunk.size > 0, completed < size else { return nil }
                completed += min(chunk.size, size - completed)
                return (chunk.offset, UploadStep(completed: completed, total: size))
            }
        }

        /// Returns the same progress for a body of another size, rounded down to bytes.
        func scaled(to size: Int) -> Upload {
            var completed = 0
            let chunks = steps.map { offset, step in
                let next = step.completed(of: size)
                defer { completed = next }
                return Chunk(offset: offset, size: next - completed)
            }
            return Upload(size: size, chunks: chunks)
        }
    }
}
