/** INV-18 for issues: the log says what happened to them. Run by the doctor. */
import { QUICKNET } from '@fairlot/fairness/beacon'
import type { Check } from '../../ledger/index.ts'

/** What the database holds of an issue's terms, seal and draw, as its entries must have it. The log's audit judges the lines of a draw. */
const EXPECTED = `
  select t.number as subject, 'issue-open' as kind, 1 as attempt, jsonb_build_object(
      'shares', t.shares, 'price', t.price::text, 'reading', t.times_counted, 'grade', t.grade, 'offset', t.utc_offset,
      'chain', t.chain, 'delay', t.delay, 'commitment', t.commitment,
      'bands', coalesce(tiers.bands, '[[0, 0]]'), 'prizes', coalesce(tiers.prizes, jsonb_build_array(t.prize_value::text)),
      'at', floor(extract(epoch from i.opened_at) * 1000)::bigint)
    || case i.log_rules when 1 then '{}' else jsonb_build_object(
      'recyclePercent', t.recycle_percent, 'value', t.prize_value::text, 'maxPerMember', t.max_per_member, 'minVip', t.min_vip,
      'deadline', i.closes_ms, 'mode', t.mode, 'demo', t.demo, 'witnesses', to_jsonb(t.witnesses)) end
    || case i.log_rules when 3 then jsonb_build_object('content', k.hash, 'witnesses', named.witnesses, 'quorum', t.quorum,
      'closes', null, 'minimum', null, 'free', 0) else '{}' end as said
  from issue i join issue_terms t using (issue_id)
  left join issue_content k using (issue_id)
  cross join lateral (
    select jsonb_agg(jsonb_build_object('key', key) || case when key = any(t.own_witnesses) then '{"own": true}' else '{}'::jsonb end
      order by place) as witnesses
    from unnest(t.witnesses) with ordinality as w (key, place)) named
  cross join lateral (
    select jsonb_agg(jsonb_build_array(near, far) order by tier) as bands, jsonb_agg(prize::text order by tier) as prizes
    from tiers_of(t.tiers)) tiers
  where i.opened_at is not null
  union all
  select t.number, 'issue-seal', a.attempt, jsonb_build_object('orders', s.orders, 'digest', s.digest, 'sum', s.sum::text,
      'salt', s.salt, 'sealedAt', a.sealed_ms, 'round', a.round, 'at', a.sealed_ms)
    || case i.log_rules when 1 then '{}' when 2 then jsonb_build_object('attempt', a.attempt)
      else jsonb_build_object('shares', t.shares, 'freeEntries', 0) end
  from issue_seal s join issue i using (issue_id) join issue_terms t using (issue_id)
  join (select issue_id, 1 as attempt, sealed_ms, round from issue_seal
    union all select issue_id, attempt, sealed_ms, round from issue_seal_attempt) a using (issue_id)
  union all
  select t.number, 'issue-draw', 1, jsonb_build_object('round', s.round, 'beacon', d.beacon, 'entropy', d.entropy, 'code', d.code)
    || case i.log_rules when 3 then jsonb_build_object('signature', d.signature) else '{}' end
    || case when d.favour then '{"favour": true}'::jsonb else '{}' end
  from issue_draw d join issue_last_seal s using (issue_id) join issue_terms t using (issue_id) join issue i using (issue_id)`

export const mallLogChecks: readonly Check[] = [
  {
    id: 'INV-18',
    title:
      'every issue that is refunded because a log was lost is named by the log that continues it, and of those only one with a witnessed seal is drawn',
    sql: `
      select count(*) filter (where (lost and named is null) or (named is not null and status not in ('expired', 'refunded') and kept is null)
            or (kept is not null and (named is null or lost)))
          as breaches,
        count(*) filter (where lost) || ' lost issues' as figure
      from (
        select i.lost, i.status, named.issue as named, kept.subject as kept
        from issue i join issue_terms t using (issue_id)
        left join (
          select jsonb_array_elements_text(bytes::jsonb -> 'lost') as issue from log_entry where kind = 'log-continues') named
          on named.issue = t.number
        left join lost_seal kept on kept.subject = i.issue_id) x`,
  },
  {
    id: 'INV-18',
    title:
      'every opening and seal is in the log as it happened, and every draw, or the draw waits to be appended',
    sql: `
      select count(*) filter (where x.subject is null or e.said is null or not e.said @> x.said
          or not x.said @> (e.said - array['t', 'issue', 'at', 'lines'])) as breaches,
        count(x.subject) || ' events' as figure
      from (${EXPECTED}) x
      full join (
        select subject, kind, coalesce((bytes::jsonb ->> 'attempt')::int, 1) as attempt, bytes::jsonb as said
        from log_entry where kind in ('issue-open', 'issue-seal', 'issue-draw')
        -- only the lost stretch of its log has it
        union all
        select entry::jsonb ->> 'issue', 'issue-seal', 1, entry::jsonb from lost_seal where entry::jsonb ->> 't' = 'issue-seal'
        union all
        select entry ->> 'issue', entry ->> 't', 1, entry from log_pending
        where entry ->> 't' = 'issue-draw' or rules = 1 and entry ->> 't' in ('issue-open', 'issue-seal')
        -- waited when its log was lost
        union all
        select entry ->> 'issue', entry ->> 't', 1, entry from log_unpublished
        where entry ->> 't' in ('issue-open', 'issue-seal', 'issue-draw')) e
        on (e.subject, e.kind, e.attempt) = (x.subject, x.kind, x.attempt)`,
  },
  {
    id: 'INV-18',
    title: 'no issue is sealed without a checkpoint that covers its seal',
    sql: `
      select count(*) filter (where e.index is null or e.index >= coalesce(c.size, 0)) as breaches, count(*) || ' seals' as figure
      from issue_seal s join issue_terms t using (issue_id)
      left join log_entry e on e.subject = t.number and e.kind = 'issue-seal'
      left join lateral (select max(size) as size from log_checkpoint where log = e.log) c on true
      -- seals from before there was a log wait for the first start: nothing else that waits is an excuse
      where not exists (select from log_pending where rules = 1 and entry ->> 't' = 'issue-seal')
        and not exists (select from log_unpublished u where u.entry ->> 't' = 'issue-seal' and u.entry ->> 'issue' = t.number)
        and not exists (select from lost_seal k where k.subject = s.issue_id and k.entry is not null)`,
  },
  {
    id: 'INV-18',
    title:
      "every receipt says what its order's row says, and names a root of the log that covers the opening",
    sql: `
      select count(*) filter (where s.purchase_id is null or s.state <> 'done' or s.member_id <> r.member_id
          or said ->> 'issue' <> t.number or (said ->> 'first')::int <> s.first_code
          or (said ->> 'quantity')::int <> s.quantity or said ->> 'amount' <> s.amount::text
          or (said ->> 'ms')::bigint <> s.ordered_ms or (said ->> 'seq')::int <> s.seq
          or (said ? 'seq') <> (said ? 'running')
          or said ->> 't' is distinct from case i.log_rules when 3 then 'receipt/3' else 'receipt' end
          or i.log_rules = 3 and (said ->> 'order' is distinct from r.subject_id::text or said ->> 'content' is distinct from k.hash)
          or o.index is null or o.index >= (said ->> 'logSize')::bigint
          or encode(c.root, 'hex') is distinct from said ->> 'logRoot') as breaches,
        count(*) || ' receipts' as figure
      from (select *, content::jsonb as said from receipt where content::jsonb ->> 'kind' = 'order') r
      left join purchase p on (p.member_id, p.purchase_id) = (r.member_id, r.subject_id)
      left join issue_sale s on (s.issue_id, s.purchase_id) = (p.subject_id, p.purchase_id)
      left join issue_terms t on t.issue_id = s.issue_id
      left join issue i on i.issue_id = s.issue_id
      left join issue_content k on k.issue_id = s.issue_id
      left join log_entry o on o.subject = t.number and o.kind = 'issue-open'
      left join log_checkpoint c on (c.log, c.size) = (o.log, (said ->> 'logSize')::bigint)`,
  },
  {
    id: 'INV-18',
    title: 'every draw of the public beacon used the round that was kept, and no round came before its time',
    sql: `
      select count(*) filter (where d.signature is distinct from encode(b.signature, 'hex')
          or b.received_at < to_timestamp(${QUICKNET.genesis} + (s.round - 1) * ${QUICKNET.period})) as breaches,
        count(*) || ' draws' as figure
      from issue_draw d join issue_last_seal s using (issue_id) join issue_terms t using (issue_id)
      left join beacon_round b on (b.chain, b.round) = (t.chain, s.round)
      where t.chain = '${QUICKNET.hash}'`,
  },
]
