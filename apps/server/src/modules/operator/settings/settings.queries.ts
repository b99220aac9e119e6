/** SQL that reads the history of settings. */
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

const HISTORY: Statement = {
  name: 'operator.setting.history',
  text: `
    select change.version, change.before, change.after, change.operator_id, operator.name, change.reason,
      ${MS('change.at')} as at_ms
    from setting_change change left join operator using (operator_id)
    where change.name = $1 order by change.version desc limit 200`,
}

export type SettingChangeRow = {
  version: number
  before: string
  after: string
  operator_id: string | null
  /** of the operator */
  name: string | null
  reason: string
  at_ms: bigint
}

/** The latest changes of a setting, newest first. */
export function settingHistory(db: Executor, name: string): Promise<SettingChangeRow[]> {
  return db.query<SettingChangeRow>(HISTORY, [name])
}
