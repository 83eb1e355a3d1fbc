import Foundation
import RillHTTP

/// A report of a weather station.
struct Report: Decodable, Sendable {
    let station: String
    let degrees: Int
}

/// An error of the service.
struct WeatherError: Error, Decodable, CustomStringConvertible {
    let problem: String

    var description: String { problem }
}

/// A client of the service.
struct WeatherClient: Sendable {
    var client: Client

    init(transport: any Transport, middleware: [any Middleware] = []) {
        client = Client(
            baseURL: "https://weather.example", transport: transport,
            errorDecoder: .json(WeatherError.self), middleware: middleware)
    }

    func report(of station: String) -> Observable<Report> { client.send(GetReport(station: station)) }

    func reports() -> Observable<[Report]> { client.pages(ListReports(), by: .linkHeader).map(\.value) }

    private struct GetReport: Request {
        typealias Response = Report
        let station: String
        var path: URLPath { "/stations/\(station)" }
        var parser: ResponseParser<Report> { ResponseParser.json.validateJSON() }
        var options: RequestOptions { RequestOptions(timeout: .seconds(10)) }

        func validate() throws {
            guard !station.isEmpty else { throw WeatherError(problem: "the name of the station is empty") }
        }
    }

    private struct ListReports: Request {
        typealias Response = [Report]
        var path: URLPath { "/reports" }
    }
}
