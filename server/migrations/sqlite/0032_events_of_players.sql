-- What players paid to tournaments and got from them, found by player.
CREATE INDEX transfer_to_event ON transfer (debit, table_id) WHERE reason IN ('entry', 'rebuy');
CREATE INDEX transfer_from_event ON transfer (credit, table_id) WHERE reason IN ('refund', 'prize', 'bounty');
