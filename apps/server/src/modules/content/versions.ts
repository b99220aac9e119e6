/**
 * Which version of each text is in force. A text of the release is in force until the house publishes one of its own; from then on texts
 * of later releases are recorded nowhere and change nothing. Versions come from the database, where they never change; a process knows
 * those of another one within REFRESH_MS.
 */
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { RULE_KEYS } from '@fairlot/contract/endpoints/content'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Executor } from '../../platform/db.ts'
import { lockRow } from '../../platform/lock-row.ts'
import { Refusal } from '../../platform/refusal.ts'
import { builtInTexts, RULES } from './built-in.ts'
import {
  agreedAt,
  businessNow,
  insertConsent,
  listVersions,
  recordBuiltIn,
  textsOf,
  type Texts,
  type VersionRow,
} from './versions.queries.ts'

/** How long a process may not know a version that another process has published, in milliseconds. */
const REFRESH_MS = 2_000

/** The rules that members agree to, both together. */
export const AGREED: readonly RuleKey[] = ['terms', 'privacy']

export type Version = {
  rule: RuleKey
  version: string
  builtIn: boolean
  hash: string
  helps: boolean
  inForceMs: number
  publishedMs: number
  withdrawn: boolean
}

export type Content = {
  /** The versions of a rule that were recorded, by the time from which they are in force. */
  versions(rule: RuleKey): readonly Version[]
  /** Whether a version is to come, and was not taken back. */
  isComing(version: Version): boolean
  /** The version of a rule that is in force; null: the text of the release, which is not recorded yet. */
  inForce(rule: RuleKey): Version | null
  /** The texts of a version. @throws Refusal NO_SUCH_DATA */
  texts(version: Version): Promise<Texts>
  /** What a member agrees to now: the version of the terms, and that of the privacy statement where it differs. */
  terms(): string
  /** What the member has to agree to; null: nothing. */
  agreeTo(db: Executor, memberId: string): Promise<string | null>
  /** @throws Refusal INPUT_INVALID when it is not what is in force */
  agree(memberId: string, terms: string): Promise<void>
  /** Records the texts of the release that are in force; once, at the start of a server. */
  begin(): Promise<void>
  /** Reads the versions. Call it before the first use, and after the commit of a change. */
  refresh(): Promise<void>
  start(): void
  stop(): void
}

const versionOf = (row: VersionRow): Version => ({
  rule: row.rule,
  version: row.version,
  builtIn: row.approval_id === null,
  hash: row.hash,
  helps: row.helps,
  inForceMs: Number(row.in_force_ms),
  publishedMs: Number(row.published_ms),
  withdrawn: row.withdrawn,
})

/** Every version, by the time from which it is in force. */
export const versionsIn = async (db: Executor): Promise<Version[]> => (await listVersions(db)).map(versionOf)

export function createContent({
  db,
  clock,
  onError,
}: {
  db: Db
  clock: Clock
  /** the versions cannot be read; the last known ones apply */
  onError?: (error: unknown) => void
}): Content {
  let known: readonly Version[] = []
  /** milliseconds that the database's business time is ahead of this process's clock */
  let ahead = 0
  const texts = new Map<string, Texts>()
  let timer: NodeJS.Timeout | undefined

  const versions = (rule: RuleKey) => known.filter((one) => one.rule === rule)
  const begun = (rule: RuleKey) => {
    const now = clock.now() + ahead
    return versions(rule).filter(({ withdrawn, inForceMs }) => !withdrawn && inForceMs <= now)
  }
  const inForce = (rule: RuleKey) => begun(rule).at(-1) ?? null

  function terms(): string {
    const names = AGREED.map((rule) => nameInForce(inForce(rule), rule))
    return [...new Set(names)].join('+')
  }

  /** Since when members have to have agreed again; undefined: nobody has to. */
  const neededSince = () =>
    AGREED.flatMap((rule) => begun(rule).filter(({ builtIn, helps }) => !builtIn && !helps))
      .map(({ inForceMs }) => inForceMs)
      .toSorted((a, b) => b - a)[0]

  async function agreeTo(at: Executor, memberId: string): Promise<string | null> {
    const since = neededSince()
    return since === undefined || (await agreedAt(at, memberId)) >= since ? null : terms()
  }

  async function refresh(): Promise<void> {
    const now = await businessNow(db)
    ahead = now - clock.now()
    known = await versionsIn(db)
  }

  return {
    versions,
    inForce,
    isComing: ({ withdrawn, inForceMs }) => !withdrawn && inForceMs > clock.now() + ahead,
    terms,
    agreeTo,
    refresh,
    async texts({ hash }) {
      const found = texts.get(hash) ?? (await textsOf(db, [hash]))[0]?.texts
      if (!found) throw new Refusal('NO_SUCH_DATA')
      texts.set(hash, found)
      return found
    },
    async agree(memberId, agreed) {
      if (agreed !== terms()) throw new Refusal('INPUT_INVALID', { fields: { terms: 'TERMS_REQUIRED' } })
      await db.tx(async (tx) => {
        if ((await agreeTo(tx, memberId)) !== null) await insertConsent(tx, memberId, agreed)
      })
    },
    async begin() {
      await db.tx(async (tx) => {
        await lockRow(tx, 'back_office')
        const recorded = await versionsIn(tx)
        const now = await businessNow(tx)
        for (const rule of RULE_KEYS) {
          const isOfHouse = recorded.some(
            (one) => one.rule === rule && !one.builtIn && !one.withdrawn && one.inForceMs <= now,
          )
          if (!isOfHouse) await recordBuiltIn(tx, rule, RULES[rule].version, builtInTexts(rule))
        }
      })
      await refresh()
    },
    start() {
      timer = setInterval(() => {
        refresh().catch((error: unknown) => onError?.(error))
      }, REFRESH_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** The name of a version, or of the text of the release where it is in force: that of the code, also before it is recorded. */
export const nameInForce = (version: Version | null, rule: RuleKey): string =>
  version === null || version.builtIn ? RULES[rule].version : version.version
