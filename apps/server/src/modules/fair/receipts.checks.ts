/** Receipts: each is signed by the log's key and names the member by the tag of its issue; none is missing. Run by the doctor. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { eventName, roundName } from '@fairlot/fairness/entries'
import { memberTag } from '@fairlot/fairness/tag'
import { readReceipt, type Receipt } from '@fairlot/fairness/receipt'
import type { Executor } from '../../platform/db.ts'
import type { TagKeys } from './tag-keys.ts'

export const receiptChecks: readonly { id: string; title: string; sql: string }[] = [
  {
    id: 'INV-18',
    title: 'no receipt that was signed is missing',
    sql: `
      select count(*) filter (where c.receipts is distinct from r.receipts) as breaches,
        coalesce(sum(r.receipts), 0) || ' receipts' as figure
      from receipt_count c
      full join (select member_id, count(*) as receipts from receipt group by member_id) r using (member_id)`,
  },
  {
    id: 'INV-18',
    title: 'no receipt is older than the order that it states, or than the checkpoint that it names',
    sql: `
      select count(*) filter (where r.signed_at < to_timestamp((said ->> 'ms')::bigint / 1000.0) - interval '10 minutes'
          or r.signed_at < to_timestamp(c.time_ms / 1000.0) - interval '10 minutes') as breaches,
        count(*) || ' receipts' as figure
      from (select *, content::jsonb as said from receipt) r
      left join log_entry o on (o.subject, o.kind) = (said ->> 'issue', 'issue-open')
      left join log_checkpoint c on (c.log, c.size) = (o.log, (said ->> 'logSize')::bigint)`,
  },
]

type Row = { member: string; subject: string; content: string; signature: Uint8Array; key: Uint8Array }

const PAGE = 500
const AFTER = `
  select member_id as member, subject_id as subject, content, signature, public_key as key
  from receipt where (member_id, subject_id) > ($1, $2) order by member_id, subject_id limit ${PAGE}`
const FIRST = '00000000-0000-0000-0000-000000000000'
const MOST_SHOWN = 20
/** The beginning of an Ed25519 key in SubjectPublicKeyInfo, before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const LABEL = Buffer.from('fairlot/receipt/1\0')

/** Verifies every receipt, page by page. @param publicKey of the log, hex */
export async function checkReceipts(
  db: Executor,
  { publicKey, tagKeys }: { publicKey: string; tagKeys: TagKeys },
): Promise<{ figure: string; breaches: number }> {
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  const wrong: string[] = []
  let [checked, breaches, member, subject] = [0, 0, FIRST, FIRST]
  for (;;) {
    const page = await db.query<Row>(AFTER, [member, subject])
    for (const row of page) {
      const why = faultOf(row, { key, publicKey, tagKeys })
      if (why === null) continue
      breaches++
      if (wrong.length < MOST_SHOWN) wrong.push(`${row.subject}: ${why}`)
    }
    checked += page.length
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    ;[member, subject] = [last.member, last.subject]
  }
  return {
    figure: breaches > 0 ? wrong.join(', ') : `${checked} receipts`,
    breaches,
  }
}

/** Null: nothing speaks against the receipt. */
function faultOf(
  { member, content, signature, key: stated }: Row,
  { key, publicKey, tagKeys }: { key: KeyObject; publicKey: string; tagKeys: TagKeys },
): string | null {
  if (Buffer.from(stated).toString('hex') !== publicKey) return 'the key is not that of the log'
  if (!verify(null, Buffer.concat([LABEL, Buffer.from(content)]), key, signature))
    return 'the signature is not that of the log'
  try {
    const { receipt } = readReceipt({
      receipt: content,
      signature: Buffer.from(signature).toString('hex'),
      publicKey,
    })
    return receipt.tag === memberTag(tagKeys.of(subjectOf(receipt)), member)
      ? null
      : 'the tag is of another member'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The subject whose tag key gives the members' tags. */
function subjectOf(receipt: Receipt): string {
  if (receipt.kind === 'order') return receipt.issue
  return receipt.kind === 'event' ? eventName(receipt.event) : roundName(receipt.game, receipt.period)
}
