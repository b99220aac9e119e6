import { expect, test } from 'vitest'
import { literalsOf, looksLikeSql, sqlOf, tablesOf } from './sql.ts'

const used = (text: string) =>
  tablesOf({ text, line: 1 }).map(({ table, access }) => (access === 'write' ? `${table}!` : table))

test('finds every literal, also inside a template expression, and none in comments', () => {
  const source = [
    `const a = 'one' // 'not this'`,
    '/* `nor this` */',
    'const b = `two ${c ? "three" : `four ${d}`} end`',
    `const e = /['"\`]/.test(f) ? "five" : 'it\\'s six'`,
  ].join('\n')
  expect(literalsOf(source)).toEqual([
    { text: 'one', line: 1 },
    { text: 'three', line: 3 },
    { text: 'four ${}', line: 3 },
    { text: 'two ${} end', line: 3 },
    { text: 'five', line: 4 },
    { text: "it\\'s six", line: 4 },
  ])
})

test('reports a table on its own line below an expression of several lines', () => {
  expect(sqlOf('const a = `\n  select ${\n  b\n}\n  from wallet`').uses).toEqual([
    { table: 'wallet', access: 'read', line: 5 },
  ])
})

test.each([
  ['select a from b', true],
  ['left join b on true', true],
  ['from b x', true],
  ['exists (select from b)', true],
  ['Select a product from the list', false],
  ['the operator may update the setting', false],
])('%j is SQL: %s', (text, expected) => {
  expect(looksLikeSql(text)).toBe(expected)
})

test.each([
  ['select 1 from a, b x, only c cross join d where e = 1', ['a', 'b', 'c', 'd']],
  ['select 1 from a join (b join c using (k)) on true, lateral (select 1 from d) s', ['a', 'b', 'c', 'd']],
  ['select (select x from a limit 1), exists (select from b)', ['a', 'b']],
  ['select 1 from public.a union all select 2 from "b"', ['a', 'b']],
  ['select x, y from unnest($1::uuid[]) as u(x, y), a', ['a']],
  ['select extract(epoch from at), a is distinct from b from c', ['c']],
  ["select 'from x' from a -- join b", ['a']],
  ['with a as (select 1 from b), c(x) as materialized (select 1 from a) select 1 from a, c', ['b']],
  ['with recursive a as (select 1 union all select 1 from a) select 1 from a', []],
  ['with a as (select 1 from a) select 1 from a', ['a']],
  [
    'select 1 from a where k in (with b as (select 1) select 1 from b) and exists (select from b)',
    ['a', 'b'],
  ],
  ['insert into a as x (k) select 1 from b on conflict do update set k = 1', ['a!', 'b']],
  ['update only a x set k = y.k from b y, c', ['a!', 'b', 'c']],
  ['delete from a x using b where x.k = b.k', ['a!', 'b']],
  ['merge into a using b on a.k = b.k when matched then update set k = 1', ['a!', 'b']],
  ['truncate table a', ['a!']],
  ['select 1 from a for update of a', ['a']],
  ['update ${} set k = 1 where exists (select from ${})', ['${}!', '${}']],
  ['join a on true', ['a']],
])('%s uses %j', (text, expected) => {
  expect(used(text)).toEqual(expected)
})
