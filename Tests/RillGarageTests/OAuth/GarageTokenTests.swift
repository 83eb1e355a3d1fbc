import Foundation
import RillGarage
import Testing

@Suite struct GarageTokenTests {
    private func decode(_ json: String) throws -> GarageToken {
        try JSONDecoder().decode(GarageToken.self, from: Data(json.utf8))
    }

    @Test(arguments: ["Bearer", "bearer", "BEARER"]) func decodesToken(type: String) throws {
        let token = try decode(Fixtures.token.replacingOccurrences(of: "Bearer", with: type))
        #expect(
            token
                == GarageToken(
                    accessToken: "acce55", expiresIn: .seconds(7_200), scopes: ["public", "write_post"],
                    createdAt: Date(timeIntervalSince1970: 1_795_226_440)))
    }

    @Test func decodesRefreshTokenAndMissingFields() throws {
        let token = try decode(#"{"access_token":"a","refresh_token":"r","expires_in":null,"scope":null}"#)
        #expect(token == GarageToken(accessToken: "a", refreshToken: "r"))
    }

    @Test(arguments: [
        #"{"token_type":"Bearer"}"#, #"{"access_token":7}"#, #"{"access_token":"a","token_type":"mac"}"#,
        #"{"access_token":"a","expires_in":"soon"}"#, "[]",
    ])
    func failsToDecodeInvalidToken(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test func encodesServerFormat() throws {
        let token = GarageToken(
            accessToken: "a", expiresIn: .seconds(60), scopes: ["x", "y"], createdAt: Date(timeIntervalSince1970: 100),
            refreshToken: "r")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(token)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"access_token":"a","created_at":100,"expires_in":60,"refresh_token":"r","scope":"x y","token_type":"Bearer"}"#
        )
        #expect(try JSONDecoder().decode(GarageToken.self, from: data) == token)
        let bare = GarageToken(accessToken: "a")
        #expect(try JSONDecoder().decode(GarageToken.self, from: encoder.encode(bare)) == bare)
    }

    @Test func computesRemainingLifetime() {
        func lifetime(_ seconds: Int?, created: Double?) -> Duration? {
            GarageToken(
                accessToken: "a", expiresIn: seconds.map { .seconds($0) },
                createdAt: created.map { Date(timeIntervalSince1970: $0) }
            ).lifetime(at: Date(timeIntervalSince1970: 1_000))
        }
        #expect(lifetime(60, created: 990) == .seconds(50))
        #expect(lifetime(60, created: 1_000) == .seconds(60))
        #expect(lifetime(60, created: 900) == .zero)
        #expect(lifetime(60, created: nil) == .seconds(60))
        #expect(lifetime(nil, created: 900) == nil)
        #expect(lifetime(.max, created: -9e15) != nil)
        #expect(lifetime(.min, created: 9e15) == .zero)
    }

    @Test func decodesTokenInfo() throws {
        let user =
            #"{"resource_owner_id":1,"scope":["public"],"expires_in":7199,"application":{"uid":"u"},"created_at":100}"#
        #expect(
            try JSONDecoder().decode(GarageTokenInfo.self, from: Data(user.utf8))
                == GarageTokenInfo(
                    resourceOwnerID: "1", scopes: ["public"], expiresIn: .seconds(7_199), applicationUID: "u",
                    createdAt: Date(timeIntervalSince1970: 100)))
        let unknown =
            #"{"resource_owner_id":null,"scope":[],"expires_in":null,"application":{"uid":null},"created_at":1}"#
        let info = try JSONDecoder().decode(GarageTokenInfo.self, from: Data(unknown.utf8))
        #expect(info.resourceOwnerID == nil && info.expiresIn == nil && info.applicationUID == nil)
        let text = #"{"resource_owner_id":"a-b","scope":[]}"#
        #expect(try JSONDecoder().decode(GarageTokenInfo.self, from: Data(text.utf8)).resourceOwnerID == "a-b")
    }
}
