import RillQiita
import Rill

// The code of the pages in the catalog of `Rill`, line for line; `DocumentationTests` compares the two.

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
