/**
 * Keeps evidence on this device: the log's key from the first visit on, its newest states, the member's receipts, the witness that the
 * member trusts, and until the log out the request ids that this device chose. It is loaded when the app is idle, and by the pages that check proofs.
 */
import { TransportError } from '@fairlot/contract/client'
import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { verifyReceipt } from '@fairlot/fairness/receipt'
import { call, CallError } from '../api/api.ts'
import { showEvidence } from '../stores/evidence.ts'
import { useSession } from '../stores/session.ts'
import {
  addReceipt,
  addRequest,
  addStatement,
  NO_RECEIPTS,
  NO_REQUESTS,
  NO_STATEMENTS,
  wantReceipt,
} from './evidence.ts'
import type {
  EvidenceFile,
  LogEvidence,
  ReceiptEvidence,
  RequestEvidence,
  StatementEvidence,
} from './evidence.ts'
import { look } from './look.ts'
import { serverReads } from './server-reads.ts'
import { deviceStore } from './storage.ts'
import type { EvidenceStore } from './storage.ts'

const LOG = 'log'
const WITNESS = 'witness'
const STATEMENTS = 'statements'
const receiptsOf = (member: string): string => `receipts ${member}`
const requestsOf = (member: string): string => `requests ${member}`

/** Values that the browser did not store: they last until the page closes. */
const unstored = new Map<string, unknown>()
let store: EvidenceStore = deviceStore

async function read(key: string): Promise<unknown> {
  if (unstored.has(key)) return unstored.get(key)
  try {
    return await store.read(key)
  } catch {
    // Storage is blocked; `write` says so.
    return undefined
  }
}

async function write(key: string, value: unknown): Promise<void> {
  try {
    await store.write(key, value)
    unstored.delete(key)
    showEvidence({ blocked: false })
  } catch {
    // Storage is blocked or full.
    unstored.set(key, value)
    showEvidence({ blocked: true })
  }
}

const readLog = async (): Promise<LogEvidence | null> => {
  const kept = (await read(LOG)) as LogEvidence | undefined
  return kept?.version === 1 ? kept : null
}

async function readReceipts(member: string): Promise<ReceiptEvidence> {
  const kept = (await read(receiptsOf(member))) as ReceiptEvidence | undefined
  return kept?.version === 1 ? kept : NO_RECEIPTS
}

async function readRequests(member: string): Promise<RequestEvidence> {
  const kept = (await read(requestsOf(member))) as RequestEvidence | undefined
  return kept?.version === 1 ? kept : NO_REQUESTS
}

const memberId = (): string | null => useSession.getState().session?.member.id ?? null

let turn: Promise<unknown> = Promise.resolve()

/** Locks over all tabs; missing outside of https and localhost, and in older browsers. */
const tabLocks = (): LockManager | null =>
  (globalThis.navigator as Partial<Navigator> | undefined)?.locks ?? null

/** Runs changes one after the other. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const next = turn.then(async (): Promise<T> => {
    const locks = tabLocks()
    return locks === null ? act() : locks.request('fairlot-evidence', act)
  })
  turn = next.catch(() => undefined)
  return next
}

async function lookAgain(): Promise<LogEvidence> {
  const seen = await look(await readLog(), serverReads, Date.now())
  await write(LOG, seen)
  showEvidence({ log: seen })
  return seen
}

async function showKept(): Promise<void> {
  const [log, member] = [await readLog(), memberId()]
  const receipts = member === null ? 0 : (await readReceipts(member)).receipts.length
  showEvidence(log === null ? { receipts } : { log, receipts })
}

/**
 * Compares the log with what this device has kept, and fetches receipts that are still missing.
 * @returns whether the server answered
 */
export async function visit(): Promise<boolean> {
  await showKept()
  try {
    await inTurn(async () => {
      await lookAgain()
      await fetchReceipts()
    })
    return true
  } catch (error) {
    // The next visit compares again. Until then the page shows what is kept.
    if (error instanceof CallError || error instanceof TransportError) return false
    throw error
  }
}

/** The log's key that this device trusts since its first visit, 32 bytes hex. Rejects without an answer at the first visit. */
export async function trustedKey(): Promise<string> {
  const kept = await readLog()
  return (kept ?? (await inTurn(lookAgain))).publicKey
}

type TrustedWitness = { version: 1; key: string | null }

/** The key of the witness that the member of this device trusts; null: none, the quorum of each opening counts. */
export async function trustedWitness(): Promise<string | null> {
  const kept = (await read(WITNESS)) as TrustedWitness | undefined
  return kept?.version === 1 ? kept.key : null
}

/** From now on draws hold for this device only with a line of this witness. @param key note verifier key; null: of none in particular */
export async function trustWitness(key: string | null): Promise<void> {
  const kept: TrustedWitness = { version: 1, key }
  await inTurn(() => write(WITNESS, kept))
}

/**
 * Remembers the root that the house has stated of a day, as this device first saw it.
 * @returns whether the device has seen another one of this day before
 */
export function keepStatement({
  log,
  day,
  root,
}: {
  log: string
  day: string
  root: string
}): Promise<boolean> {
  return inTurn(async () => {
    const kept = ((await read(STATEMENTS)) as StatementEvidence | undefined) ?? NO_STATEMENTS
    const before = kept.statements.find((one) => one.log === log && one.day === day)
    if (before === undefined) await write(STATEMENTS, addStatement(kept, { log, day, root }))
    return before !== undefined && before.root !== root
  })
}

/**
 * Keeps the request id of a new order, its receipt and the log's newest state. What cannot be fetched now is fetched at the next
 * visit.
 */
export async function keepOrder(order: string, requestId: string): Promise<void> {
  const member = memberId()
  if (member === null) return
  const isNew = await inTurn(async () => {
    await write(requestsOf(member), addRequest(await readRequests(member), order, requestId))
    const kept = await readReceipts(member)
    const wanted = wantReceipt(kept, order)
    if (wanted !== kept) await write(receiptsOf(member), wanted)
    return wanted !== kept
  })
  if (isNew) await visit()
}

/** What this device chose for an order of the member; null: another device ordered, or the member has logged out since. */
export async function chosenFor(order: string): Promise<{ member: string; requestId: string } | null> {
  const member = memberId()
  if (member === null) return null
  const found = (await readRequests(member)).requests.find((one) => one.order === order)
  return found === undefined ? null : { member, requestId: found.requestId }
}

/** At the log out, so that a later user of this device does not find them. */
export async function forgetRequests(member: string): Promise<void> {
  await inTurn(() => write(requestsOf(member), NO_REQUESTS))
}

async function fetchReceipts(): Promise<void> {
  const member = memberId()
  if (member === null) {
    showEvidence({ receipts: 0 })
    return
  }
  const log = await readLog()
  const before = await readReceipts(member)
  let kept = before
  for (const order of before.wanted) {
    const signed = await receiptOf(order)
    // A receipt with another key proves nothing; the order page shows that its check fails.
    if (signed !== null && verifyReceipt(signed, log?.publicKey)) kept = addReceipt(kept, order, signed)
  }
  if (kept !== before) await write(receiptsOf(member), kept)
  if (memberId() === member) showEvidence({ receipts: kept.receipts.length })
}

/** Null while the server refuses: the order is not confirmed yet, or the member has logged out. */
async function receiptOf(order: string) {
  try {
    return await call(fairReceipt, { order })
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

/** The member has seen that a new log continues a lost one: pages say it no more. */
export async function toldOfLoss(): Promise<void> {
  await inTurn(async () => {
    const kept = await readLog()
    if (kept?.continued == null || kept.continued.isTold) return
    const told = { ...kept, continued: { ...kept.continued, isTold: true } }
    await write(LOG, told)
    showEvidence({ log: told })
  })
}

/** What a member saves and gives to others; null before the first visit. */
export async function evidenceFile(now: number): Promise<EvidenceFile | null> {
  const [log, member] = [await readLog(), memberId()]
  if (log === null) return null
  const { receipts } = member === null ? NO_RECEIPTS : await readReceipts(member)
  return { version: 'fairlot-evidence/1', savedAt: now, log, receipts: receipts.map(({ signed }) => signed) }
}

/** Removes everything from this device, also the receipts of other members who use it. */
export async function forgetDevice(): Promise<void> {
  await inTurn(async () => {
    unstored.clear()
    await store.clear().catch(() => {
      // Nothing was stored.
    })
  })
  showEvidence({ log: undefined, receipts: 0, blocked: false })
}

/** For tests: another store. What was begun before, such as the visit of a page that has closed, still writes into the former one. */
export function keepIn(other: EvidenceStore): Promise<void> {
  return inTurn(async () => {
    store = other
    unstored.clear()
  })
}
