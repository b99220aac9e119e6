/**
 * Payment: refunds of lost orders go from the marketing account to the wallets in the order of their days, as long as the account
 * suffices; the others stay queued. Refunds to closed accounts are void. A chunk is one transaction, and the state of a refund lets it
 * happen once. Locks follow in the documented order: wallets, refunds, the house's account.
 */
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import {
  HOUSE,
  HOUSE_BOOKS,
  houseAvailable,
  lockWallets,
  payToWallets,
  uuids,
} from '../../../ledger/index.ts'

/** Refunds of one transaction. */
export const PAY_CHUNK = 2_000

export const REFUND_KIND = 'vip_refund'

const NEXT: Statement = {
  name: 'vip_refund.next',
  text: `select member_id as member, day::text as day from vip_refund where state = 'queued' order by day, member_id limit $1`,
}

/** $1, $2: members and days of a chunk. */
const CHUNK = `(select member_id, day from unnest($1::uuid[], $2::date[]) as item(member_id, day))`

const QUEUED: Statement = {
  name: 'vip_refund.queued',
  text: `
    select count(*) from (
      select 1 from vip_refund r join ${CHUNK} item using (member_id, day) where r.state = 'queued'
      order by r.member_id, r.day for update of r) locked`,
}
const VOID: Statement = {
  name: 'vip_refund.void',
  text: `
    update vip_refund r set state = 'void' from ${CHUNK} item join member m using (member_id)
    where (r.member_id, r.day) = (item.member_id, item.day) and r.state = 'queued' and m.status = 'closed'
    returning r.member_id as member`,
}
/** $3: what the account has. The running sum in the order of payment takes what it covers. */
const TAKE: Statement = {
  name: 'vip_refund.take',
  text: `
    with covered as (
      select member_id, day from (
        select r.member_id, r.day, sum(r.amount) over (order by r.day, r.member_id) as total
        from vip_refund r join ${CHUNK} item using (member_id, day) where r.state = 'queued') sums
      where total <= $3)
    update vip_refund r set state = 'paid', paid_at = business_now() from covered
    where (r.member_id, r.day) = (covered.member_id, covered.day)
    returning r.member_id as member, reward_ref('${REFUND_KIND}', r.member_id, r.day::text) as ref, r.amount`,
}

type Paid = { member: string; ref: string; amount: bigint }

/**
 * Pays the next refunds.
 * @returns the members whose refunds were paid or ended, and whether the account ran short or nothing is left
 */
export async function payChunk(db: Db, limit = PAY_CHUNK): Promise<{ members: string[]; isOver: boolean }> {
  const next = await db.query<{ member: string; day: string }>(NEXT, [limit])
  if (next.length === 0) return { members: [], isOver: true }
  const chunk = [uuids(next.map(({ member }) => member)), next.map(({ day }) => day)]
  return db.tx(async (tx: Tx) => {
    await lockWallets(
      tx,
      next.map(({ member }) => member),
    )
    await tx.query(QUEUED, chunk)
    const ended = await tx.query<{ member: string }>(VOID, chunk)
    const available = await houseAvailable(tx, 'marketing')
    const items = await tx.query<Paid>(TAKE, [...chunk, available])
    await payToWallets(tx, { kind: REFUND_KIND, from: { book: HOUSE, key: HOUSE_BOOKS.marketing }, items })
    const members = [...ended, ...items].map(({ member }) => member)
    return { members, isOver: members.length < next.length }
  })
}

/** Ends the refunds of a member whose account is closed. The caller holds the lock of the wallet. */
export async function endRefunds(tx: Tx, memberId: string): Promise<void> {
  await tx.query(END, [memberId])
}

const END: Statement = {
  name: 'vip_refund.end',
  text: `update vip_refund set state = 'void' where member_id = $1 and state = 'queued'`,
}
