import Rill
import RillConoHa
import RillHTTP

/// The samples on the page "ConoHa".
private enum ConoHaPageSamples {
    struct Server: Decodable, Sendable {
        let name: String
    }

    struct ListServers: Request {
        typealias Response = [Server]
        var path: URLPath { "/servers" }
        var parser: ResponseParser<[Server]> { .json(at: "servers") }
    }

    static func names(password: Secret) {
        let session = ConoHaSession(
            .v3(.password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001"))),
            baseURL: Region.c3j1.identityURL)
        let names = session.send(ListServers(), to: .compute, region: .c3j1)
            .map { servers in servers.map(\.name) }
        let subscription = names.subscribe(
            onNext: { names in print(names) },
            onError: { error in print(error) })
        subscription.dispose()
    }

    static func otherLogIns(password: Secret, tenantID: String) -> [any Sendable] {
        let old = ConoHaSession(
            .v2(.password(userName: "gncu00000001", password: password), tenant: .id(tenantID)),
            baseURL: Region.tyo1.identityURL)
        let address = old.endpoint(for: .objectStore, region: .tyo1).map(\.url)
        let domain = DomainReference.id("default")
        let admin = ConoHaLogin.v3(
            .password(user: .name("admin", domain: domain), password: password),
            scope: .project(.name("admin", domain: domain)))
        return [address, admin]
    }

    static func tokens(password: Secret, userID: String, projectID: String) -> [any Sendable] {
        let client = ConoHaClient(baseURL: Region.c3j1.identityURL)
        let token = client.token(.password(user: .id(userID), password: password))
        let projects = token.flatMap { client.with(token: $0.id).tokenProjects() }
        let other = token.flatMap { client.token(.token($0.id), scope: .project(.id(projectID))) }
        return [projects, other]
    }

    static func failures(client: ConoHaClient, userID: String) -> Observable<User?> {
        let user = client.user(id: userID).map(Optional.some).catch(as: ConoHaError.self) { error in
            error.code == 404 ? .just(nil) : .error(error)
        }
        return user
    }
}
