/** SQL of the even shares of an event's pool: of a draw in the members' favour, and of a void event that members joined. */

/** What each participant gets who stays and did not win; null: nobody is left. Of an event `e` with its draw `d`, which can be missing. */
export const SHARE = `(e.pool / nullif(e.participants - e.left_out - coalesce(cardinality(d.winners), 0), 0))`

/** Whether a participant `n` gets a share. */
export const HAS_SHARE = `(e.shared and ${SHARE} > 0 and (d.winners is null or n.seq <> all (d.winners))
  and not exists (select from event_left_out l where (l.event_id, l.seq) = (n.event_id, n.seq)))`
