"""Verifies an Azure Storage emulator with Microsoft's Python clients.

    AZURE_STORAGE_CONNECTION_STRING=… python azure-sdk.py

Each function whose name begins with `check_` is a check. It receives the clients of both services, and creates and deletes
its own containers and queues. All checks run once for each version of the protocol.
"""

import base64
import datetime
import hashlib
import sys
import time
import traceback
import uuid

from azure.core.exceptions import HttpResponseError, ResourceExistsError, ResourceModifiedError, ResourceNotFoundError
from azure.core import MatchConditions
from azure.storage.blob import (
    BlobBlock,
    BlobPrefix,
    BlobServiceClient,
    ContentSettings,
    CorsRule,
    RetentionPolicy,
    StaticWebsite,
)
from azure.storage.queue import (
    BinaryBase64DecodePolicy,
    BinaryBase64EncodePolicy,
    CorsRule as QueueCorsRule,
    TextBase64DecodePolicy,
    TextBase64EncodePolicy,
)

from azure_support import CONNECTION, MEBIBYTE, Account, assert_fails, content
import azure_access

# Containers


def check_containers(account):
    container = account.container(metadata={"Owner": "me", "a_b": "1", "a1": "2"})
    properties = container.get_container_properties()
    assert properties.metadata == {"Owner": "me", "a_b": "1", "a1": "2"}, properties.metadata
    assert properties.public_access is None and properties.lease.state == "available"
    assert_fails(ResourceExistsError, "ContainerAlreadyExists", 409, container.create_container)
    container.set_container_metadata({"owner": "you"})
    assert container.get_container_properties().metadata == {"owner": "you"}
    assert container.exists()
    container.delete_container()
    assert not container.exists()
    assert_fails(ResourceNotFoundError, "ContainerNotFound", 404, container.get_container_properties)
    assert_fails(ResourceNotFoundError, "ContainerNotFound", 404, container.delete_container)


def check_names_of_containers(account):
    for name, code in [("ab", "OutOfRangeInput"), ("Upper", "InvalidResourceName"), ("a--b", "InvalidResourceName")]:
        assert_fails(HttpResponseError, code, 400, lambda: account.blobs.create_container(name))


def check_list_of_containers(account):
    prefix = "list-" + uuid.uuid4().hex
    names = [f"{prefix}-{number}" for number in range(5)]
    for name in names:
        account.blobs.create_container(name, metadata={"number": name[-1]})
    pages = list(account.blobs.list_containers(name_starts_with=prefix, results_per_page=2).by_page())
    pages = [[container.name for container in page] for page in pages]
    assert pages == [names[0:2], names[2:4], names[4:]], pages
    found = list(account.blobs.list_containers(name_starts_with=prefix, include_metadata=True))
    assert [container.metadata for container in found] == [{"number": str(number)} for number in range(5)]
    assert all(container.etag.startswith('"') and container.last_modified for container in found)
    for name in names:
        account.blobs.delete_container(name)


# Blobs


def check_upload_and_download(account):
    container = account.container()
    for name, data in [("a.txt", b"hello"), ("日本 語+&.txt", "こんにちは".encode()), ("empty", b""), ("a/b//c d%20", b"x")]:
        blob = container.upload_blob(name, data, content_settings=ContentSettings(content_type="text/plain"))
        assert blob.blob_name == name
        assert container.download_blob(name).readall() == data
        properties = blob.get_blob_properties()
        assert properties.size == len(data) and properties.name == name
        assert properties.content_settings.content_type == "text/plain"
        assert bytes(properties.content_settings.content_md5) == hashlib.md5(data).digest()
        assert properties.blob_type == "BlockBlob" and properties.lease.status == "unlocked"
    names = sorted(["a.txt", "日本 語+&.txt", "empty", "a/b//c d%20"], key=lambda name: name.encode())
    assert list(container.list_blob_names()) == names
    container.delete_container()


def check_names_outside_of_xml(account):
    container = account.container()
    name = "bell\u0007 & 100%.txt"
    container.upload_blob(name, b"x")
    assert [blob.name for blob in container.list_blobs()] == [name]
    container.delete_container()


def check_overwriting(account):
    container = account.container()
    container.upload_blob("a", b"1")
    assert_fails(ResourceExistsError, "BlobAlreadyExists", 409, lambda: container.upload_blob("a", b"2"))
    assert container.download_blob("a").readall() == b"1"
    created = container.get_blob_client("a").get_blob_properties().creation_time
    container.upload_blob("a", b"3", overwrite=True)
    assert container.download_blob("a").readall() == b"3"
    assert container.get_blob_client("a").get_blob_properties().creation_time == created
    container.delete_container()


def check_blocks(account):
    container = account.container()
    data = content(9 * MEBIBYTE)
    blob = container.upload_blob("large", data, max_concurrency=4, metadata={"parts": "five"})
    properties = blob.get_blob_properties()
    assert properties.size == len(data) and properties.metadata == {"parts": "five"}
    assert properties.content_settings.content_md5 is None
    committed, uncommitted = blob.get_block_list("all")
    assert [block.size for block in committed] == [2 * MEBIBYTE] * 4 + [MEBIBYTE] and not uncommitted
    assert blob.download_blob(max_concurrency=4).readall() == data
    assert_fails(ResourceExistsError, "BlobAlreadyExists", 409, lambda: container.upload_blob("large", data))
    container.upload_blob("large", data, validate_content=True, overwrite=True, max_concurrency=2)
    assert blob.download_blob(max_concurrency=3, validate_content=True).readall() == data
    container.delete_container()


def check_staged_blocks(account):
    container = account.container()
    blob = container.get_blob_client("staged")
    blob.stage_block("one", b"1" * 10)
    blob.stage_block("two", b"2" * 20, validate_content=True)
    assert [block.size for block in blob.get_block_list("uncommitted")[1]] == [10, 20]
    assert list(container.list_blobs()) == []
    found = list(container.list_blobs(include=["uncommittedblobs"]))
    assert [(item.name, item.size) for item in found] == [("staged", 0)]
    assert_fails(ResourceNotFoundError, "BlobNotFound", 404, lambda: blob.download_blob())
    assert_fails(HttpResponseError, "InvalidBlobOrBlock", 400, lambda: blob.stage_block("three", b"3"))
    assert_fails(HttpResponseError, "InvalidBlockList", 400, lambda: blob.commit_block_list([BlobBlock("six")]))
    blob.commit_block_list(
        [BlobBlock("two"), BlobBlock("one"), BlobBlock("two")], content_settings=ContentSettings(content_type="a/b")
    )
    assert blob.download_blob().readall() == b"2" * 20 + b"1" * 10 + b"2" * 20
    assert blob.get_blob_properties().content_settings.content_type == "a/b"
    assert blob.get_block_list("all")[1] == []
    container.delete_container()


def check_list_of_blobs(account):
    container = account.container()
    names = ["a.txt", "b/1.txt", "b/2.txt", "b/c/3.txt", "d.txt", "e/4.txt", "日本/語.txt"]
    for name in names:
        container.upload_blob(name, name.encode(), metadata={"length": str(len(name))})
    assert [blob.name for blob in container.list_blobs()] == names
    assert [blob.name for blob in container.list_blobs(name_starts_with="b/")] == names[1:4]
    assert [blob.metadata for blob in container.list_blobs(include=["metadata"])] == [
        {"length": str(len(name))} for name in names
    ]
    pages = [[blob.name for blob in page] for page in container.list_blobs(results_per_page=3).by_page()]
    assert pages == [names[0:3], names[3:6], names[6:]], pages
    # The client returns the prefixes of a page first.
    walked = [(type(item) is BlobPrefix, item.name) for item in container.walk_blobs()]
    assert walked == [(True, "b/"), (True, "e/"), (True, "日本/"), (False, "a.txt"), (False, "d.txt")], walked
    inside = [item.name for item in container.walk_blobs(name_starts_with="b/")]
    assert inside == ["b/c/", "b/1.txt", "b/2.txt"], inside
    first = next(container.list_blobs(results_per_page=2).by_page())
    assert len(list(first)) == 2
    item = next(iter(container.list_blobs()))
    assert item.size == 5 and not item.etag.startswith('"') and item.last_modified and item.creation_time
    assert bytes(item.content_settings.content_md5) == hashlib.md5(b"a.txt").digest()
    container.delete_container()


def check_walking_in_pages(account):
    container = account.container()
    for name in ["a/1", "a/2", "b", "c/1", "c/2", "d"]:
        container.upload_blob(name, b"x")
    pages = container.walk_blobs(results_per_page=1).by_page()
    found = [[item.name for item in page] for page in pages]
    assert found == [["a/"], ["b"], ["c/"], ["d"]], found
    container.delete_container()


def check_ranges(account):
    container = account.container()
    blob = container.upload_blob("digits", b"0123456789")
    assert blob.download_blob(offset=2, length=3).readall() == b"234"
    assert blob.download_blob(offset=7).readall() == b"789"
    assert blob.download_blob(offset=8, length=100).readall() == b"89"
    assert blob.download_blob(offset=2, length=3, validate_content=True).readall() == b"234"
    error = assert_fails(HttpResponseError, "InvalidRange", 416, lambda: blob.download_blob(offset=10, length=1))
    assert error.response.headers["Content-Range"] == "bytes */10"
    container.delete_container()


def check_properties_and_metadata(account):
    container = account.container()
    blob = container.upload_blob("a", b"1", metadata={"First": "1"})
    settings = ContentSettings(
        content_type="text/html", content_language="ja", content_encoding="identity",
        content_disposition="inline", cache_control="no-store", content_md5=bytearray(hashlib.md5(b"1").digest()),
    )
    before = blob.get_blob_properties().etag
    blob.set_http_headers(settings)
    properties = blob.get_blob_properties()
    assert properties.etag != before
    assert {key: properties.content_settings[key] for key in settings.keys()} == dict(settings.items())
    assert properties.metadata == {"First": "1"}
    blob.set_blob_metadata({"second": "two  words"})
    assert blob.get_blob_properties().metadata == {"second": "two  words"}
    blob.set_http_headers()
    assert blob.get_blob_properties().content_settings.content_language is None
    container.delete_container()


def check_conditions(account):
    container = account.container()
    blob = container.upload_blob("a", b"1")
    etag = blob.get_blob_properties().etag
    modified = blob.get_blob_properties().last_modified
    hour = datetime.timedelta(hours=1)
    same = {"etag": etag, "match_condition": MatchConditions.IfNotModified}
    other = {"etag": etag, "match_condition": MatchConditions.IfModified}
    assert blob.download_blob(**same).readall() == b"1"
    # The client maps the error code ConditionNotMet to ResourceModifiedError, even for status 304.
    assert_fails(ResourceModifiedError, "ConditionNotMet", 304, lambda: blob.download_blob(**other))
    assert_fails(ResourceModifiedError, "ConditionNotMet", 304, lambda: blob.download_blob(if_modified_since=modified))
    assert_fails(
        ResourceModifiedError, "ConditionNotMet", 412, lambda: blob.download_blob(if_unmodified_since=modified - hour)
    )
    assert blob.download_blob(if_modified_since=modified - hour, if_unmodified_since=modified).readall() == b"1"
    blob.upload_blob(b"2", overwrite=True, **same)
    assert_fails(
        ResourceModifiedError, "ConditionNotMet", 412, lambda: blob.upload_blob(b"3", overwrite=True, **same)
    )
    assert_fails(ResourceModifiedError, "ConditionNotMet", 412, lambda: blob.delete_blob(**same))
    assert blob.download_blob().readall() == b"2"
    container.delete_container()


def check_copy(account):
    container = account.container()
    source = container.upload_blob(
        "日本 語+&.txt", b"copied", metadata={"of": "source"}, content_settings=ContentSettings(content_type="text/x")
    )
    target = container.get_blob_client("copies/one")
    copy = target.start_copy_from_url(source.url)
    assert copy["copy_status"] == "success" and copy["copy_id"]
    properties = target.get_blob_properties()
    assert target.download_blob().readall() == b"copied" and properties.metadata == {"of": "source"}
    assert properties.content_settings.content_type == "text/x" and properties.copy.status == "success"
    target.start_copy_from_url(source.url, metadata={"of": "own"})
    assert target.get_blob_properties().metadata == {"of": "own"}
    missing = container.get_blob_client("missing").url
    assert_fails(ResourceNotFoundError, "CannotVerifyCopySource", 404, lambda: target.start_copy_from_url(missing))
    assert_fails(
        HttpResponseError, "CannotVerifyCopySource", 400,
        lambda: target.start_copy_from_url("http://127.0.0.1:1/elsewhere/a/b"),
    )
    assert_fails(
        HttpResponseError, "SourceConditionNotMet", 412,
        lambda: target.start_copy_from_url(source.url, source_if_match='"0x1"'),
    )
    assert_fails(
        ResourceExistsError, "NoPendingCopyOperation", 409, lambda: target.abort_copy(properties.copy.id)
    )
    container.delete_container()


def check_deletion(account):
    container = account.container()
    blob = container.upload_blob("a", b"1")
    blob.delete_blob(delete_snapshots="include")
    assert not blob.exists()
    assert_fails(ResourceNotFoundError, "BlobNotFound", 404, blob.delete_blob)
    assert_fails(ResourceNotFoundError, "BlobNotFound", 404, blob.get_blob_properties)
    assert_fails(ResourceNotFoundError, "BlobNotFound", 404, lambda: blob.download_blob())
    container.delete_container()


def check_append_blobs(account):
    container = account.container()
    blob = container.get_blob_client("a")
    blob.create_append_blob()
    assert blob.append_block(b"one")["blob_append_offset"] == "0"
    assert blob.append_block(b"two", appendpos_condition=3)["blob_append_offset"] == "3"
    assert_fails(
        HttpResponseError, "AppendPositionConditionNotMet", 412, lambda: blob.append_block(b"x", appendpos_condition=3)
    )
    assert_fails(
        HttpResponseError, "MaxBlobSizeConditionNotMet", 412, lambda: blob.append_block(b"x", maxsize_condition=6)
    )
    assert blob.download_blob().readall() == b"onetwo"
    properties = blob.get_blob_properties()
    assert properties.blob_type == "AppendBlob" and properties.append_blob_committed_block_count == 2
    container.upload_blob("b", b"1")
    assert_fails(
        ResourceExistsError, "InvalidBlobType", 409, lambda: container.get_blob_client("b").append_block(b"x")
    )
    container.delete_container()


def check_page_blobs(account):
    container = account.container()
    blob = container.get_blob_client("a")
    blob.create_page_blob(2_048)
    blob.upload_page(b"1" * 1_024, offset=512, length=1_024)
    blob.clear_page(offset=512, length=512)
    assert blob.download_blob().readall() == bytes(1_024) + b"1" * 512 + bytes(512)
    assert [(pages.start, pages.end) for pages in blob.list_page_ranges()] == [(1_024, 1_535)]
    assert_fails(
        HttpResponseError, "InvalidPageRange", 416, lambda: blob.upload_page(b"1" * 512, offset=2_048, length=512)
    )
    assert blob.get_blob_properties().blob_type == "PageBlob"
    container.delete_container()


# Checksums


def crc64(data):
    """Returns the CRC-64 of Azure Storage, whose bytes are in little-endian order."""
    value = (1 << 64) - 1
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x9A6C9329AC4BC9B5 if value & 1 else 0)
    return base64.b64encode((value ^ (1 << 64) - 1).to_bytes(8, "little")).decode()


def check_checksums(account):
    container = account.container()
    page, append, block = (container.get_blob_client(name) for name in ["page", "append", "block"])
    page.create_page_blob(512)
    append.create_append_blob()
    data = content(512)
    writes = [
        lambda **options: page.upload_page(data, offset=0, length=512, **options),
        lambda **options: append.append_block(data, **options),
        lambda **options: block.stage_block("one", data, **options),
        lambda **options: block.upload_blob(data, overwrite=True, **options),
    ]
    wrong = base64.b64encode(bytes(16)).decode()
    for write in writes:
        write(validate_content=True)
        write(headers={"x-ms-content-crc64": crc64(data)})
        assert_fails(HttpResponseError, "Md5Mismatch", 400, lambda: write(headers={"Content-MD5": wrong}))
        assert_fails(
            HttpResponseError, "Crc64Mismatch", 400, lambda: write(headers={"x-ms-content-crc64": crc64(b"other")}))
        assert_fails(
            HttpResponseError, "InvalidHeaderValue", 400, lambda: write(headers={"x-ms-content-crc64": "AAAA"}))
    for response in [writes[0](), writes[1](), writes[2]()]:
        assert response["content_crc64"] == bytearray(base64.b64decode(crc64(data))), response
    assert append.download_blob(validate_content=True).readall() == data * 3
    assert page.download_blob(validate_content=True).readall() == data
    settings = ContentSettings(content_md5=bytearray(16))
    assert_fails(
        HttpResponseError, "Md5Mismatch", 400,
        lambda: block.upload_blob(data, overwrite=True, content_settings=settings))
    container.delete_container()


# Leases


def check_leases(account):
    container = account.container()
    blob = container.upload_blob("a", b"1")
    for resource in (blob, container):
        lease = resource.acquire_lease(lease_duration=15)
        properties = blob.get_blob_properties() if resource is blob else container.get_container_properties()
        assert properties.lease.state == "leased"
        assert_fails(ResourceExistsError, "LeaseAlreadyPresent", 409, lambda: resource.acquire_lease())
        lease.renew()
        lease.change(str(uuid.uuid4()))
        if resource is blob:
            assert_fails(HttpResponseError, "LeaseIdMissing", 412, lambda: blob.set_blob_metadata({"a": "1"}))
            blob.set_blob_metadata({"a": "1"}, lease=lease)
        else:
            assert_fails(HttpResponseError, "LeaseIdMissing", 412, container.delete_container)
        lease.release()
        lease = resource.acquire_lease()
        assert lease.break_lease(lease_break_period=0) == 0
        assert_fails(ResourceExistsError, "LeaseIsBrokenAndCannotBeRenewed", 409, lease.renew)
    container.delete_container()


def check_lease_conditions(account):
    container = account.container()
    page, append = (container.get_blob_client(name) for name in ["page", "append"])
    page.create_page_blob(512)
    append.create_append_blob()
    for blob, write in [
        (page, lambda **options: page.upload_page(bytes(512), offset=0, length=512, **options)),
        (append, lambda **options: append.append_block(b"1", **options)),
    ]:
        identifier = str(uuid.uuid4())
        lease = blob.acquire_lease(lease_duration=60, lease_id=identifier)
        assert lease.id == identifier
        # The holder of a lease can acquire it again.
        blob.acquire_lease(lease_duration=-1, lease_id=identifier)
        properties = blob.get_blob_properties().lease
        assert (properties.status, properties.state, properties.duration) == ("locked", "leased", "infinite"), properties
        assert_fails(HttpResponseError, "LeaseIdMissing", 412, write)
        other = str(uuid.uuid4())
        assert_fails(
            HttpResponseError, "LeaseIdMismatchWithBlobOperation", 412, lambda: write(lease=other))
        write(lease=lease)
        assert_fails(HttpResponseError, "LeaseIdMissing", 412, blob.delete_blob)
        assert blob.download_blob(lease=lease).readall() == blob.download_blob().readall()
        assert lease.break_lease(lease_break_period=30) in (29, 30)
        assert blob.get_blob_properties().lease.state == "breaking"
        assert_fails(ResourceExistsError, "LeaseAlreadyPresent", 409, blob.acquire_lease)
        assert_fails(
            ResourceExistsError, "LeaseIsBreakingAndCannotBeChanged", 409, lambda: lease.change(other))
        lease.release()
        assert_fails(
            HttpResponseError, "LeaseNotPresentWithBlobOperation", 412, lambda: write(lease=identifier))
        write()
    for duration in [14, 61]:
        assert_fails(
            HttpResponseError, "InvalidHeaderValue", 400, lambda: page.acquire_lease(lease_duration=duration))
    with_lease = container.get_blob_client("new")
    assert_fails(
        ResourceNotFoundError, "BlobNotFound", 404, lambda: with_lease.acquire_lease())
    container.delete_container()


def check_writing_leased_blobs(account):
    container = account.container()
    blob = container.upload_blob("a", b"1")
    lease = blob.acquire_lease(lease_duration=15)
    for work in [
        lambda **options: blob.upload_blob(b"2", overwrite=True, **options),
        lambda **options: blob.set_http_headers(ContentSettings(content_type="a/b"), **options),
        lambda **options: blob.commit_block_list([], **options),
        lambda **options: blob.start_copy_from_url(container.get_blob_client("a").url, **options),
    ]:
        assert_fails(HttpResponseError, "LeaseIdMissing", 412, work)
    blob.upload_blob(b"2", overwrite=True, lease=lease)
    blob.set_http_headers(ContentSettings(content_type="a/b"), lease=lease)
    other = container.upload_blob("b", b"3")
    blob.start_copy_from_url(other.url, destination_lease=lease)
    assert blob.download_blob().readall() == b"3"
    listed = {item.name: item.lease.state for item in container.list_blobs()}
    assert listed == {"a": "leased", "b": "available"}, listed
    blob.delete_blob(lease=lease)
    container.delete_container()


def check_pages_of_ranges(account):
    container = account.container()
    blob = container.get_blob_client("a")
    blob.create_page_blob(8_192)
    for offset in range(0, 8_192, 1_024):
        blob.upload_page(b"1" * 512, offset=offset, length=512)
    found = [(pages.start, pages.end) for pages in blob.list_page_ranges(results_per_page=3)]
    assert found == [(offset, offset + 511) for offset in range(0, 8_192, 1_024)], found
    found = [(pages.start, pages.end) for pages in blob.list_page_ranges(offset=1_024, length=1_536)]
    assert found == [(1_024, 1_535), (2_048, 2_559)], found
    blob.resize_blob(4_096)
    assert blob.get_blob_properties().size == 4_096
    assert len(list(blob.list_page_ranges())) == 4
    container.delete_container()


# Settings


def check_blob_service_properties(account):
    rules = [
        CorsRule(["http://a.example", "http://b.example"], ["GET", "PUT"], max_age_in_seconds=60,
                 allowed_headers=["x-ms-meta-*"], exposed_headers=["*"]),
        CorsRule(["*"], ["GET"]),
    ]
    account.blobs.set_service_properties(cors=rules)
    found = account.blobs.get_service_properties()["cors"]
    assert [rule.allowed_origins for rule in found] == ["http://a.example,http://b.example", "*"], found
    assert found[0].max_age_in_seconds == 60 and found[0].allowed_headers == "x-ms-meta-*"
    account.blobs.set_service_properties(
        delete_retention_policy=RetentionPolicy(enabled=True, days=3),
        static_website=StaticWebsite(enabled=True, index_document="index.html"),
    )
    properties = account.blobs.get_service_properties()
    assert properties["delete_retention_policy"].days == 3 and len(properties["cors"]) == 2
    assert properties["static_website"].index_document == "index.html"
    account.blobs.set_service_properties(cors=[])
    assert account.blobs.get_service_properties()["cors"] == []
    many = [CorsRule(["*"], ["GET"])] * 6
    assert_fails(HttpResponseError, "InvalidXmlDocument", 400, lambda: account.blobs.set_service_properties(cors=many))


def check_queue_service_properties(account):
    account.queues.set_service_properties(cors=[QueueCorsRule(["*"], ["POST"], max_age_in_seconds=5)])
    found = account.queues.get_service_properties()
    assert [(rule.allowed_methods, rule.max_age_in_seconds) for rule in found["cors"]] == [("POST", 5)]
    assert found["analytics_logging"].version == "1.0"
    account.queues.set_service_properties(cors=[])
    assert account.queues.get_service_properties()["cors"] == []


def check_account_information(account):
    information = account.blobs.get_account_information()
    assert information["sku_name"] and information["account_kind"], information


# Queues


def check_queues(account):
    name = "test-" + uuid.uuid4().hex
    queue = account.queues.create_queue(name, metadata={"color": "red"})
    # The service succeeds with status 204, which the client reports as an error.
    same = {"metadata": {"color": "red"}}
    assert_fails(ResourceExistsError, "QueueAlreadyExists", 204, lambda: account.queues.create_queue(name, **same))
    assert_fails(ResourceExistsError, "QueueAlreadyExists", 409, lambda: account.queues.create_queue(name))
    queue.set_queue_metadata({"color": "blue", "size": "2"})
    properties = queue.get_queue_properties()
    assert properties.metadata == {"color": "blue", "size": "2"} and properties.approximate_message_count == 0
    queue.delete_queue()
    assert_fails(ResourceNotFoundError, "QueueNotFound", 404, queue.get_queue_properties)
    assert_fails(ResourceNotFoundError, "QueueNotFound", 404, queue.delete_queue)
    assert_fails(HttpResponseError, "InvalidResourceName", 400, lambda: account.queues.create_queue("a--b"))


def check_list_of_queues(account):
    prefix = "list-" + uuid.uuid4().hex
    names = [f"{prefix}-{number}" for number in range(5)]
    for name in names:
        account.queues.create_queue(name, metadata={"number": name[-1]})
    pages = account.queues.list_queues(name_starts_with=prefix, results_per_page=2).by_page()
    pages = [[queue.name for queue in page] for page in pages]
    assert pages == [names[0:2], names[2:4], names[4:]], pages
    found = list(account.queues.list_queues(name_starts_with=prefix, include_metadata=True))
    assert [queue.metadata for queue in found] == [{"number": str(number)} for number in range(5)]
    for name in names:
        account.queues.delete_queue(name)


def check_messages(account):
    queue = account.queue()
    texts = ["plain", "<a> & \"b\"\n\t", "日本語", " spaces "]
    sent = [queue.send_message(text) for text in texts]
    assert all(message.pop_receipt and message.id for message in sent)
    assert queue.get_queue_properties().approximate_message_count == 4
    peeked = queue.peek_messages(max_messages=2)
    assert [message.content for message in peeked] == texts[:2]
    assert [(message.dequeue_count, message.pop_receipt) for message in peeked] == [(0, None)] * 2
    received = list(queue.receive_messages(messages_per_page=2, visibility_timeout=60))
    assert [message.content for message in received] == texts
    assert [message.dequeue_count for message in received] == [1] * 4
    assert queue.receive_message() is None and queue.peek_messages() == []
    assert_fails(HttpResponseError, "PopReceiptMismatch", 400, lambda: queue.delete_message(sent[0]))
    for message in received:
        queue.delete_message(message)
    assert_fails(ResourceNotFoundError, "MessageNotFound", 404, lambda: queue.delete_message(received[0]))
    assert queue.get_queue_properties().approximate_message_count == 0
    queue.delete_queue()


def check_updates(account):
    queue = account.queue()
    queue.send_message("before")
    message = queue.receive_message(visibility_timeout=60)
    updated = queue.update_message(message, visibility_timeout=60, content="after")
    assert updated.pop_receipt != message.pop_receipt
    assert_fails(
        HttpResponseError, "PopReceiptMismatch", 400, lambda: queue.update_message(message, visibility_timeout=0)
    )
    assert queue.receive_message() is None
    queue.update_message(updated, visibility_timeout=0)
    again = queue.receive_message()
    assert (again.content, again.dequeue_count) == ("after", 2)
    queue.delete_message(again)
    queue.delete_queue()


def check_visibility_and_lifetime(account):
    queue = account.queue()
    queue.send_message("later", visibility_timeout=2)
    queue.send_message("short", time_to_live=1)
    queue.send_message("for ever", time_to_live=-1)
    assert [message.content for message in queue.peek_messages(max_messages=5)] == ["short", "for ever"]
    deadline = time.monotonic() + 20
    while [message.content for message in queue.peek_messages(max_messages=5)] != ["for ever", "later"]:
        assert time.monotonic() < deadline, "timed out waiting for the messages to appear and expire"
        time.sleep(0.1)
    forever = queue.receive_message()
    assert forever.expires_on.year == 9999, forever.expires_on
    queue.clear_messages()
    assert queue.get_queue_properties().approximate_message_count == 0
    assert_fails(
        HttpResponseError, "OutOfRangeQueryParameterValue", 400,
        lambda: queue.send_message("x", time_to_live=5, visibility_timeout=10),
    )
    queue.delete_queue()


def check_large_messages(account):
    queue = account.queue()
    queue.send_message("x" * 65_536)
    assert len(queue.receive_message().content) == 65_536
    assert_fails(HttpResponseError, "RequestBodyTooLarge", 413, lambda: queue.send_message("x" * 65_537))
    queue.delete_queue()


def check_codings(account):
    name = account.queue().queue_name
    text = account.queues.get_queue_client(
        name, message_encode_policy=TextBase64EncodePolicy(), message_decode_policy=TextBase64DecodePolicy()
    )
    text.send_message("こんにちは & <b>")
    assert text.receive_message().content == "こんにちは & <b>"
    binary = account.queues.get_queue_client(
        name, message_encode_policy=BinaryBase64EncodePolicy(), message_decode_policy=BinaryBase64DecodePolicy()
    )
    binary.send_message(bytes(range(256)))
    assert binary.receive_message().content == bytes(range(256))
    text.delete_queue()


# Main program


def is_unsupported(version):
    """Returns whether the emulator rejects a version of the protocol."""
    try:
        Account(version).blobs.get_account_information()
    except HttpResponseError as exception:
        code = getattr(exception.error_code, "value", exception.error_code)
        assert (exception.status_code, code) == (400, "InvalidHeaderValue"), exception
        return True
    return False


def main():
    functions = {**globals(), **vars(azure_access)}
    checks = [(name[6:].replace("_", " "), work) for name, work in functions.items() if name.startswith("check_")]
    default = BlobServiceClient.from_connection_string(CONNECTION).api_version
    versions = ["2021-08-06"]
    if is_unsupported(default):
        print(f"   the emulator does not support the clients' default version {default}")
        versions.append("2026-10-06")
    else:
        versions.append(default)
    passed, failed = 0, []
    for version in versions:
        account = Account(version)
        print(f"-- Version {version}")
        for name, work in checks:
            start = time.monotonic()
            try:
                work(account)
            except Exception:
                failed.append(f"{name} ({version})")
                print(f"   FAILED {name}")
                traceback.print_exc()
            else:
                passed += 1
                print(f"   passed {name} ({time.monotonic() - start:.2f}s)")
    for name in failed:
        print(f"failed: {name}")
    print(f"{passed} checks passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
