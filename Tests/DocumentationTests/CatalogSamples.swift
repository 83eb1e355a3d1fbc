import Rill
import RillQiita

// The samples on the pages in the `Rill` catalog. `DocumentationTests` compares it with the pages line by line.

func catalogOverview() {
    let lengths = Observable.of("rill", "brook", "river")
        .map { $0.count }
        .filter { $0 > 4 }

    let subscription = lengths.subscribe(
        onNext: { print($0) },
        onError: { print($0) })
    subscription.dispose()
}

func errorTraces(client: QiitaClient) {
    let tags = client.tags().checkpoint("tags")
        .retry(.exponentialBackoff(attempts: 3))
        .observeOn(MainScheduler.shared)
    let subscription = tags.subscribe(
        onError: { error in print(error, ErrorTrace.current ?? "") })
    subscription.dispose()
}
