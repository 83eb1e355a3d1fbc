"""What the checks of azure-sdk.py and azure_access.py share."""

import os
import uuid

from azure.storage.blob import BlobServiceClient
from azure.storage.queue import QueueServiceClient

CONNECTION = os.environ["AZURE_STORAGE_CONNECTION_STRING"]
SETTINGS = dict(pair.split("=", 1) for pair in CONNECTION.split(";") if pair)
MEBIBYTE = 1 << 20

# Limits below the defaults of the clients, so that a few mebibytes require several blocks and ranges.
SMALL = {
    "max_single_put_size": MEBIBYTE,
    "max_block_size": 2 * MEBIBYTE,
    "max_single_get_size": 2 * MEBIBYTE,
    "max_chunk_get_size": MEBIBYTE,
}


class Account:
    """The clients of both services, for one version of the protocol."""

    def __init__(self, version):
        self.options = {"api_version": version} if version else {}
        # Failures are deterministic, so retries would only delay the report.
        self.options["retry_total"] = 0
        self.blobs = BlobServiceClient.from_connection_string(CONNECTION, **self.options, **SMALL)
        self.queues = QueueServiceClient.from_connection_string(CONNECTION, **self.options)

    def name(self):
        """Returns a unique name for a container or queue."""
        return "test-" + uuid.uuid4().hex

    def container(self, **options):
        return self.blobs.create_container(self.name(), **options)

    def queue(self, **options):
        return self.queues.create_queue(self.name(), **options)


def assert_fails(error, code, status, work):
    """Asserts that an operation fails with an exception type, an error code and a status code."""
    try:
        work()
    except error as exception:
        found = getattr(exception, "error_code", None)
        found = getattr(found, "value", found)
        assert (found, exception.status_code) == (code, status), f"{found} {exception.status_code}: {exception.message}"
        return exception
    raise AssertionError(f"the operation succeeded, expected {code}")


def pattern(count):
    return bytes((index * 31 + index // 251) % 256 for index in range(65_521)) * (count // 65_521 + 1)


def content(count):
    return pattern(count)[:count]
