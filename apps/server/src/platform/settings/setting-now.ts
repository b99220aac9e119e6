import type { Setting } from './settings.ts'

/** SQL of a text. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * SQL of the text of a setting, as the database has it: for a statement that must use the value of its own moment. `get` may be two
 * seconds older.
 */
export const settingNow = ({ name, initial }: Pick<Setting<unknown>, 'name' | 'initial'>): string =>
  `coalesce((select s.value from setting s where s.name = ${quoted(name)}), ${quoted(initial)})`
