"""Creates a certificate authority that nobody trusts: python3 Tests/Upstreams/authority.py FOLDER

Writes its certificate to `authority.pem`, and a key with a certificate that it has signed for 127.0.0.1, localhost and
service.invalid to `server.pem`. Prints the folder when the files are complete.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys

NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def main() -> None:
    folder = pathlib.Path(sys.argv[1])

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, stderr=subprocess.DEVNULL)

    (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:service.invalid\n")
    openssl(
        "req", "-x509", *NEW_KEY, "-days", "2", "-subj", "/CN=Authority of the tests", "-keyout", "authority.key",
        "-out", "authority.pem",
    )  # fmt: skip
    openssl("req", *NEW_KEY, "-subj", "/CN=service", "-keyout", "server.key", "-out", "server.csr")
    openssl(
        "x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
        "-days", "2", "-extfile", "names", "-out", "server.crt",
    )  # fmt: skip
    both = (folder / "server.key").read_text() + (folder / "server.crt").read_text()
    (folder / "server.pem").write_text(both)
    print(folder, flush=True)


if __name__ == "__main__":
    main()
