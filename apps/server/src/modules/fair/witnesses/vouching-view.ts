/** Who vouches for a subject of version 3, as members see it: each named witness with its time or its silence, the quorum, the favour. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { LogEntryKind } from '@fairlot/fairness/entries'
import { parseKey } from '@fairlot/fairness/note'
import { together } from '@fairlot/fairness/quorum'
import type { Executor } from '../../../platform/db.ts'
import { ENTRIES_OF } from '../log/log.queries.ts'
import { LEAD_MS, linesOver } from './lines.ts'
import type { VouchingColumns } from './vouching.ts'

type Views = Pick<Output<Endpoints['goodsDetail']>, 'witnesses' | 'vouching'>
export type WitnessView = NonNullable<Views['witnesses']>[number]
export type VouchingView = NonNullable<Views['vouching']>

/** An issue or an event, and how far it has come. */
export type VouchedSubject = {
  of: 'issue' | 'event'
  /** what its log entries are about: the number of the issue, or the name of the event */
  name: string
  /** when the round of its seal is published, Unix milliseconds; null before the seal */
  roundMs: number | null
  /** whether its draw is in favour of the members; null before the draw */
  favour: boolean | null
  /** it is in favour because its log was lost after its seal */
  afterLoss?: boolean
  /** the event ended without a seal, although members had joined */
  isVoid?: boolean
}

/** The witnesses as the opening names them, before anything is signed. */
export function namedWitnesses({ witnesses, ownWitnesses }: VouchingColumns): WitnessView[] {
  const own = new Set(ownWitnesses)
  return (witnesses ?? []).map((key) => ({
    key,
    name: parseKey(key)?.name ?? '',
    signedAt: null,
    own: own.has(key),
    lateAt: null,
  }))
}

/** The quorum before anything has ended; null where the opening names none. */
export function quorumView({ witnesses, quorum }: VouchingColumns): VouchingView | null {
  if (witnesses === null || quorum === null) return null
  return { quorum, together: together(witnesses.length, quorum), favour: null, confirmations: null }
}

/** Null unless the subject names a quorum: it opened under version 3 with grade witnessed. */
export async function vouchingView(
  db: Executor,
  terms: VouchingColumns,
  subject: VouchedSubject,
): Promise<{ witnesses: WitnessView[]; vouching: VouchingView } | null> {
  const vouching = quorumView(terms)
  if (vouching === null) return null
  const witnesses = namedWitnesses(terms)
  const { favour, afterLoss = false, isVoid = false } = subject
  if (subject.roundMs === null && !isVoid) return { witnesses, vouching }
  const keys = witnesses.map(({ key }) => key)
  const entries = await entriesOf(db, subject)
  const seal = entries.find(({ kind }) => kind === `${subject.of}-seal`)
  const signed = seal
    ? await signaturesOver(db, seal, subject.roundMs, keys)
    : afterLoss
      ? await signaturesKept(db, subject, keys)
      : witnesses
  const last = entries.at(-1)
  const needsConfirmation = (favour === true || isVoid) && last !== undefined
  const confirming = needsConfirmation ? await linesOver(db, { ...last, beforeMs: null }, keys) : null
  return {
    witnesses: witnesses.map((one, i) => ({ ...one, ...signed[i] })),
    vouching: {
      ...vouching,
      favour,
      confirmations: confirming && confirming.signed.length,
      ...(afterLoss && { afterLoss }),
    },
  }
}

type Entry = { log: number; index: number; kind: LogEntryKind }

/** Seal and ending of a subject in the log, in their order. */
async function entriesOf(db: Executor, { of, name }: VouchedSubject): Promise<Entry[]> {
  const kinds: readonly LogEntryKind[] =
    of === 'issue'
      ? ['issue-seal', 'issue-draw', 'issue-favour']
      : ['event-seal', 'event-draw', 'event-favour', 'event-void']
  const rows = await db.query<{ log: number; index: bigint; kind: LogEntryKind }>(ENTRIES_OF, [name, kinds])
  return rows.map(({ log, index, kind }) => ({ log, index: Number(index), kind }))
}

const KEPT = {
  name: 'vouching.kept',
  text: 'select witness, signed_ms::float8 as "signedMs" from witnessed_seal where subject = $1',
}

/** The same of a seal that only the lost stretch of a log had, as witnesses keep it. */
async function signaturesKept(
  db: Executor,
  { name }: VouchedSubject,
  keys: readonly string[],
): Promise<Pick<WitnessView, 'signedAt' | 'lateAt'>[]> {
  const rows = await db.query<{ witness: string; signedMs: number }>(KEPT, [name])
  const signed = new Map(rows.map(({ witness, signedMs }) => [witness, signedMs]))
  return keys.map((key) => ({ signedAt: signed.get(key) ?? null, lateAt: null }))
}

/** When each witness signed the seal: in time, or too late. */
async function signaturesOver(
  db: Executor,
  { index, log }: Entry,
  roundMs: number | null,
  keys: readonly string[],
): Promise<Pick<WitnessView, 'signedAt' | 'lateAt'>[]> {
  const timesBefore = async (beforeMs: number | null, wanted: readonly string[]) => {
    const { signed } = await linesOver(db, { index, beforeMs, log }, wanted)
    return new Map(signed.map(({ witness, signedAtMs }) => [witness, signedAtMs]))
  }
  const timely = await timesBefore(roundMs === null ? null : roundMs - LEAD_MS, keys)
  const missing = keys.filter((key) => !timely.has(key))
  const late = missing.length === 0 ? timely : await timesBefore(null, missing)
  return keys.map((key) => {
    const signedAt = timely.get(key) ?? null
    return { signedAt, lateAt: signedAt === null ? (late.get(key) ?? null) : null }
  })
}
