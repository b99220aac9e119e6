/** The strict readers of version 3's openings: issues, events and chains. Errors name the field. */
import { hasBeacon } from '../../draw.ts'
import { parseKey } from '../../note.ts'
import { isQuorum } from '../../quorum.ts'
import { readInteger, readList, readObject, readText, refuse } from '../../read.ts'
import { EVENT_TERMS, readEventFields } from '../event.ts'
import { readHash } from '../fields.ts'
import { CHAIN_TERMS, readChainFields, readPeriod } from '../round.ts'
import { MAX_WITNESSES, readPromises, TERMS } from '../version-2.ts'
import type { ChainTerms3, EventTerms3, IssueTerms3, NamedWitness, Vouching } from './types.ts'

const OPENING = ['quorum', 'content'] as const
export const ISSUE_TERMS_3 = [...TERMS, ...OPENING, 'closes', 'minimum', 'free'] as const
export const EVENT_TERMS_3 = [...EVENT_TERMS, ...OPENING] as const
export const CHAIN_TERMS_3 = [...CHAIN_TERMS, 'quorum', 'from'] as const
/** The shortest time from the end of bets to the beacon round, in seconds. */
const SHORTEST_DELAY = 5

/**
 * Reads `witnesses` and `quorum`. @param wanted whether the grade is `witnessed`: only then neither is null
 * @param at gives the place of a field
 */
export function readVouching(
  fields: Record<string, unknown>,
  at: (field: string) => string,
  wanted: boolean,
): Vouching {
  const { witnesses, quorum } = fields
  if (!wanted) {
    if (witnesses !== null) refuse(at('witnesses'), 'is not null, but the grade is not witnessed')
    if (quorum !== null) refuse(at('quorum'), 'is not null, but the grade is not witnessed')
    return { witnesses: null, quorum: null }
  }
  const named = readNamedWitnesses(witnesses, at('witnesses'))
  const k = readInteger(quorum, at('quorum'), 1, named.length)
  if (!isQuorum(named.length, k)) refuse(at('quorum'), `is not more than half of ${named.length} witnesses`)
  return { witnesses: named, quorum: k }
}

function readNamedWitnesses(value: unknown, place: string): NamedWitness[] {
  const named = readList(value, place, 1, MAX_WITNESSES).map((item, i) => readNamed(item, `${place}[${i}]`))
  const keys = named.map(({ key }) => parseKey(key)!)
  const isOnce = (field: 'name' | 'publicKey'): boolean =>
    new Set(keys.map((key) => key[field])).size === keys.length
  if (!isOnce('name') || !isOnce('publicKey')) refuse(place, 'names a witness twice')
  return named
}

function readNamed(value: unknown, place: string): NamedWitness {
  const witness = readObject(value, place, ['key'], ['own'])
  const key = readText(witness['key'], `${place}.key`, /^.{1,300}$/su, 'a key')
  if (parseKey(key)?.kind !== 4) refuse(`${place}.key`, 'is not the note verifier key of a witness')
  if (!Object.hasOwn(witness, 'own')) return { key }
  return witness['own'] === true ? { key, own: true } : refuse(`${place}.own`, 'is not true')
}

/** Reads the terms of an issue's opening. @throws ReadError that names the field */
export function readIssueTerms3(value: unknown, place = 'terms'): IssueTerms3 {
  const terms = readObject(value, place, ISSUE_TERMS_3)
  const at = (field: string): string => `${place}.${field}`
  const promises = readPromises(terms, place)
  const { grade, shares, prizes, price } = promises
  if (promises.deadline <= promises.at) refuse(at('deadline'), 'is not after the opening')
  if (BigInt(prizes[0]!) === 0n) refuse(`${at('prizes')}[0]`, 'is 0')
  const small = prizes.findIndex((prize) => BigInt(prize) < BigInt(price))
  if (small >= 0) refuse(`${at('prizes')}[${small}]`, 'is below the price of a share')
  return {
    ...promises,
    ...readVouching(terms, at, grade === 'witnessed'),
    content: readHash(terms['content'], at('content')),
    ...readClosing(terms, at, promises),
    free: readInteger(terms['free'], at('free'), 0, shares),
  }
}

/** Reads what a draw by date promises. */
function readClosing(
  terms: Record<string, unknown>,
  at: (field: string) => string,
  { grade, shares, deadline, mode, bands }: ReturnType<typeof readPromises>,
): Pick<IssueTerms3, 'closes' | 'minimum'> {
  if (terms['closes'] === null) {
    return terms['minimum'] === null
      ? { closes: null, minimum: null }
      : refuse(at('minimum'), 'is not null, but the issue does not close by date')
  }
  if (!hasBeacon(grade)) refuse(at('closes'), `is not null in grade ${grade}`)
  const closes = readInteger(terms['closes'], at('closes'), 0)
  if (closes !== deadline) refuse(at('closes'), 'is not the deadline')
  const least = mode === 'cash' ? Math.max(2, 2 * bands.at(-1)![1] + 1) : 2
  return { closes, minimum: readInteger(terms['minimum'], at('minimum'), least, shares) }
}

/** Reads the terms of an event's opening. @throws ReadError that names the field */
export function readEventTerms3(value: unknown, place = 'terms'): EventTerms3 {
  const terms = readObject(value, place, EVENT_TERMS_3, ['recheck'])
  const at = (field: string): string => `${place}.${field}`
  const fields = readEventFields(terms, place)
  const isRechecked = Object.hasOwn(terms, 'recheck')
  if (isRechecked && terms['recheck'] !== true) refuse(at('recheck'), 'is not true')
  return {
    ...fields,
    ...readVouching(terms, at, fields.grade === 'witnessed'),
    content: readHash(terms['content'], at('content')),
    ...(isRechecked && { recheck: true }),
  }
}

/** Reads the terms of a chain. @throws ReadError that names the field */
export function readChainTerms3(value: unknown, place = 'terms'): ChainTerms3 {
  return readChainFields3(readObject(value, place, CHAIN_TERMS_3), place)
}

/** Reads the fields of {@link CHAIN_TERMS_3}; the caller has checked which fields the object has. */
export function readChainFields3(terms: Record<string, unknown>, place: string): ChainTerms3 {
  const at = (field: string): string => `${place}.${field}`
  const fields = readChainFields(terms, place)
  if (fields.delay < SHORTEST_DELAY) refuse(at('delay'), `is below ${SHORTEST_DELAY} seconds`)
  return {
    ...fields,
    ...readVouching(terms, at, fields.grade === 'witnessed'),
    from: readPeriod(terms['from'], at('from')),
  }
}
