/**
 * What the configured witnesses report about this log (`GET /report` of `npm run witness`): seals that they saw only after the round,
 * what waits for a result too long, refunds after a loss against what they signed, and two histories. It breaks no rule of the log, so
 * nothing stops; operators see it, and each item is an alarm once. A process keeps the last answer of each witness in memory.
 */
import { logKey, verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import { verifyCosignature } from '@fairlot/fairness/witness'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { logNumber } from '../log/log-name.ts'
import type { Witness, WitnessClient } from './witness-client.ts'

const ASK_AGAIN_MS = 5 * MINUTE_MS
/** of each kind, as the program lists them */
const MOST = 200
const MAX_TEXT = 200

const listOf = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.maxLength(MOST))
const text = z.string().check(z.maxLength(MAX_TEXT))
const entryIndex = z.int().check(z.nonnegative())
const time = z.int().check(z.nonnegative(), z.maximum(8.64e15))
const reportShape = z.object({
  late: z.object({ list: listOf(z.object({ log: text, index: entryIndex, what: text, at: time })) }),
  overdue: z.object({ list: listOf(z.object({ log: text, index: entryIndex, what: text, since: time })) }),
  losses: z.object({ list: listOf(z.object({ log: text, index: entryIndex, reason: text, at: time })) }),
  histories: listOf(
    z.object({
      log: text,
      at: time,
      size: entryIndex,
      root: text,
      signed: z.nullable(z.object({ note: z.string(), line: z.string() })),
      shown: z.string(),
    }),
  ),
})

export type ReportedKind = 'late' | 'overdue' | 'loss' | 'history'
export type Reported = {
  kind: ReportedKind
  log: string
  /** in English */
  what: string
  /** Unix milliseconds */
  at: number
}

type Options = {
  deployment: string
  publicKey: string
  clock: Pick<Clock, 'now'>
  log: Record<'warn' | 'error', (fields: object, message: string) => void>
}

export type ReportReader = {
  /** What the witness said last about the logs of this deployment; null: it has not said it to this process. */
  last(): readonly Reported[] | null
  /** Asks the witness, unless it was asked in the last five minutes. Never throws. */
  read(): Promise<void>
}

export function createReportReader(
  options: Options,
  { key }: Pick<Witness, 'key'>,
  client: Pick<WitnessClient, 'report'>,
): ReportReader {
  const { clock, log } = options
  const alarmed = new Set<string>()
  let last: readonly Reported[] | null = null
  let askAgainAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    const found = reportedOf(options, { key }, reportShape.parse(await client.report()))
    last = found.map(({ item }) => item)
    const open = new Set(found.map(({ id }) => id))
    // what the witness no longer lists is forgotten, so that this does not grow
    for (const id of alarmed) if (!open.has(id)) alarmed.delete(id)
    for (const { id, item } of found) {
      if (alarmed.has(id)) continue
      alarmed.add(id)
      log.error(
        { alarm: 'witness_report', witness: key.name, ...item },
        'a witness reports something about the log',
      )
    }
  }
  return {
    last: () => last,
    async read() {
      if (clock.now() < askAgainAt) return
      askAgainAt = clock.now() + ASK_AGAIN_MS
      try {
        await ask()
      } catch (error) {
        // a witness of another kind has no report, and one that is away has other alarms
        log.warn({ err: error, witness: key.name }, 'a witness does not show its report')
      }
    },
  }
}

/** The items about logs of this deployment. A history counts only when the log's key signed the note that was shown. */
function reportedOf(
  { deployment, publicKey }: Options,
  { key }: Pick<Witness, 'key'>,
  { late, overdue, losses, histories }: z.infer<typeof reportShape>,
): { id: string; item: Reported }[] {
  const found: { id: string; item: Reported }[] = []
  const add = (kind: ReportedKind, log: string, id: string | number, what: string, at: number) => {
    const named = nameIn(log, { deployment, publicKey })
    if (named !== null) found.push({ id: `${kind} ${log} ${id}`, item: { kind, log: named, what, at } })
  }
  for (const one of histories) {
    const named = nameIn(one.log, { deployment, publicKey })
    const shown = named === null ? null : verifyCheckpoint(one.shown, publicKey, named)
    if (named === null || shown?.size !== one.size || shown.root !== one.root) continue
    const signed = one.signed && verifyCheckpoint(one.signed.note, publicKey, named)
    const isSigned = one.signed !== null && verifyCosignature(one.signed.note, one.signed.line, key) !== null
    // two notes of the house over one size and with two roots are proof; otherwise it is what the witness says
    const isProven = signed !== null && isSigned && signed.size === shown.size && signed.root !== shown.root
    const says = isProven ? 'proven by two signed checkpoints' : 'by what the witness was shown'
    add(
      'history',
      one.log,
      `${one.size} ${one.root}`,
      `another history of ${one.size} entries, ${says}`,
      one.at,
    )
  }
  for (const { log, index, reason, at } of losses.list)
    add('loss', log, index, `entry ${index} ${reason}`, at)
  for (const { log, index, what, at } of late.list)
    add('late', log, index, `entry ${index}, the seal of ${what}, was shown after its round`, at)
  for (const { log, index, what, since } of overdue.list)
    add('overdue', log, index, `${what}, entry ${index}, has no result after a day`, since)
  return found
}

/** The name of a log of this deployment by its origin; null: it is another one's. */
function nameIn(
  origin: string,
  { deployment, publicKey }: Pick<Options, 'deployment' | 'publicKey'>,
): string | null {
  const prefix = logKey(deployment, publicKey).name.slice(0, -deployment.length)
  if (!origin.startsWith(prefix)) return null
  const named = origin.slice(prefix.length)
  return logNumber(deployment, named) === null ? null : named
}
