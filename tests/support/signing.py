"""Ed25519 for tests: a key known to anyone, seals made with a key, and the check that audits are given."""

from collections.abc import Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from arbitro_engine.log.chain import Chain, seal_claim
from arbitro_engine.match.record import SignatureRecord

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def sealed_by(key: Ed25519PrivateKey) -> Callable[[Chain], SignatureRecord]:
    """Return what seals a chain with this key."""
    signer = key.public_key().public_bytes_raw()
    return lambda chain: SignatureRecord(chain.head, key.sign(seal_claim(chain.head)), signer)


def is_signed(signer: bytes, claim: bytes, signature: bytes) -> bool:
    """Whether the signer made this signature for the claim; any bytes may be given."""
    try:
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, claim)
    except (InvalidSignature, ValueError):
        return False
    return True
