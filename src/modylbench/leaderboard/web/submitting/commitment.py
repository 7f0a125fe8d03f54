"""How does a submitter ask for seeds without taking the leaderboard's word for anything?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.leaderboard.challenge import challenge_problems, commitment, is_offered
from modylbench.leaderboard.signing import public_key
from modylbench.leaderboard.web.models import ChallengeRequest, IssuedChallenge
from modylbench.leaderboard.web.submitting.client import RefusedByServer

if TYPE_CHECKING:
    from modylbench.leaderboard.challenge import Declaration
    from modylbench.leaderboard.web.submitting.client import Client


def asked_for(client: Client, declared: Declaration, *, k: int) -> IssuedChallenge:
    """A challenge for the agent declared: of the very offer that was made before, and signed."""
    key = public_key(client.key().key)
    offer = client.offer()
    if not is_offered(offer, key):
        message = "the leaderboard's offer is not signed by its own key"
        raise RefusedByServer(message)
    request = ChallengeRequest(
        offer=offer.offer.id, commitment=commitment(declared), k=k, contact=declared.contact
    )
    issued = client.challenge(request)
    challenge = issued.signed.challenge
    problems = challenge_problems(issued.signed, key)
    asked = (offer.offer.id, offer.offer.secret_hash, request.commitment, k)
    if (challenge.id, challenge.secret_hash, challenge.commitment, challenge.k) != asked:
        problems.append("it is not what was asked for and offered")
    if problems:
        message = f"the leaderboard's challenge does not hold: {'; '.join(problems)}"
        raise RefusedByServer(message)
    return issued
