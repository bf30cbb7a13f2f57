"""Names and codes of the protocol used by the client."""

from __future__ import annotations

import json
import operator
from typing import Any, Dict

Json = Dict[str, Any]

PROTOCOL = "poker.v1"
MAX_MESSAGE_BYTES = 65_536
LONGEST_PAUSE = 10.0

# Close codes after which reconnecting would change nothing.
FINAL_CLOSE_CODES = {1002, 1003, 1007, 1008, 1009, 4001, 4002, 4003, 4006, 4007}

# Refusals of a token that will never be valid again.
TOKEN_CODES = {"auth.invalid_token", "auth.expired_token", "auth.revoked"}

# Refusals of a `sit` that may pass by themselves.
PATIENT_CODES = {"table.full", "table.busy", "table.paused", "table.seat_taken", "table.already_seated", "table.no_change",
                 "table.not_seated", "server.internal"}

# Requests that are sent again, with the same id, after a lost connection.
REPEATED = {"sit", "rebuy", "act", "leave", "sit_out", "register", "unregister", "re_enter", "tournament_rebuy", "add_on",
            "tournament_presence"}

# Refusals of an answer that came too late: another answer or the clock was faster, or the seat has moved to another table.
LATE_CODES = {"turn.stale", "turn.not_yours", "turn.no_hand", "rule.hand_over", "table.not_seated", "table.not_found",
              "table.closed"}

# Refusals by a server that is too busy; it says how long to wait, or means the blink of an eye.
BUSY_CODES = {"rate.limited", "table.busy", "tournament.busy"}


def encode(message: Json) -> str:
    """Returns a message as JSON. Whole numbers of other libraries, such as those of NumPy, count as whole numbers."""
    return json.dumps(message, default=operator.index)
