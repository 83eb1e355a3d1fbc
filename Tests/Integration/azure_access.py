"""The checks of azure-sdk.py that concern authorization: signatures, access policies, access tokens, and public access."""

import base64
import datetime
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError, ResourceNotFoundError
from azure.core.pipeline.transport import RequestsTransport
from azure.storage.blob import (
    AccessPolicy,
    AccountSasPermissions,
    BlobSasPermissions,
    BlobServiceClient,
    ContainerClient,
    ContainerSasPermissions,
    PublicAccess,
    ResourceTypes,
    generate_account_sas,
    generate_blob_sas,
    generate_container_sas,
)
from azure.storage.queue import (
    AccessPolicy as QueueAccessPolicy,
    QueueClient,
    ResourceTypes as QueueResourceTypes,
    AccountSasPermissions as QueueAccountSasPermissions,
    QueueSasPermissions,
    QueueServiceClient,
    generate_account_sas as generate_queue_account_sas,
    generate_queue_sas,
)

from azure_support import SETTINGS, assert_fails

ACCOUNT = {"account_name": SETTINGS["AccountName"], "account_key": SETTINGS["AccountKey"]}

# The access token that `azure-storage serve` accepts.
TOKEN = "sample-token"


def soon():
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)


def signature_client(account, container, token):
    """Returns a client of a container with a shared access signature."""
    return ContainerClient(SETTINGS["BlobEndpoint"], container.container_name, credential=token, **account.options)


def check_blob_signatures(account):
    container = account.container()
    container.upload_blob("a b.txt", b"signed")

    def blobs(**options):
        arguments = {
            "resource_types": ResourceTypes(container=True, object=True), "permission": "rl", "expiry": soon(), **options
        }
        token = generate_account_sas(SETTINGS["AccountName"], SETTINGS["AccountKey"], **arguments)
        return signature_client(account, container, token)

    reader = blobs()
    assert [blob.name for blob in reader.list_blobs()] == ["a b.txt"]
    assert reader.download_blob("a b.txt").readall() == b"signed"
    assert_fails(HttpResponseError, "AuthorizationPermissionMismatch", 403, lambda: reader.upload_blob("b", b""))
    objects = blobs(resource_types=ResourceTypes(object=True))
    assert objects.download_blob("a b.txt").readall() == b"signed"
    assert_fails(HttpResponseError, "AuthorizationResourceTypeMismatch", 403, lambda: list(objects.list_blobs()))
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
    assert_fails(
        ClientAuthenticationError, "AuthenticationFailed", 403, lambda: blobs(expiry=past).download_blob("a b.txt")
    )
    assert_fails(
        HttpResponseError, "AuthorizationProtocolMismatch", 403,
        lambda: blobs(protocol="https").download_blob("a b.txt"),
    )
    assert_fails(
        HttpResponseError, "AuthorizationSourceIPMismatch", 403, lambda: blobs(ip="10.0.0.1").download_blob("a b.txt")
    )
    assert blobs(ip="127.0.0.0-127.0.0.255").download_blob("a b.txt").readall() == b"signed"
    creator = blobs(permission="c")
    creator.upload_blob("new", b"1")
    assert_fails(
        HttpResponseError, "AuthorizationPermissionMismatch", 403,
        lambda: creator.upload_blob("new", b"2", overwrite=True),
    )
    container.delete_container()


def check_queue_signatures(account):
    queue = account.queue()

    def client(permission, types=QueueResourceTypes(object=True)):
        token = generate_queue_account_sas(
            SETTINGS["AccountName"], SETTINGS["AccountKey"], resource_types=types, permission=permission, expiry=soon()
        )
        return QueueClient(SETTINGS["QueueEndpoint"], queue.queue_name, credential=token, **account.options)

    client(QueueAccountSasPermissions(add=True)).send_message("hello")
    assert_fails(
        HttpResponseError, "AuthorizationPermissionMismatch", 403,
        lambda: client(QueueAccountSasPermissions(add=True)).receive_message(),
    )
    assert client(QueueAccountSasPermissions(process=True)).receive_message().content == "hello"
    token = generate_account_sas(
        SETTINGS["AccountName"], SETTINGS["AccountKey"], resource_types=ResourceTypes(object=True),
        permission=AccountSasPermissions(read=True), expiry=soon(), services="b",
    )
    blob_token_client = QueueClient(SETTINGS["QueueEndpoint"], queue.queue_name, credential=token, **account.options)
    assert_fails(HttpResponseError, "AuthorizationServiceMismatch", 403, blob_token_client.peek_messages)
    queue.delete_queue()


def check_wrong_key(account):
    key = base64.b64encode(b"another key").decode()
    client = BlobServiceClient(
        SETTINGS["BlobEndpoint"], credential={"account_name": SETTINGS["AccountName"], "account_key": key},
        **account.options,
    )
    error = assert_fails(ClientAuthenticationError, "AuthenticationFailed", 403, lambda: list(client.list_containers()))
    assert "GET\n\n\n" in error.response.text(), error.response.text()


def check_public_containers(account):
    for access, can_list in [(PublicAccess.BLOB, False), (PublicAccess.CONTAINER, True), (None, None)]:
        container = account.container(public_access=access)
        container.upload_blob("a.txt", b"open")
        anonymous = ContainerClient(SETTINGS["BlobEndpoint"], container.container_name, **account.options)
        if access:
            assert anonymous.download_blob("a.txt").readall() == b"open"
        else:
            assert_fails(ResourceNotFoundError, "ResourceNotFound", 404, lambda: anonymous.download_blob("a.txt"))
        if can_list:
            assert [blob.name for blob in anonymous.list_blobs()] == ["a.txt"]
        else:
            assert_fails(ResourceNotFoundError, "ResourceNotFound", 404, lambda: list(anonymous.list_blobs()))
        assert_fails(ClientAuthenticationError, "NoAuthenticationInformation", 401, lambda: anonymous.upload_blob("b", b""))
        container.delete_container()


# Service signatures


def check_service_signatures_of_blobs(account):
    container = account.container()
    for name in ["日本 語+&.txt", "other"]:
        container.upload_blob(name, b"signed")

    def client(**options):
        arguments = {"permission": BlobSasPermissions(read=True), "expiry": soon(), **options}
        token = generate_blob_sas(
            ACCOUNT["account_name"], container.container_name, "日本 語+&.txt", account_key=ACCOUNT["account_key"],
            **arguments)
        return signature_client(account, container, token)

    reader = client(
        cache_control="no-store", content_disposition='attachment; filename="a b.txt"', content_encoding="identity",
        content_language="ja", content_type="text/x")
    assert reader.download_blob("日本 語+&.txt").readall() == b"signed"
    settings = reader.get_blob_client("日本 語+&.txt").get_blob_properties().content_settings
    assert (settings.cache_control, settings.content_language, settings.content_type) == ("no-store", "ja", "text/x")
    assert settings.content_disposition == 'attachment; filename="a b.txt"'
    assert_fails(ClientAuthenticationError, "AuthenticationFailed", 403, lambda: reader.download_blob("other"))
    assert_fails(
        HttpResponseError, "AuthorizationPermissionMismatch", 403,
        lambda: reader.upload_blob("日本 語+&.txt", b"", overwrite=True))
    # The path of another resource is not the one that was signed.
    assert_fails(ClientAuthenticationError, "AuthenticationFailed", 403, lambda: list(reader.list_blobs()))
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
    for options in [{"expiry": past}, {"start": soon(), "expiry": soon() + datetime.timedelta(hours=1)}]:
        assert_fails(
            ClientAuthenticationError, "AuthenticationFailed", 403,
            lambda: client(**options).download_blob("日本 語+&.txt"))
    assert_fails(
        HttpResponseError, "AuthorizationProtocolMismatch", 403,
        lambda: client(protocol="https").download_blob("日本 語+&.txt"))
    assert_fails(
        HttpResponseError, "AuthorizationSourceIPMismatch", 403,
        lambda: client(ip="10.0.0.1").download_blob("日本 語+&.txt"))
    writer = client(permission="w")
    writer.upload_blob("日本 語+&.txt", b"written", overwrite=True)
    assert container.download_blob("日本 語+&.txt").readall() == b"written"
    container.delete_container()


def check_service_signatures_of_containers(account):
    container = account.container()
    container.upload_blob("a/b.txt", b"signed")
    token = generate_container_sas(
        **ACCOUNT, container_name=container.container_name, permission=ContainerSasPermissions(read=True, list=True),
        expiry=soon())
    reader = signature_client(account, container, token)
    assert [blob.name for blob in reader.list_blobs()] == ["a/b.txt"]
    assert reader.download_blob("a/b.txt").readall() == b"signed"
    assert_fails(
        HttpResponseError, "AuthorizationPermissionMismatch", 403, lambda: reader.delete_blob("a/b.txt"))
    # A service signature does not grant access to the container itself.
    for work in [reader.get_container_properties, reader.get_container_access_policy, reader.delete_container]:
        assert_fails(HttpResponseError, "AuthorizationPermissionMismatch", 403, work)
    other = account.container()
    other.upload_blob("a/b.txt", b"other")
    assert_fails(
        ClientAuthenticationError, "AuthenticationFailed", 403,
        lambda: signature_client(account, other, token).download_blob("a/b.txt"))
    other.delete_container()
    container.delete_container()


def check_signatures_with_policy(account):
    container = account.container()
    container.upload_blob("a", b"signed")
    token = generate_container_sas(**ACCOUNT, container_name=container.container_name, policy_id="readers & more")
    reader = signature_client(account, container, token)
    denied = lambda code: assert_fails(
        HttpResponseError, code, 403, lambda: reader.download_blob("a"))
    denied("AuthenticationFailed")
    policy = AccessPolicy(permission=ContainerSasPermissions(read=True, list=True), expiry=soon())
    container.set_container_access_policy({"readers & more": policy})
    assert reader.download_blob("a").readall() == b"signed"
    assert [blob.name for blob in reader.list_blobs()] == ["a"]
    policy.permission = ContainerSasPermissions(list=True)
    container.set_container_access_policy({"readers & more": policy})
    denied("AuthorizationPermissionMismatch")
    # The end is part of the policy, so that the signature must not contain it.
    token = generate_container_sas(
        **ACCOUNT, container_name=container.container_name, policy_id="readers & more", expiry=soon())
    assert_fails(
        ClientAuthenticationError, "AuthenticationFailed", 403,
        lambda: list(signature_client(account, container, token).list_blobs()))
    container.set_container_access_policy({})
    denied("AuthenticationFailed")
    container.delete_container()


def check_service_signatures_of_queues(account):
    queue = account.queue()
    queue.send_message("hello")

    def client(**options):
        token = generate_queue_sas(**ACCOUNT, queue_name=queue.queue_name, **options)
        return QueueClient(SETTINGS["QueueEndpoint"], queue.queue_name, credential=token, **account.options)

    reader = client(permission=QueueSasPermissions(read=True), expiry=soon())
    assert [message.content for message in reader.peek_messages()] == ["hello"]
    assert reader.get_queue_properties().approximate_message_count == 1
    assert_fails(HttpResponseError, "AuthorizationPermissionMismatch", 403, lambda: reader.send_message("x"))
    worker = client(policy_id="workers")
    assert_fails(ClientAuthenticationError, "AuthenticationFailed", 403, worker.receive_message)
    queue.set_queue_access_policy({"workers": QueueAccessPolicy(permission="p", expiry=soon())})
    message = worker.receive_message()
    assert message.content == "hello"
    worker.delete_message(message)
    assert_fails(HttpResponseError, "AuthorizationPermissionMismatch", 403, worker.peek_messages)
    queue.delete_queue()


# Access tokens


class Tokens:
    """A credential that returns the given tokens in order, and repeats the last one."""

    def __init__(self, *tokens):
        self.tokens = list(tokens)
        self.scopes = []
        self.tenants = []

    def get_token(self, *scopes, tenant_id=None, **_):
        self.scopes += scopes
        self.tenants.append(tenant_id)
        token = self.tokens.pop(0) if len(self.tokens) > 1 else self.tokens[0]
        return AccessToken(token, int(time.time()) + 3_600)


class PlainTransport(RequestsTransport):
    """A transport without TLS. The clients require URLs with https for access tokens."""

    def send(self, request, **options):
        request.url = request.url.replace("https://", "http://", 1)
        return super().send(request, **options)


def token_client(account, type, endpoint, tokens):
    """Returns a client with a credential."""
    url = SETTINGS[endpoint].replace("http://", "https://", 1)
    return type(url, credential=tokens, transport=PlainTransport(), **account.options)


def check_access_tokens(account):
    tokens = Tokens(TOKEN)
    blobs = token_client(account, BlobServiceClient, "BlobEndpoint", tokens)
    container = blobs.create_container(account.name())
    container.upload_blob("a", b"1")
    assert container.download_blob("a").readall() == b"1"
    assert [blob.name for blob in container.list_blobs()] == ["a"]
    container.delete_container()
    queues = token_client(account, QueueServiceClient, "QueueEndpoint", tokens)
    queue = queues.create_queue(account.name())
    queue.send_message("hello")
    assert queue.receive_message().content == "hello"
    queue.delete_queue()
    assert set(tokens.scopes) == {"https://storage.azure.com/.default"} and set(tokens.tenants) == {None}


def check_rejected_access_tokens(account):
    # The client requests another token for the tenant in the challenge.
    tokens = Tokens("outdated", TOKEN)
    blobs = token_client(account, BlobServiceClient, "BlobEndpoint", tokens)
    assert blobs.get_account_information()["sku_name"]
    assert tokens.tenants == [None, "common"], tokens.tenants
    assert set(tokens.scopes) == {"https://storage.azure.com/.default"}, tokens.scopes
    blobs = token_client(account, BlobServiceClient, "BlobEndpoint", Tokens("wrong"))
    assert_fails(
        ClientAuthenticationError, "InvalidAuthenticationInfo", 401,
        lambda: blobs.get_account_information())


def check_user_delegation_signatures(account):
    container = account.container()
    for name in ["日本 語+&.txt", "other"]:
        container.upload_blob(name, b"signed")
    blobs = token_client(account, BlobServiceClient, "BlobEndpoint", Tokens(TOKEN))
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=5)
    key = blobs.get_user_delegation_key(start, soon())
    assert key.signed_service == "b" and key.signed_version and key.value, vars(key).keys()
    name = container.container_name
    arguments = {"user_delegation_key": key, "expiry": soon() - datetime.timedelta(minutes=1)}
    token = generate_blob_sas(
        ACCOUNT["account_name"], name, "日本 語+&.txt", permission="r", content_type="text/x", **arguments)
    reader = signature_client(account, container, token)
    download = reader.download_blob("日本 語+&.txt")
    assert download.readall() == b"signed" and download.properties.content_settings.content_type == "text/x"
    assert_fails(ClientAuthenticationError, "AuthenticationFailed", 403, lambda: reader.download_blob("other"))
    token = generate_container_sas(ACCOUNT["account_name"], name, permission="rl", ip="127.0.0.1", **arguments)
    reader = signature_client(account, container, token)
    assert len(list(reader.list_blobs())) == 2 and reader.download_blob("other").readall() == b"signed"
    assert_fails(HttpResponseError, "AuthorizationPermissionMismatch", 403, lambda: reader.delete_blob("other"))
    key.value = base64.b64encode(b"another key").decode()
    token = generate_container_sas(ACCOUNT["account_name"], name, permission="rl", **arguments)
    assert_fails(
        ClientAuthenticationError, "AuthenticationFailed", 403,
        lambda: signature_client(account, container, token).download_blob("other"))
    # A key requires an access token, and is valid for at most seven days.
    assert_fails(
        ClientAuthenticationError, "AuthenticationFailed", 403,
        lambda: account.blobs.get_user_delegation_key(start, soon()))
    assert_fails(
        HttpResponseError, "InvalidXmlNodeValue", 400,
        lambda: blobs.get_user_delegation_key(start, start + datetime.timedelta(days=8)))
    container.delete_container()


# Access policies


def check_access_policies(account):
    container = account.container()
    policy = AccessPolicy(
        permission=ContainerSasPermissions(read=True), start="2026-01-01T00:00:00Z", expiry="2027-01-01T00:00:00Z"
    )
    container.set_container_access_policy({"readers": policy}, public_access=PublicAccess.BLOB)
    found = container.get_container_access_policy()
    assert found["public_access"] == "blob", found
    assert [identifier.id for identifier in found["signed_identifiers"]] == ["readers"]
    assert found["signed_identifiers"][0].access_policy.permission == "r"
    container.set_container_access_policy({})
    assert container.get_container_access_policy() == {"public_access": None, "signed_identifiers": []}
    container.delete_container()


def check_access_policies_of_queues(account):
    queue = account.queue()
    policy = QueueAccessPolicy(permission="r", start="2026-01-01T00:00:00Z", expiry="2027-01-01T00:00:00Z")
    queue.set_queue_access_policy({"readers": policy})
    found = queue.get_queue_access_policy()
    assert list(found) == ["readers"] and found["readers"].permission == "r", found
    queue.set_queue_access_policy({})
    assert queue.get_queue_access_policy() == {}
    queue.delete_queue()
