/**
 * Opens the stored salts of all issues that are not sealed yet, and compares them with their commitments. An issue whose salt is
 * lost or damaged cannot be sealed: it sells no further shares, and at its deadline its members get their money back. Once such an
 * issue is sold out nothing can be refunded, and only a backup of the salt or of its key helps.
 */
import { commitment } from '@fairlot/fairness/draw'
import type { Db, Executor } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Salts } from '../../fair/index.ts'

type Write = (fields: object, message: string) => void

export type BrokenSalt = { issueId: string; number: string; status: string; why: string }

type StoredSalt = Omit<BrokenSalt, 'why'> & {
  commitment: string
  salt: Uint8Array | null
  keyId: string | null
}

const UNSEALED = {
  name: 'salts.unsealed',
  text: `
select issue.issue_id as "issueId", terms.number, issue.status, terms.commitment, secret.salt, secret.key_id as "keyId"
from issue
join issue_terms terms using (issue_id)
left join issue_secret secret using (issue_id)
where issue.status in ('scheduled', 'selling', 'sold_out') and terms.commitment is not null
  and not exists (select from issue_seal seal where seal.issue_id = issue.issue_id)
order by terms.number`,
}

/** @returns null when the salt can be revealed and fits the commitment */
function faultOf({ number, commitment: committed, salt, keyId }: StoredSalt, salts: Salts): string | null {
  if (!salt || keyId === null) return 'the salt is missing'
  try {
    return commitment(number, salts.open(number, { bytes: salt, keyId })) === committed
      ? null
      : 'the salt does not match the commitment'
  } catch (error) {
    return `the salt cannot be opened: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function look(db: Executor, salts: Salts): Promise<{ broken: BrokenSalt[]; looked: number }> {
  const stored = await db.query<StoredSalt>(UNSEALED)
  const broken = stored.flatMap((one) => {
    const why = faultOf(one, salts)
    const { issueId, number, status } = one
    return why === null ? [] : [{ issueId, number, status, why }]
  })
  return { broken, looked: stored.length }
}

/** Run by the doctor. */
export async function checkStoredSalts(
  db: Executor,
  salts: Salts,
): Promise<{ figure: string; breaches: number }> {
  const { broken, looked } = await look(db, salts)
  return {
    figure:
      broken.length > 0
        ? broken.map(({ number, status, why }) => `${number} (${status}): ${why}`).join(', ')
        : `${looked} salts`,
    breaches: broken.length,
  }
}

export type SaltWatch = {
  /** Whether the issue's salt was lost or damaged, as of the last look: it sells no further shares. */
  isBroken(issueId: string): boolean
  /** Opens every stored salt now. Logs an alarm for each issue whose salt is broken, once. */
  look(): Promise<void>
  /** Looks again every LOOK_EVERY_MS. */
  start(): void
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 5 * MINUTE_MS

export function createSaltWatch(options: {
  db: Db
  salts: Salts
  log: Record<'info' | 'error', Write>
}): SaltWatch {
  const { db, salts, log } = options
  let broken: ReadonlyMap<string, BrokenSalt> = new Map()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  async function lookAll(): Promise<void> {
    const before = broken
    const found = await look(db, salts)
    broken = new Map(found.broken.map((one) => [one.issueId, one]))
    for (const { issueId, number, status, why } of found.broken) {
      if (before.get(issueId)?.why === why) continue
      const what = status === 'sold_out' ? 'it cannot be drawn' : 'it sells no further shares'
      log.error(
        { alarm: 'salt', issue: number, status, why },
        `the salt of issue ${number} is broken: ${what}`,
      )
    }
    for (const { issueId, number } of before.values())
      if (!broken.has(issueId))
        log.info({ alarm: 'salt', issue: number }, 'the salt of an issue is no longer broken')
  }

  function lookInBackground() {
    looking ??= lookAll()
      .catch((error: unknown) => log.error({ err: error }, 'the stored salts could not be read'))
      .finally(() => {
        looking = undefined
      })
  }

  return {
    isBroken: (issueId) => broken.has(issueId),
    look: lookAll,
    start() {
      timer ??= setInterval(lookInBackground, LOOK_EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await looking
    },
  }
}
