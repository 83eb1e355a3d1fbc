import Foundation
import Rill
import RillConoHa
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests the requests to compute, account and DNS services of the catalog.
@Suite struct ServiceRequestTests {
    /// A catalog with several regions, in which one URL of the DNS service contains a version.
    private static let catalog = """
        [{"type":"compute","endpoints":[\
        {"interface":"public","region":"tyo1","url":"https://compute.tyo1.conoha.io/v2/fedc"},\
        {"interface":"public","region":"sjc1","url":"https://compute.sjc1.conoha.io/v2/fedc"}]},\
        {"type":"account","endpoints":[{"interface":"public","region":"tyo1",\
        "url":"https://account.tyo1.conoha.io/v1/fedc"}]},\
        {"type":"dns","endpoints":[{"interface":"public","region":"tyo1",\
        "url":"https://dns-service.tyo1.conoha.io"},{"interface":"public","region":"c3j1",\
        "url":"https://dns-service.c3j1.conoha.io/v1/"}]}]
        """

    /// Sends a request with a session whose requests to services receive the given response.
    private func exchange<Value>(
        _ response: StubTransport.Response, _ send: (ConoHaSession) -> Observable<Value>
    ) -> (recorder: Recorder<Value>, sent: [String]) {
        let transport = StubTransport { request in
            guard request.path == "/v3/auth/tokens" else { return response }
            return .json(
                Fixtures.token.replacing(Fixtures.catalog3, with: Self.catalog), status: .created,
                fields: Fixtures.subject("token-1"))
        }
        let login = ConoHaLogin.v3(.password(user: .name("u"), password: "p"), scope: .project(.id("fedc")))
        let recorder = Recorder(send(ConoHaSession(login, baseURL: "https://identity.test", transport: transport)))
        let sent = transport.requests.dropFirst().map {
            "\($0.method) \($0.url) \($0.headerFields[.authToken] ?? "-")"
        }
        return (recorder, sent)
    }

    private static let server = """
        {"id":"s1","name":"vm-1","status":"ACTIVE","tenant_id":"fedc","user_id":"u","key_name":"key",\
        "created":"2026-01-02T03:04:05Z","updated":"2026-01-03T03:04:05Z",\
        "flavor":{"id":"f1","links":[{"rel":"bookmark","href":"https://compute.test/fedc/flavors/f1"}]},\
        "image":{"id":"i1","links":[]},"addresses":{"ext":[{"addr":"192.0.2.1","version":4,\
        "OS-EXT-IPS:type":"fixed"}]},"metadata":{"instance_name_tag":"web"},"OS-EXT-STS:power_state":1}
        """

    /// A server that boots from a volume and is being created.
    private static let bareServer =
        #"{"id":"s2","name":"vm-2","status":"RESIZED","image":"","addresses":{},"created":"2026-01-02T03:04:05"}"#

    @Test func listsServersOfRegion() throws {
        let json = #"{"servers":[\#(Self.server),\#(Self.bareServer)]}"#
        let (recorder, sent) = exchange(.json(json)) { $0.servers(limit: 2, after: "s0", region: .sjc1) }
        #expect(sent == ["GET https://compute.sjc1.conoha.io/v2/fedc/servers/detail?limit=2&marker=s0 token-1"])
        let page = try #require(recorder.values.first)
        #expect(page.nextMarker == nil)
        let first = page.servers[0]
        #expect(first.id == "s1")
        #expect(first.name == "vm-1")
        #expect(first.tenantID == "fedc")
        #expect(first.flavorID == "f1")
        #expect(first.imageID == "i1")
        #expect(first.keyName == "key")
        #expect(first.status == .active)
        // 2026-01-02T03:04:05Z
        #expect(first.created == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(first.addresses == ["ext": [Server.Address(address: "192.0.2.1", version: 4)]])
        #expect(first.metadata == ["instance_name_tag": "web"])
        let second = page.servers[1]
        #expect(second.status == "RESIZED")
        #expect(second.flavorID == nil)
        #expect(second.imageID == nil)
        #expect(second.keyName == nil)
        #expect(second.tenantID == nil)
        #expect(second.created == first.created)
        #expect(second.addresses.isEmpty && second.metadata.isEmpty)
    }

    @Test(arguments: [
        ("https://compute.test/v2/servers/detail?limit=1&marker=s1", "s1"), ("/servers/detail?marker=other", "other"),
        ("https://compute.test/servers/detail", "s1"), ("http://[/servers?marker=other", "s1"), ("", "s1"),
    ])
    func readsMarkerOfNextPage(href: String, marker: String) throws {
        let json = #"{"servers":[\#(Self.server)],"servers_links":[{"rel":"next","href":"\#(href)"}]}"#
        let (recorder, _) = exchange(.json(json)) { $0.servers(region: .tyo1) }
        #expect(recorder.values.map(\.nextMarker) == [marker])
    }

    @Test func getsServerAndFlavors() throws {
        let (server, sentServer) = exchange(.json(#"{"server":\#(Self.server)}"#)) {
            $0.server(id: "a/b", region: .tyo1)
        }
        #expect(server.values.map(\.id) == ["s1"])
        #expect(sentServer == ["GET https://compute.tyo1.conoha.io/v2/fedc/servers/a%2Fb token-1"])
        let json = #"{"flavors":[{"id":"f1","name":"g-1gb","ram":1024,"vcpus":2,"disk":50,"swap":""}]}"#
        let (flavors, sentFlavors) = exchange(.json(json)) { $0.flavors(region: .tyo1) }
        #expect(flavors.values == [[Flavor(id: "f1", name: "g-1gb", ram: 1_024, vcpus: 2, disk: 50)]])
        #expect(sentFlavors == ["GET https://compute.tyo1.conoha.io/v2/fedc/flavors/detail token-1"])
    }

    @Test func readsAccount() throws {
        let item =
            #"{"uu_id":"u1","service_name":"VPS","service_start_date":"2014-05-12T13:48:03","item_status":"Active"}"#
        let (items, sentItems) = exchange(.json(#"{"order_items":[\#(item)]}"#)) { $0.orderItems() }
        let start = Date(timeIntervalSince1970: 1_399_902_483)
        #expect(
            items.values == [[OrderItem(id: "u1", serviceName: "VPS", serviceStartDate: start, status: "Active")]])
        #expect(sentItems == ["GET https://account.tyo1.conoha.io/v1/fedc/order-items token-1"])
        let (deposit, sentDeposit) = exchange(.json(#"{"payment_summary":{"total_deposit_amount":1000}}"#)) {
            $0.deposit()
        }
        #expect(deposit.values == [1_000])
        #expect(sentDeposit == ["GET https://account.tyo1.conoha.io/v1/fedc/payment-summary token-1"])
    }

    @Test(arguments: [#""bill_plas_tax":500"#, #""bill_plus_tax":500"#, #""bill_plus_tax":1,"bill_plas_tax":500"#])
    func readsInvoices(amount: String) throws {
        let json = """
            {"billing_invoices":[{"invoice_id":1,"payment_method_type":"Charge","invoice_date":"2014-08-01T00:00:00",\
            \(amount),"due_date":null}]}
            """
        let (recorder, sent) = exchange(.json(json)) { $0.invoices(limit: 3, offset: 6) }
        let date = Date(timeIntervalSince1970: 1_406_851_200)
        #expect(recorder.values == [[Invoice(id: 1, paymentMethod: "Charge", amount: 500, date: date)]])
        #expect(sent == ["GET https://account.tyo1.conoha.io/v1/fedc/billing-invoices?limit=3&offset=6 token-1"])
    }

    @Test func reportsMissingAmountOfInvoice() throws {
        let json = """
            {"billing_invoices":[{"invoice_id":1,"payment_method_type":"Charge","invoice_date":"2014-08-01T00:00:00"}]}
            """
        let error = try exchange(.json(json)) { $0.invoices() }.recorder.failure()
        #expect(error.reason.hasPrefix("billing_invoices[0].bill_plas_tax: missing"))
    }

    @Test func removesVersionFromURLOfDNSService() throws {
        let json = #"{"domains":[]}"#
        for region in [Region.tyo1, .c3j1] {
            let url = "https://dns-service.\(region).conoha.io/v1/domains"
            let (_, sent) = exchange(.json(json)) { $0.send(ListDomains(), to: .dns, region: region) }
            #expect(sent == ["GET \(url) token-1"])
            let (_, sentByClient) = exchange(.json(#"{"records":[]}"#)) { session in
                session.client(for: .dns, region: region).flatMap { $0.send(ListDomainRecords(domainID: "d1")) }
            }
            #expect(sentByClient == ["GET \(url)/d1/records token-1"])
        }
    }

    @Test(arguments: [#""priority":10,"weight":5,"port":5060"#, #""priority":"10","weight":"5","port":"5060""#])
    func readsServiceRecord(numbers: String) throws {
        let json = #"{"records":[{"id":"r","name":"_sip.","type":"SRV","data":"s.",\#(numbers)}]}"#
        let (recorder, _) = exchange(.json(json)) { $0.records(ofDomain: "d1", region: .tyo1) }
        let record = DNSRecord(
            id: "r", name: "_sip.", type: .srv, data: "s.", priority: 10, weight: 5, port: 5_060)
        #expect(recorder.values == [[record]])
    }

    @Test(arguments: [#""high""#, "true", "\"\""])
    func rejectsInvalidPriority(priority: String) throws {
        let json = #"{"records":[{"id":"r","name":"b.","type":"MX","data":"m.","priority":\#(priority)}]}"#
        let error = try exchange(.json(json)) { $0.records(ofDomain: "d1", region: .tyo1) }.recorder.failure()
        #expect(error.reason.hasPrefix("records[0].priority: "))
    }

    @Test func rejectsMalformedImage() throws {
        for image in [#""i1""#, "7", #"{"id":7}"#] {
            let json = #"{"server":{"id":"s","name":"n","status":"ACTIVE","image":\#(image)}}"#
            let error = try exchange(.json(json)) { $0.server(id: "s", region: .tyo1) }.recorder.failure()
            #expect(error.reason.hasPrefix("server.image"))
        }
    }

    @Test(arguments: [
        (Region.tyo1, "https://dns-service.tyo1.conoha.io"), (.c3j1, "https://dns-service.c3j1.conoha.io"),
    ])
    func readsDomainsAndRecords(region: Region, url: String) throws {
        let domain = #"{"id":"d1","name":"example.com.","ttl":3600,"email":"a@example.com","serial":7}"#
        let (domains, sentDomains) = exchange(.json(#"{"domains":[\#(domain),{"uuid":"d2","name":"b."}]}"#)) {
            $0.domains(region: region)
        }
        #expect(
            domains.values == [
                [
                    DNSDomain(id: "d1", name: "example.com.", ttl: 3_600, email: "a@example.com", serial: 7),
                    DNSDomain(id: "d2", name: "b."),
                ]
            ])
        #expect(sentDomains == ["GET \(url)/v1/domains token-1"])
        let records = """
            {"records":[{"id":"r1","name":"www.","type":"A","data":"192.0.2.1","ttl":300,"priority":null},\
            {"uuid":"r2","name":"b.","type":"CAA","data":"0 issue","ttl":null}]}
            """
        let (found, sentRecords) = exchange(.json(records)) { $0.records(ofDomain: "d1", region: region) }
        #expect(
            found.values == [
                [
                    DNSRecord(id: "r1", name: "www.", type: .a, data: "192.0.2.1", ttl: 300),
                    DNSRecord(id: "r2", name: "b.", type: "CAA", data: "0 issue"),
                ]
            ])
        #expect(sentRecords == ["GET \(url)/v1/domains/d1/records token-1"])
    }

    @Test func ambiguousRegionFailsBeforeSending() throws {
        let (recorder, sent) = exchange(.json("{}")) { $0.flavors() }
        let error = try #require(recorder.error as? CatalogError)
        #expect(error.code == .ambiguous)
        #expect(sent.isEmpty)
    }

    @Test func decodesErrorOfComputeService() throws {
        let json = #"{"itemNotFound":{"code":404,"message":"Instance s1 could not be found."}}"#
        let (recorder, _) = exchange(.json(json, status: 404)) { $0.server(id: "s1", region: .tyo1) }
        let error = try recorder.failure()
        #expect(error.conoHa?.code == 404)
        #expect(error.conoHa?.title == "itemNotFound")
        #expect(error.conoHa?.message == "Instance s1 could not be found.")
    }

    @Test func rejectsInvalidLimitsAndOffsets() throws {
        #expect(try exchange(.json("{}")) { $0.servers(limit: 0, region: .tyo1) }.recorder.failure().stage == .request)
        #expect(try exchange(.json("{}")) { $0.invoices(limit: 0) }.recorder.failure().stage == .request)
        let (recorder, sent) = exchange(.json("{}")) { $0.invoices(offset: -1) }
        #expect(try recorder.failure().stage == .request)
        #expect(try recorder.failure().reason == "offset must be at least 0, got -1")
        #expect(sent.isEmpty)
    }

    @Test func rejectsHTMLResponse() throws {
        let page = StubTransport.Response.text("<p>Sign in</p>", type: "text/html")
        let errors = [
            try exchange(page) { $0.servers(region: .tyo1) }.recorder.failure(),
            try exchange(page) { $0.orderItems() }.recorder.failure(),
            try exchange(page) { $0.domains(region: .tyo1) }.recorder.failure(),
            try exchange(page) { $0.identity.projects() }.recorder.failure(),
            try exchange(page) { $0.identity.user(id: "u") }.recorder.failure(),
            try exchange(page) { $0.identity.deleteEC2Credential(userID: "u", access: "a") }.recorder.failure(),
        ]
        for error in errors { #expect((error.underlying as? BodyDecodingError)?.code == .contentType) }
    }
}
