import RillQiita
import RillScript

/// The main program.
enum Script {
    static func run(_ arguments: Arguments) async throws {
        let service = try RunningService(arguments)
        defer { service.server.stop() }
        let progress = PageProgress<ListPage<Tag>>()
        try await withSignalCancellation {
            try await progress.collect(service.pages(arguments)) { pages in
                try write(pages, asJSON: arguments.service.isJSON, isSorted: arguments.sort != nil)
            }
        } cleanUp: {
            progress.clear()
        }
    }

    private static func write(_ pages: [ListPage<Tag>], asJSON isJSON: Bool, isSorted: Bool) throws {
        let records = pages.flatMap(\.elements)
        // In the order of the counts, the lengths of the bars can be compared.
        let tags = isJSON || isSorted ? records : records.sorted { $0.itemsCount > $1.itemsCount }
        try Output.write(
            tags, asJSON: isJSON,
            columns: [
                .text("Tag", tags.map(\.id), style: .bold), .counts("Items", tags.map(\.itemsCount), bar: .cyan),
                .counts("Followers", tags.map(\.followersCount), bar: .magenta),
            ])
        if !isJSON, let total = pages.last?.totalCount, total > tags.count {
            Output.note("showing \(tags.count) of \(total) tags")
        }
    }
}
