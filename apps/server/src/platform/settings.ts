/**
 * Settings: what the operator may change while the server runs. Each is declared beside the code that reads it, with its
 * type, its bounds and what it begins with; the database holds what differs from that, and every change.
 *
 * A setting is read from memory (`get`), so that the hot path pays nothing for it. This process sees its own changes at
 * once, those of another within REFRESH_MS. A record that is made under a setting keeps the value in a column of its own,
 * so a change holds for new records only; the few settings for which that makes no sense say `effect: 'all'`.
 */
import { MS, type Db, type Executor, type Statement, type Tx } from './db.ts'
import { Refusal } from './refusal.ts'
import type { SettingKind } from './settings.kinds.ts'

export { choice, countries, day, flag, money, moneys, text, whole } from './settings.kinds.ts'

/** How old a setting that another process changed may be, in milliseconds. */
const REFRESH_MS = 2_000

export type Setting<Value> = {
  /** `module.what` */
  readonly name: string
  /** for operators: one sentence */
  readonly about: string
  /** type and bounds, and how its text is read */
  readonly kind: SettingKind<Value>
  /** in the form in which people enter it */
  readonly initial: string
  /** `new`: records made from now on; `all`: everything, at once */
  readonly effect: 'new' | 'all'
  /** whether a change takes a second person; `real`: only where real money is moved */
  readonly twoPersons?: true | 'real'
}

/** Declares a setting. @throws Error when what it begins with does not fit its own bounds */
export function defineSetting<Value>(setting: Setting<Value>): Setting<Value> {
  setting.kind.read(setting.initial)
  return setting
}

/** The value of every setting, as far as a rule over several asks for them. */
export type Values = { get<Value>(setting: Setting<Value>): Value }

/** What several settings must be together. Answers the field rule that is broken (`SETTING_RANGE`), or null. */
export type SettingRule = {
  readonly about: readonly Setting<unknown>[]
  broken(values: Values): boolean
}

export type StoredSetting = { version: number; value: string; changedAt: number | null }

export type SettingChange = {
  readonly name: string
  /** as entered; kept in the form that the kind gives it */
  readonly value: string
  /** the version that was looked at */
  readonly version: number
  readonly reason: string
  readonly operatorId: string | null
  readonly approvalId: string | null
}

export type Settings = Values & {
  readonly definitions: readonly Setting<unknown>[]
  find(name: string): Setting<unknown> | undefined
  /** As it is in memory now. */
  stored(name: string): StoredSetting
  /** Reads all anew: before the first use, and after the commit of a change. */
  refresh(): Promise<void>
  /** Refreshes by itself from now on. */
  start(): void
  stop(): void
  /**
   * Looks at a value as `save` would, without writing.
   * @throws Refusal INPUT_INVALID with the field `value`
   */
  check(change: Pick<SettingChange, 'name' | 'value'>): string
  /**
   * Writes a change and its history; call `refresh()` after the commit.
   * @returns the value before and after, as text
   * @throws Refusal NO_SUCH_DATA, INPUT_INVALID with the field `value`, CHANGED_MEANWHILE
   */
  save(tx: Tx, change: SettingChange): Promise<{ before: string; after: string }>
}

type Row = { name: string; value: string; version: number; changed_ms: bigint }

const READ: Statement = {
  name: 'settings.read',
  text: `select name, value, version, ${MS('changed_at')} as changed_ms from setting`,
}

/** Changes are rare and may depend on each other: one at a time. */
const LOCK = 'lock table setting in share row exclusive mode'

const SAVE: Statement = {
  name: 'settings.save',
  text: `
    with saved as (
      insert into setting as s (name, value, version, changed_at)
      select $1, $2, 1, at from business_clock where $3 = 0
      on conflict (name) do nothing
      returning version),
    changed as (
      update setting set value = $2, version = version + 1, changed_at = business_now()
      where name = $1 and version = $3 and $3 > 0
      returning version)
    insert into setting_change (name, version, before, after, operator_id, approval_id, reason, at)
    select $1, version, $4, $2, $5, $6, $7, business_now() from (select * from saved union all select * from changed) v
    returning version`,
}

export type SettingsOptions = {
  db: Db
  definitions: readonly Setting<unknown>[]
  rules?: readonly SettingRule[]
  /** told when the settings could not be read; the last known ones hold */
  onError?: (error: unknown) => void
}

export function createSettings({ db, definitions, rules = [], onError }: SettingsOptions): Settings {
  const all = definitions
  const byName = new Map(all.map((setting) => [setting.name, setting]))
  if (byName.size !== all.length) throw new Error('two settings share a name')
  let rows = new Map<string, StoredSetting>()
  let read = new Map<string, unknown>()
  let timer: NodeJS.Timeout | undefined

  const textOf = (setting: Setting<unknown>, known: ReadonlyMap<string, StoredSetting>) =>
    known.get(setting.name)?.value ?? setting.initial

  function take(found: readonly Row[]): void {
    rows = new Map(
      found.map((row) => [
        row.name,
        { value: row.value, version: row.version, changedAt: Number(row.changed_ms) },
      ]),
    )
    read = new Map(all.map((setting) => [setting.name, setting.kind.read(textOf(setting, rows))]))
  }

  const load = (from: Executor) => from.query<Row>(READ)

  function definition(name: string): Setting<unknown> {
    const setting = byName.get(name)
    if (!setting) throw new Refusal('NO_SUCH_DATA')
    return setting
  }

  /** The value's own form, by its kind and by the rules over several. */
  function fitting(
    setting: Setting<unknown>,
    entered: string,
    known: ReadonlyMap<string, StoredSetting>,
  ): string {
    const value = settingText(setting, entered)
    const values: Values = {
      get: <V>(other: Setting<V>) =>
        other.kind.read(other.name === setting.name ? value : textOf(other, known)),
    }
    for (const rule of rules) {
      const concerned = rule.about.some(({ name }) => name === setting.name)
      if (concerned && rule.broken(values)) throw invalid('SETTING_RANGE')
    }
    return value
  }

  const settings: Settings = {
    definitions: all,
    find: (name) => byName.get(name),
    get: <V>(setting: Setting<V>) => {
      if (!byName.has(setting.name)) throw new Error(`the setting ${setting.name} is not registered`)
      return read.has(setting.name) ? (read.get(setting.name) as V) : setting.kind.read(setting.initial)
    },
    stored: (name) => rows.get(name) ?? { value: definition(name).initial, version: 0, changedAt: null },
    async refresh() {
      take(await load(db))
    },
    start() {
      timer = setInterval(() => {
        settings.refresh().catch((error: unknown) => onError?.(error))
      }, REFRESH_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    check: ({ name, value }) => fitting(definition(name), value, rows),
    async save(tx, { name, value, version, reason, operatorId, approvalId }) {
      const setting = definition(name)
      await tx.query(LOCK)
      const known = new Map(
        (await load(tx)).map((row) => [
          row.name,
          { value: row.value, version: row.version, changedAt: null },
        ]),
      )
      const before = textOf(setting, known)
      const after = fitting(setting, value, known)
      const saved = await tx.query(SAVE, [name, after, version, before, operatorId, approvalId, reason])
      if (saved.length === 0) throw new Refusal('CHANGED_MEANWHILE')
      return { before, after }
    },
  }
  return settings
}

function invalid(rule: 'SETTING_FORMAT' | 'SETTING_RANGE'): Refusal {
  return new Refusal('INPUT_INVALID', { fields: { value: rule } })
}

function settingText(setting: Setting<unknown>, entered: string): string {
  try {
    return setting.kind.form(setting.kind.read(entered))
  } catch (error) {
    if (error instanceof RangeError) throw invalid('SETTING_RANGE')
    if (error instanceof SyntaxError) throw invalid('SETTING_FORMAT')
    throw error
  }
}
