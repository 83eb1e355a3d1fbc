import RillHTTP

var weather = WeatherClient(
    transport: RecordedTransport(), middleware: [Memory(), Again(), Signing(key: "secret-key")])
weather.client.onMetrics = { metrics in
    let phases = metrics.attempts.map { $0.metrics?.firstByte.map { "\($0)" } ?? "resent" }
    print("metrics of \(metrics.url): \(phases.joined(separator: ", "))")
}
for station in ["Tokyo", "Kyoto", "Tokyo"] {
    let report = try await weather.report(of: station).firstValue()
    print("\(report.station): \(report.degrees)")
}
let changes = weather.reports().concatMap { Observable.from($0) }.map(\.degrees).changes()
for try await change in changes.values { print("from \(change.from) to \(change.to)") }
let challenged = WeatherClient(
    transport: RecordedTransport(),
    middleware: [Authentication.weather(key: "secret-key", for: "https://weather.example")])
print("challenged: \(try await challenged.report(of: "Tokyo").firstValue().degrees)")
for station in ["Atlantis", ""] {
    do {
        _ = try await weather.report(of: station).firstValue()
    } catch {
        print("\(error)")
    }
}
