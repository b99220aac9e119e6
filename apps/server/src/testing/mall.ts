/** A small mall for tests of the hot path: members with money and issues on sale, written through the ledger. */
import type { Language } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import { randomUUID } from 'node:crypto'
import { createDb, type Db } from '../platform/db.ts'
import { strictDb } from './strict-db.ts'
import {
  createSeller,
  type PurchaseForm,
  ledgerChecks,
  openWallet,
  sellersChecks,
  transfer,
  type Seller,
} from '../modules/ledger/index.ts'
import { shareMoneyChecks } from '../modules/mall/sales/share-postings.checks.ts'
import { shareSeller } from '../modules/mall/sales/share-seller.ts'
import { createShareSales, type ShareSales } from '../modules/mall/sales/buy.ts'
import { mallChecks } from '../modules/mall/mall.checks.ts'
import { mallSettings } from '../modules/mall/mall.settings.fixture.ts'
import { voucherChecks } from '../modules/mall/vouchers/vouchers.checks.ts'
import { vipLevelOf } from '../modules/identity/index.ts'
import { keepIssueContent } from '../modules/mall/contents/prize-content.ts'
import { createTerms } from '../modules/mall/issues/issue-terms.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type TestMall = {
  database: TestDatabase
  /** as the application's role */
  db: Db
  /** as the owner of the schema */
  owner: Db
  sales: ShareSales
  seller: Seller
  /** issues that sold out, in the order in which the sale said so */
  soldOut: string[]
  close(): Promise<void>
}

/**
 * On several lanes a purchase is reserved before it gets its order time, each by a statement of its own. On one lane both have
 * the time of one statement, and these checks hold.
 */
const severalLanes = new WeakSet<Db>()
const DATED_BY_PURCHASE = /^every order is dated by its purchase|^every issue was sold out by its last order/

/** @param lanes the form of the purchase's statement: on one lane, or cut for several */
export async function testMall(lanes: PurchaseForm = 'one'): Promise<TestMall> {
  const database = await testDatabase()
  const db = strictDb(database.appUrl)
  if (lanes === 'several') severalLanes.add(db)
  const owner = createDb(database.ownerUrl, { max: 2 })
  const seller = createSeller({ url: database.appUrl, definition: shareSeller, lanes })
  const soldOut: string[] = []
  const sales = createShareSales({
    db,
    seller,
    terms: createTerms(db),
    display: formatMoney,
    vipLevel: (member) => vipLevelOf(db, mallSettings(db), member),
    onSoldOut: (id) => soldOut.push(id),
  })
  await owner.query(`insert into category (category, position, tile) values ('test', 1, 'sea')`)
  return {
    database,
    db,
    owner,
    sales,
    seller,
    soldOut,
    async close() {
      await seller.close()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

let phones = 0

/** Members with wallets of `balance` minor units each. */
export async function testMembers(
  mall: Pick<TestMall, 'db' | 'owner'>,
  count: number,
  balance: bigint,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const from = phones
  phones += count
  await mall.owner.query(MEMBERS, [ids, from])
  await mall.db.tx(async (tx) => {
    for (const id of ids) {
      await openWallet(tx, id)
      if (balance === 0n) continue
      await transfer(tx, {
        ref: id,
        kind: 'recharge',
        from: { house: 'cash' },
        to: { member: id },
        amount: balance,
      })
    }
  })
  return ids
}

const MEMBERS = `
  insert into member (member_id, phone, nickname, password_hash, invitation_code, terms_version, terms_agreed_at,
    adult_declared_at, created_at)
  select id, '+88018' || lpad(($2::int + n)::text, 8, '0'), 'Member ' || ($2::int + n), '$argon2id$none',
    translate(lpad(($2::int + n)::text, 6, '0'), '01', 'AB'), '1', business_now(), business_now(), business_now()
  from unnest($1::uuid[]) with ordinality as m(id, n)`

export type TestIssue = { issueId: string; number: string }
let products = 0

/** An issue on sale, of a product of its own. */
export async function testIssue(
  mall: TestMall,
  options: {
    shares: number
    price: bigint
    maxPerMember?: number
    /** of its product, by language */
    titles?: { readonly [language in Language]?: string }
  },
): Promise<TestIssue> {
  const code = `T${++products}`
  const issueId = randomUUID()
  const number = `${code}-0001`
  const { shares, price, maxPerMember = 0, titles = {} } = options
  await mall.owner.tx(async (tx) => {
    await tx.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, max_per_member, issued, grade,
         plain_acknowledged, created_at)
       values ($1, 'test', 'goods', 'phone', 'sea', $2, $3, $4, $5, 1, 'plain', true, business_now())`,
      [code, price, price, shares, maxPerMember],
    )
    await tx.query(
      `insert into product_text (code, language, title, description)
       select $1, key, value, '' from jsonb_each_text($2)`,
      [code, JSON.stringify(titles)],
    )
    await tx.query(
      `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
         max_per_member, min_vip, times_counted, grade, utc_offset, closes_at, created_at)
       values ($1, $2, 1, $3, 'goods', $4, $5, $5, 80, $6, 0, 'all', 'plain', 0, business_now() + interval '30 days', business_now())`,
      [issueId, code, number, shares, price, maxPerMember],
    )
    await tx.query('insert into product_issue (code, sequence, issue_id) values ($1, 1, $2)', [code, issueId])
    await tx.query(
      `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
       select issue_id, shares, price, utc_offset, 'selling', created_at, floor(extract(epoch from closes_at) * 1000)::bigint
       from issue_terms where issue_id = $1`,
      [issueId],
    )
    await keepIssueContent(tx, issueId)
    await tx.query(
      `insert into issue_event (issue_id, event, at) select issue_id, 'opened', opened_at from issue where issue_id = $1`,
      [issueId],
    )
  })
  return { issueId, number }
}

/** Every invariant of ledger and mall that SQL can check; answers the titles of those that are broken. */
export async function breaches(db: Db): Promise<string[]> {
  const broken: string[] = []
  const checks = [
    ...ledgerChecks,
    ...mallChecks,
    ...shareMoneyChecks,
    ...voucherChecks,
    ...sellersChecks([shareSeller]),
  ]
  for (const check of checks) {
    if (severalLanes.has(db) && DATED_BY_PURCHASE.test(check.title)) continue
    const [row] = await db.query<{ breaches: bigint; figure: string }>(check.sql)
    if (row?.breaches !== 0n) broken.push(`${check.id} ${check.title}: ${row?.breaches} (${row?.figure})`)
  }
  return broken
}
