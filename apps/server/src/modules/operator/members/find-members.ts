/** How an operator's search for a member is read: once, as everything that it can be, and each as a whole value. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MemberPlace } from '@fairlot/contract/operator/member-places'
import { readOrderNumber } from '@fairlot/contract/order-number'
import { latinDigits, withoutUnseen } from '@fairlot/contract/typed-text'
import type { Executor } from '../../../platform/db.ts'
import { maskedPhone, numbersOf, readDialled, type ReadPhone } from '../../identity/index.ts'
import type { Orders } from '../../mall/index.ts'
import { recordOwners } from '../../wallet/index.ts'
import { findMembers, membersByIds, MOST_FOUND, type Wanted } from './members.queries.ts'

type Found = Output<Endpoints['memberFind']>

export type FindDeps = {
  db: Executor
  orders: Pick<Orders, 'ownerOf'>
  /** ISO codes of the countries that the house serves; empty: every country */
  countries(): readonly string[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const USERNAME = /^[a-z][a-z0-9_]{3,19}$/
/** `R` or `W` and twelve characters; people write a hyphen behind the letter */
const RECORD = /^([RW])-?([0-9A-HJKMNP-TV-Z]{12})$/
/** 2 to 20 characters, at least one of them a letter */
const NICKNAME = /^(?=.*\p{L}).{2,20}$/u

type Hits = Map<string, Set<MemberPlace>>

const NOTHING: Wanted = { phones: [], username: null, ids: [], nickname: null }

/** @returns the members, or none when there are more than 20 */
export async function findMember({ db, orders, countries }: FindDeps, query: string): Promise<Found> {
  const text = latinDigits(withoutUnseen(query)).trim().replaceAll(/\s+/g, ' ')
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()]
  const read: Found['read'] = []
  const hits: Hits = new Map()
  const readAs = (as: MemberPlace) => read.push({ as, countries: [] })
  const hit = (place: MemberPlace, memberId: string) =>
    hits.set(memberId, (hits.get(memberId) ?? new Set()).add(place))

  await findPhone(text, countries(), { db, read, hit })
  const wanted: Wanted = {
    phones: [],
    username: USERNAME.test(lower) ? lower : null,
    ids: UUID.test(lower) ? [lower] : [],
    nickname: NICKNAME.test(text) ? text : null,
  }
  if (wanted.ids.length > 0) readAs('id')
  if (wanted.nickname !== null) readAs('nickname')
  if (wanted.username !== null) readAs('username')
  for (const row of await findMembers(db, wanted)) hit(row.place, row.member_id)
  if (readOrderNumber(upper)) {
    readAs('order')
    const owner = await orders.ownerOf(upper)
    if (owner !== null) hit('order', owner)
  }
  const [, letter, rest] = RECORD.exec(upper) ?? []
  if (letter !== undefined && rest !== undefined) {
    const record = letter === 'R' ? 'recharge' : 'withdrawal'
    readAs(record)
    for (const owner of await recordOwners(db, record, letter + rest)) hit(record, owner)
  }
  return { read, ...(await shown(db, hits)) }
}

/** A number of the house's countries is found as one, and only if nobody has it is it looked for in all others. */
async function findPhone(
  text: string,
  countries: readonly string[],
  { db, read, hit }: { db: Executor; read: Found['read']; hit(place: 'phone', memberId: string): void },
): Promise<void> {
  const tries = readDialled(text, countries).filter((numbers) => numbers.length > 0)
  const last = tries.at(-1)
  for (const numbers of tries) {
    const phones = [...new Set(numbers.flatMap(({ number }) => numbersOf(number)))]
    const rows = await findMembers(db, { ...NOTHING, phones })
    for (const row of rows) hit('phone', row.member_id)
    if (rows.length === 0 && numbers !== last) continue
    const tried = rows.length > 0 ? numbers : tries.flat()
    read.push({ as: 'phone', countries: countriesOf(tried) })
    return
  }
}

const countriesOf = (numbers: readonly ReadPhone[]): string[] => [
  ...new Set(numbers.flatMap(({ country }) => (country === undefined ? [] : [country]))),
]

async function shown(db: Executor, hits: Hits): Promise<Pick<Found, 'tooMany' | 'items'>> {
  if (hits.size > MOST_FOUND) return { tooMany: true, items: [] }
  const rows = hits.size === 0 ? [] : await membersByIds(db, [...hits.keys()])
  const items = rows.map((row) => ({
    id: row.member_id,
    nickname: row.nickname,
    phone: row.phone === null ? null : maskedPhone(row.phone),
    status: row.status,
    memberSince: Number(row.created_ms),
    foundBy: [...(hits.get(row.member_id) ?? [])],
  }))
  return { tooMany: false, items }
}
