import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb, type Db, type Executor } from '../db.ts'
import { Refusal } from '../refusal.ts'
import {
  countries,
  createSettings,
  defineSetting,
  flag,
  money,
  moneys,
  line,
  whole,
  wholes,
  type SettingRule,
} from './settings.ts'
import type { SettingKind } from './settings.kinds.ts'

const LOW = defineSetting({
  name: 'test.low',
  about: 'The lower end.',
  kind: whole({ minimum: 0, maximum: 100, unit: 'minutes' }),
  initial: '10',
  effect: 'new',
})
const HIGH = defineSetting({
  name: 'test.high',
  about: 'The upper end.',
  kind: whole({ minimum: 0, maximum: 100 }),
  initial: '20',
  effect: 'all',
})
const STEPS = defineSetting({
  name: 'test.steps',
  about: 'Amounts.',
  kind: moneys({ minimum: 10_000n, maximum: 1_000_000n, maxItems: 3 }),
  initial: '1,2',
  effect: 'new',
})
const ORDERED: SettingRule = { about: [LOW, HIGH], broken: (values) => values.get(LOW) > values.get(HIGH) }

describe('types', () => {
  const cases: [string, SettingKind<unknown>, Record<string, string>][] = [
    ['flag', flag(), { true: 'true', false: 'false', TRUE: 'format', '': 'format', '1': 'format' }],
    [
      'whole',
      whole({ minimum: -5, maximum: 5 }),
      {
        '5': '5',
        '-5': '-5',
        '005': '5',
        '-0': '0',
        '6': 'range',
        '-6': 'range',
        '1.0': 'format',
        '1e1': 'format',
      },
    ],
    [
      'money',
      money({ minimum: 10_000n, maximum: 1_000_000n }),
      {
        '1': '1.00',
        '1.5': '1.50',
        '100.00': '100.00',
        '0.99': 'range',
        '100.01': 'range',
        '1.005': 'format',
        '-1': 'format',
        '': 'format',
      },
    ],
    [
      'wholes',
      wholes({ minimum: 30, maximum: 900, maxItems: 3 }),
      {
        '60': '60',
        ' 60, 060 ,120': '60,60,120',
        '60,59': 'range',
        '29,60': 'range',
        '60,901': 'range',
        '30,31,32,33': 'range',
        '60,,120': 'format',
        '60.5': 'format',
        '': 'format',
      },
    ],
    [
      'moneys',
      STEPS.kind,
      {
        '1,2': '1.00,2.00',
        ' 1.00, 2 ,3': '1.00,2.00,3.00',
        '2,1': 'range',
        '1,1': 'range',
        '1,2,3,4': 'range',
        '1,,2': 'format',
        '1;2': 'format',
      },
    ],
    [
      'text',
      line({ maxLength: 5 }),
      { ' abc ': 'abc', '': '', abcdef: 'range', 'a\nb': 'format', 'a\u202Eb': 'format' },
    ],
    ['text of a form', line({ maxLength: 5, pattern: /^\d*$/ }), { '123': '123', a: 'format' }],
    [
      'countries',
      countries({ banned: ['IN'] }),
      {
        '': '',
        'de,bd': 'BD,DE',
        ' BD ,BD': 'BD',
        IN: 'range',
        'DE,in': 'range',
        ZZ: 'format',
        EU: 'format',
        Germany: 'format',
      },
    ],
  ]
  test.each(cases)(
    '%s accepts a text in one canonical form, or refuses it with a reason',
    (_, kind, forms) => {
      for (const [entered, expected] of Object.entries(forms)) {
        if (expected === 'format') expect(() => kind.read(entered), entered).toThrow(SyntaxError)
        else if (expected === 'range') expect(() => kind.read(entered), entered).toThrow(RangeError)
        else {
          const form = kind.form(kind.read(entered))
          expect(form).toBe(expected)
          expect(kind.form(kind.read(form)), 'the canonical form is stable').toBe(form)
        }
      }
    },
  )

  test('throws when an initial value is out of bounds, a name is used twice, or a setting is not registered', () => {
    expect(() => defineSetting({ ...LOW, initial: '101' })).toThrow(RangeError)
    expect(() => createSettings({ db: unused, definitions: [LOW, LOW] })).toThrow('share a name')
    expect(() => createSettings({ db: unused, definitions: [LOW] }).get(HIGH)).toThrow('not registered')
  })
})

const refuse = () => Promise.reject(new Error('this test does not use the database'))
const unused: Db = {
  query: refuse,
  tx: refuse,
  close: refuse,
  load: () => ({ total: 0, idle: 0, waiting: 0 }),
}

describe('in the database', () => {
  let database: TestDatabase
  let db: Db
  let owner: Db
  let operatorId: string
  let problems: unknown[]

  const definitions = [LOW, HIGH, STEPS]
  const made = () =>
    createSettings({ db, definitions, rules: [ORDERED], onError: (error) => problems.push(error) })
  const change = (name: string, value: string, version: number) => ({
    name,
    value,
    version,
    reason: 'for a test',
    operatorId,
    approvalId: null,
  })

  beforeAll(async () => {
    database = await testDatabase()
    db = createDb(database.appUrl, { max: 8 })
    owner = createDb(database.ownerUrl, { max: 1 })
    operatorId = randomUUID()
    await owner.query(
      `insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
       values ($1, 'tester', 'Tester', '{owner}', '$argon2id$none', now(), now())`,
      [operatorId],
    )
  })
  beforeEach(async () => {
    problems = []
    await owner.query('truncate setting_change, setting')
  })
  afterAll(async () => {
    await db.close()
    await owner.close()
    await database.drop()
  })

  const history = () =>
    db.query(
      'select name, version, before, after, operator_id, reason from setting_change order by name, version',
    )

  test('begins with the initial values in canonical form', async () => {
    const settings = made()
    expect([settings.get(LOW), settings.get(STEPS)]).toEqual([10, [10_000n, 20_000n]])
    await settings.refresh()
    expect(settings.stored('test.steps')).toEqual({ value: '1.00,2.00', version: 0, changedAt: null })
    expect(settings.find('test.none')).toBeUndefined()
    expect(() => settings.stored('test.none')).toThrow(Refusal)
    expect(settings.form('test.steps', ' 1,2')).toBe('1.00,2.00')
    expect(() => settings.form('test.none', '1')).toThrow(Refusal)
  })

  test('applies a change after the refresh, stores it in canonical form, and keeps its history', async () => {
    const settings = made()
    const saved = await db.tx((tx) => settings.save(tx, change('test.steps', ' 3,4.5', 0)))
    expect(saved).toEqual({ before: '1.00,2.00', after: '3.00,4.50' })
    expect(settings.get(STEPS), 'not before the refresh').toEqual([10_000n, 20_000n])
    expect((await settings.read(db)).get(STEPS)).toEqual([30_000n, 45_000n])
    await settings.refresh()
    expect(settings.get(STEPS)).toEqual([30_000n, 45_000n])
    expect(settings.stored('test.steps')).toMatchObject({
      value: '3.00,4.50',
      version: 1,
      changedAt: expect.any(Number),
    })
    await db.tx((tx) => settings.save(tx, change('test.steps', '5', 1)))
    expect(await history()).toEqual([
      {
        name: 'test.steps',
        version: 1,
        before: '1.00,2.00',
        after: '3.00,4.50',
        operator_id: operatorId,
        reason: 'for a test',
      },
      {
        name: 'test.steps',
        version: 2,
        before: '3.00,4.50',
        after: '5.00',
        operator_id: operatorId,
        reason: 'for a test',
      },
    ])
  })

  test('reads a stored value in another form and shows the canonical one', async () => {
    await owner.query(
      `insert into setting (name, value, version, changed_at) values ('test.steps', '1,20', 1, now())`,
    )
    const settings = made()
    await settings.refresh()
    expect(settings.get(STEPS)).toEqual([10_000n, 200_000n])
    expect(settings.stored('test.steps')).toMatchObject({ value: '1.00,20.00', version: 1 })
    expect(await db.tx((tx) => settings.save(tx, change('test.steps', '2', 1)))).toEqual({
      before: '1.00,20.00',
      after: '2.00',
    })
  })

  test('reports an invalid stored value once, uses the initial value, and allows a change', async () => {
    await owner.query(
      `insert into setting (name, value, version, changed_at) values ('test.low', '900', 4, now())`,
    )
    const settings = made()
    await settings.refresh()
    await settings.refresh()
    expect(settings.get(LOW)).toBe(10)
    expect(problems).toEqual([
      new Error('the stored value of test.low is invalid; its initial value applies'),
    ])
    await db.tx((tx) => settings.save(tx, change('test.low', '12', 4)))
    await settings.refresh()
    expect(settings.get(LOW)).toBe(12)
  })

  test.each([
    ['test.low', 'ten', 0, 'INPUT_INVALID', { value: 'SETTING_FORMAT' }],
    ['test.low', '101', 0, 'INPUT_INVALID', { value: 'SETTING_RANGE' }],
    ['test.low', '21', 0, 'INPUT_INVALID', { value: 'SETTING_RULE' }],
    ['test.high', '9', 0, 'INPUT_INVALID', { value: 'SETTING_RULE' }],
    ['test.low', '11', 1, 'CHANGED_MEANWHILE', undefined],
    ['test.none', '11', 0, 'NO_SUCH_DATA', undefined],
  ])('refuses %s = %s at version %s with %s', async (name, value, version, code, fields) => {
    const settings = made()
    const refused = expect.objectContaining({ code, details: fields ? { fields } : {} })
    await expect(settings.check(db, { name, value, version })).rejects.toEqual(refused)
    await expect(db.tx((tx) => settings.save(tx, change(name, value, version)))).rejects.toEqual(refused)
    expect(await history()).toEqual([])
  })

  test('refuses a change that names an older version', async () => {
    const settings = made()
    await db.tx((tx) => settings.save(tx, change('test.low', '11', 0)))
    for (const version of [0, 2])
      await expect(db.tx((tx) => settings.save(tx, change('test.low', '12', version)))).rejects.toMatchObject(
        {
          code: 'CHANGED_MEANWHILE',
        },
      )
    expect(await history()).toHaveLength(1)
  })

  test('accepts one of many simultaneous changes and refuses the others with CHANGED_MEANWHILE', async () => {
    const settings = made()
    const writes = Array.from({ length: 20 }, (_, n) =>
      db.tx((tx) => settings.save(tx, change('test.low', String(n % 10), 0))),
    )
    const ended = await Promise.allSettled(writes)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(await history()).toHaveLength(1)
  })

  test('refuses one of two simultaneous changes that break a rule together', async () => {
    for (let round = 0; round < 10; round++) {
      await owner.query('truncate setting_change, setting')
      const settings = made()
      const ended = await Promise.allSettled([
        db.tx((tx) => settings.save(tx, change('test.low', '18', 0))),
        db.tx((tx) => settings.save(tx, change('test.high', '12', 0))),
      ])
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('another process sees a change after its refresh', async () => {
    const [mine, other] = [made(), made()]
    await db.tx((tx) => mine.save(tx, change('test.low', '11', 0)))
    await Promise.all([mine.refresh(), other.refresh()])
    expect([mine.get(LOW), other.get(LOW)]).toEqual([11, 11])
  })

  test('a refresh that read before a change does not overwrite a later refresh', async () => {
    const held = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    let first = true
    const slow: Db = {
      ...db,
      async query<Row>(...asked: Parameters<Executor['query']>) {
        const rows = await db.query<Row>(...asked)
        if (first) {
          first = false
          read.resolve()
          await held.promise
        }
        return rows
      },
    }
    const settings = createSettings({ db: slow, definitions })
    const early = settings.refresh()
    await read.promise
    await db.tx((tx) => settings.save(tx, change('test.low', '11', 0)))
    await settings.refresh()
    held.resolve()
    await early
    expect(settings.get(LOW)).toBe(11)
  })

  test('a rolled back change leaves neither a setting nor a history entry', async () => {
    const settings = made()
    const failed = db.tx(async (tx) => {
      await settings.save(tx, change('test.low', '11', 0))
      throw new Error('after the change')
    })
    await expect(failed).rejects.toThrow('after the change')
    expect(await history()).toEqual([])
    expect(await db.query('select * from setting')).toEqual([])
  })

  test('the app role can neither change nor delete the history, nor delete a setting', async () => {
    await db.tx((tx) => made().save(tx, change('test.low', '11', 0)))
    for (const statement of [
      `update setting_change set reason = 'another'`,
      'delete from setting_change',
      'truncate setting_change',
      'delete from setting',
      `update setting set name = 'test.high'`,
    ])
      await expect(db.query(statement), statement).rejects.toThrow('permission denied')
  })
})
