/** Settings, and the modules with their switches. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { MODULES } from '../../modules.ts'
import { count, empty, requestId, time } from '../../schemas.ts'
import { SETTING_EFFECTS, SETTING_TYPES } from '../../kinds/setting-kinds.ts'
import { change } from './approvals.ts'
import { operatorRef, reason } from './fields.ts'

const setting = z.object({
  name: z.string(),
  /** purpose, in English; docs/OPERATING.md lists all settings */
  about: z.string(),
  kind: z.enum(SETTING_TYPES),
  unit: z.nullable(z.string()),
  minimum: z.nullable(z.string()),
  maximum: z.nullable(z.string()),
  choices: z.nullable(z.array(z.string())),
  value: z.string(),
  /** the default value */
  initial: z.string(),
  /** 0: never changed */
  version: count,
  changedAt: z.nullable(time),
  effect: z.enum(SETTING_EFFECTS),
  /** whether a change needs the approval of a second operator in this database */
  twoPersons: z.boolean(),
  /** why the setting has no effect in this installation; null: it has */
  note: z.nullable(z.string()),
})

const settingName = z
  .string()
  .check(z.regex(/^[a-z]+(\.[a-z][A-Za-z0-9]*){1,3}$/, 'INVALID'), z.maxLength(60))

export const settingList = endpoint({
  path: '/operator/settinglist',
  summary: 'List all settings with values and bounds',
  auth: 'operator',
  permission: 'setting.read',
  input: empty,
  output: z.object({ items: z.array(setting) }),
  errors: [],
})

export const settingShow = endpoint({
  path: '/operator/settingshow',
  summary: 'Show one setting and its history, newest first',
  auth: 'operator',
  permission: 'setting.read',
  input: z.strictObject({ name: settingName }),
  output: z.object({
    setting,
    /** settings that a rule of the server compares with this one */
    related: z.array(z.object({ name: z.string(), value: z.string() })),
    history: z.array(
      z.object({
        version: count,
        before: z.string(),
        after: z.string(),
        by: z.nullable(operatorRef),
        reason: z.string(),
        at: time,
      }),
    ),
  }),
  errors: [],
})

export const settingSave = endpoint({
  path: '/operator/settingsave',
  summary: 'Change a setting; the value is text in the form that the list shows',
  auth: 'operator',
  permission: 'setting.change',
  input: z.strictObject({
    name: settingName,
    value: z.string().check(z.maxLength(2_000)),
    /** the version that the operator saw; another version is refused */
    version: count,
    reason,
    requestId,
  }),
  output: change,
  errors: ['CHANGED_MEANWHILE', 'REQUEST_ID_REUSED', 'NOT_READY'],
})

export const moduleList = endpoint({
  path: '/operator/modulelist',
  summary: 'List the modules: switch, licence, countries, and what each lacks for real money',
  auth: 'operator',
  permission: 'setting.read',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        module: z.enum(MODULES),
        enabled: z.boolean(),
        licence: z.string(),
        /** ISO codes; empty: no country is chosen (in a sandbox: all countries) */
        countries: z.array(z.string()),
        ageProvider: z.string(),
        /** ids of the go-live checks that fail for the module; empty in a sandbox */
        missing: z.array(z.string()),
      }),
    ),
  }),
  errors: [],
})
