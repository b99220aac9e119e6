/**
 * Settings: values that operators change while the server runs. Each setting is declared beside the code that reads it, with
 * its type, its bounds and its initial value; the database stores changed values and every change.
 *
 * `get` reads a setting from memory, so that it costs the hot path nothing. A process sees its own changes at once and those
 * of another process within REFRESH_MS. A record that depends on a setting stores the value in its own column, so a change
 * applies to new records only; settings that apply to existing records as well say `effect: 'all'`.
 */
import type { SettingEffect } from '@fairlot/contract/kinds/setting-kinds'
import { MS, type Executor, type Statement, type Tx } from '../db.ts'
import { lockRow } from '../lock-row.ts'
import { Refusal } from '../refusal.ts'
import type { SettingKind } from './settings.kinds.ts'

export { countries, flag, money, moneys, line, whole, wholes } from './settings.kinds.ts'

/** How long a process may use a setting that another process has changed, in milliseconds. */
const REFRESH_MS = 2_000

export type Setting<Value> = {
  /** `module.name` */
  readonly name: string
  /** description for operators: one sentence */
  readonly about: string
  /** type and bounds */
  readonly kind: SettingKind<Value>
  /** as an operator would enter it */
  readonly initial: string
  /** what a change applies to: `new` records only, or `all` at once */
  readonly effect: SettingEffect
  /** whether a change needs a second operator; `real`: only with real money */
  readonly twoPersons?: true | 'real'
}

/** Declares a setting. @throws Error when the initial value is not within its bounds */
export function defineSetting<Value>(setting: Setting<Value>): Setting<Value> {
  setting.kind.read(setting.initial)
  return setting
}

/** Read access to the values of settings. */
export type Values = { get<Value>(setting: Setting<Value>): Value }

/** A condition over several settings. A change that breaks it is refused with `SETTING_RULE`. */
export type SettingRule = {
  readonly about: readonly Setting<unknown>[]
  broken(values: Values): boolean
}

export type StoredSetting = { version: number; value: string; changedAt: number | null }

export type SettingChange = {
  readonly name: string
  /** as entered; stored in the canonical form of its kind */
  readonly value: string
  /** the version that the operator saw */
  readonly version: number
  readonly reason: string
  readonly operatorId: string | null
  readonly approvalId: string | null
}

export type Settings = Values & {
  readonly definitions: readonly Setting<unknown>[]
  find(name: string): Setting<unknown> | undefined
  /** The names of the settings that rules compare with this one. */
  related(name: string): string[]
  /** The value in memory, in canonical form, with its version. */
  stored(name: string): StoredSetting
  /** The canonical form of a value of a setting. @throws Refusal NO_SUCH_DATA, INPUT_INVALID with the field `value` */
  form(name: string, value: string): string
  /** The values in the database now, including changes of the same transaction. */
  read(from: Executor): Promise<Values>
  /** Reads all settings from the database. Call it before the first use, and after the commit of a change. */
  refresh(): Promise<void>
  /** Starts refreshing periodically. */
  start(): void
  stop(): void
  /**
   * Checks a change as `save` does, without writing it.
   * @returns the value before and after, as text
   * @throws Refusal NO_SUCH_DATA, INPUT_INVALID with the field `value`, CHANGED_MEANWHILE
   */
  check(
    from: Executor,
    change: Pick<SettingChange, 'name' | 'value' | 'version'>,
  ): Promise<{ before: string; after: string }>
  /**
   * Writes a change and its history; call `refresh()` after the commit.
   * @returns the value before and after, as text
   * @throws Refusal NO_SUCH_DATA, INPUT_INVALID with the field `value`, CHANGED_MEANWHILE
   */
  save(tx: Tx, change: SettingChange): Promise<{ before: string; after: string }>
}

/** The stored settings, by name. */
type Known = ReadonlyMap<string, StoredSetting>
type Row = { name: string; value: string; version: number; changed_ms: bigint }

const READ: Statement = {
  name: 'settings.read',
  text: `select name, value, version, ${MS('changed_at')} as changed_ms from setting`,
}

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
  db: Executor
  definitions: readonly Setting<unknown>[]
  rules?: readonly SettingRule[]
  /** called when settings cannot be read (the last known values apply), or a stored value is invalid */
  onError?: (error: unknown) => void
}

export function createSettings({ db, definitions, rules = [], onError }: SettingsOptions): Settings {
  const all = definitions
  const byName = new Map(all.map((setting) => [setting.name, setting]))
  if (byName.size !== all.length) throw new Error('two settings share a name')
  let stored = new Map<string, StoredSetting>()
  let values = new Map<string, unknown>()
  let timer: NodeJS.Timeout | undefined
  /** setting → invalid text that was reported */
  const reported = new Map<string, string>()
  let refreshesStarted = 0
  let refreshApplied = 0

  const textOf = (setting: Setting<unknown>, known: Known) =>
    known.get(setting.name)?.value ?? setting.initial

  /** The initial value replaces a stored value that an older version allowed and this one does not. */
  function valueOf(setting: Setting<unknown>, known: Known): unknown {
    try {
      return setting.kind.read(textOf(setting, known))
    } catch (error) {
      const text = textOf(setting, known)
      if (reported.get(setting.name) !== text) {
        reported.set(setting.name, text)
        onError?.(
          new Error(`the stored value of ${setting.name} is invalid; its initial value applies`, {
            cause: error,
          }),
        )
      }
      return setting.kind.read(setting.initial)
    }
  }

  function take(known: Known): void {
    values = new Map(all.map((setting) => [setting.name, valueOf(setting, known)]))
    stored = new Map(
      all.map((setting) => {
        const { version = 0, changedAt = null } = known.get(setting.name) ?? {}
        return [setting.name, { value: setting.kind.form(values.get(setting.name)), version, changedAt }]
      }),
    )
  }

  async function load(from: Executor): Promise<Known> {
    const rows = await from.query<Row>(READ)
    return new Map(
      rows.map(({ name, value, version, changed_ms }) => [
        name,
        { value, version, changedAt: Number(changed_ms) },
      ]),
    )
  }

  function definition(name: string): Setting<unknown> {
    const setting = byName.get(name)
    if (!setting) throw new Refusal('NO_SUCH_DATA')
    return setting
  }

  /** The canonical form of a new value. @throws Refusal when its kind or a rule refuses it */
  function fitting(setting: Setting<unknown>, entered: string, known: Known): string {
    const text = settingText(setting, entered)
    const changed: Values = {
      get: <V>(other: Setting<V>) =>
        // safe cast: the kind of this setting has read the value
        (other.name === setting.name ? other.kind.read(text) : valueOf(other, known)) as V,
    }
    for (const rule of rules) {
      const concerned = rule.about.some(({ name }) => name === setting.name)
      if (concerned && rule.broken(changed)) throw invalid('SETTING_RULE')
    }
    return text
  }

  const settings: Settings = {
    definitions: all,
    find: (name) => byName.get(name),
    related(name) {
      const concerned = rules.filter(({ about }) => about.some((one) => one.name === name))
      const names = concerned.flatMap(({ about }) => about.map((one) => one.name))
      return [...new Set(names)].filter((one) => one !== name).toSorted()
    },
    get: <V>(setting: Setting<V>) => {
      if (!byName.has(setting.name)) throw new Error(`the setting ${setting.name} is not registered`)
      return values.get(setting.name) as V
    },
    stored(name) {
      definition(name)
      return stored.get(name)!
    },
    form: (name, value) => settingText(definition(name), value),
    async read(from) {
      const known = await load(from)
      return { get: <V>(setting: Setting<V>) => valueOf(setting, known) as V }
    },
    async refresh() {
      const started = ++refreshesStarted
      const known = await load(db)
      // when two refreshes overlap, the one that started later has read the newer state
      if (started < refreshApplied) return
      refreshApplied = started
      take(known)
    },
    start() {
      timer = setInterval(() => {
        settings.refresh().catch((error: unknown) => onError?.(error))
      }, REFRESH_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    async check(from, { name, value, version }) {
      const setting = definition(name)
      const known = await load(from)
      const after = fitting(setting, value, known)
      if ((known.get(name)?.version ?? 0) !== version) throw new Refusal('CHANGED_MEANWHILE')
      return { before: setting.kind.form(valueOf(setting, known)), after }
    },
    async save(tx, change) {
      // one change at a time: rules read several settings
      await lockRow(tx, 'settings')
      const { before, after } = await settings.check(tx, change)
      const { name, version, reason, operatorId, approvalId } = change
      const saved = await tx.query(SAVE, [name, after, version, before, operatorId, approvalId, reason])
      if (saved.length === 0) throw new Refusal('CHANGED_MEANWHILE')
      return { before, after }
    },
  }
  take(new Map())
  return settings
}

function invalid(rule: 'SETTING_FORMAT' | 'SETTING_RANGE' | 'SETTING_RULE'): Refusal {
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
