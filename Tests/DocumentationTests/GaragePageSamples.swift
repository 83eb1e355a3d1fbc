import Rill
import RillGarage
import RillHTTP

/// The samples on the page "Garage".
private enum GaragePageSamples {
    struct Recipe: Decodable, Sendable {
        let id: Int
        let title: String
    }

    struct Byline: Decodable, Sendable {}

    struct ListRecipes: GarageRequest {
        typealias Resource = [Recipe]
        let text: String
        var path: URLPath { "/recipes" }
        var query: QueryItems { ["q": text, "per_page": 50] }
        var fields: GarageFields? { ["id", "title", "user[name]"] }
    }

    static func overview(token: String) async throws {
        let client = GarageClient(endpoint: "https://api.example.com", accessToken: token)
        let response = try await client.send(ListRecipes(text: "tofu")).firstValue()
        print(response.resource, response.totalCount ?? 0, response.links.next?.page ?? 1)
    }

    static func endpoints(_ client: GarageClient, id: Int, title: String) -> [any Sendable] {
        let recipe = client.send(GarageEndpoint<Recipe>("/recipes/\(id)", fields: ["*"]))
        let renamed = client.send(GarageEndpoint<Void>("/recipes/\(id)", method: .patch, body: .form(["title": title])))
        let nested = client.send(GarageEndpoint<[Recipe]>("/search", rootKeyPath: "data.recipes"))
        return [recipe, renamed, nested]
    }

    static func selection(_ client: GarageClient) -> any Sendable {
        let fields: GarageFields = [.defaults, .field("user", ["id", "name"])]
        let bylines = ListRecipes(text: "tofu").selecting(fields, as: [Byline].self)
        return client.send(bylines)
    }

    static func lists(_ client: GarageClient) async throws -> any Sendable {
        for try await recipe in client.elements(of: ListRecipes(text: "tofu")).values { print(recipe) }
        let saved = try await client.pages(ListRecipes(text: "tofu")).firstValue().next
        let rest = client.elements(of: ListRecipes(text: "tofu"), from: saved)
        return rest
    }

    static func tokens(
        endpoint: String, uid: String, secret: String, name: String, password: String, token: GarageToken?,
        save: @escaping @Sendable (GarageToken) -> Void
    ) -> GarageClient {
        let oauth = GarageOAuth(endpoint: endpoint, clientID: uid, clientSecret: secret)
        let grant = GarageGrant.password(username: name, password: password)
        let credentials = GarageCredentials(oauth, grant: grant, saved: token) { save($0) }
        let client = GarageClient(endpoint: endpoint, credentials: credentials)
        return client
    }

    static func failing(_ client: GarageClient) -> Observable<[String]> {
        let titles = client.send(ListRecipes(text: "tofu")).map { $0.resource.map(\.title) }
            .catch(as: GarageError.self) { error in
                error.missingScopes.isEmpty ? .error(error) : .just([])
            }
        return titles
    }
}
