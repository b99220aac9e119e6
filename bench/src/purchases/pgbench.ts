/** The naive purchase run by pgbench, when the machine has it: the same SQL as naive.ts, without Node. */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { derivedId } from '@fairlot/server/modules/ledger/index'
import { MEMBERS, PRICE } from '../world.ts'

const run = promisify(execFile)

const member = `md5('member ' || :m)::uuid`
const issue = `md5('issue ' || :i)::uuid`

/** The pgbench script. pgbench prepares its statements; `:name` is a parameter. */
const SCRIPT = `
\\set m random(0, ${MEMBERS - 1})
\\set i random(:first, :last)
begin;
select gen_random_uuid() as request \\gset
select balance, lines, ${derivedId(member, '(:request)::uuid')} as purchase from wallet where member_id = ${member} for update \\gset
select state, position, amount from purchase where member_id = ${member} and purchase_id = :purchase;
select price, sold, orders,
  greatest(last_ms, floor(extract(epoch from (select at from business_clock)) * 1000)::bigint) as ms,
  (not exists (select from purchase where member_id = ${member} and subject_id = ${issue} and state in ('held', 'done')))::int as newcomer
from issue where issue_id = ${issue} for update \\gset
insert into purchase (member_id, purchase_id, request_id, kind, subject_id, quantity, amount, state, position, created_at)
values (${member}, :purchase, :request, 'shares', ${issue}, 1, :price, 'done', 1000001 + :sold, business_now());
update wallet set balance = balance - :price, lines = lines + 1, open_orders = open_orders + 1 where member_id = ${member};
insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
values (${issue}, :purchase, ${member}, 1, :price, 'done', 1000001 + :sold, 1 + :orders, :ms);
update issue set sold = sold + 1, pool = pool + :price, orders = orders + 1, participants = participants + :newcomer,
  last_ms = :ms, time_sum = time_sum + time_of_day(:ms, utc_offset)::bigint,
  status = case when sold + 1 = shares then 'sold_out' else status end,
  sold_out_at = case when sold + 1 = shares then business_now() end
where issue_id = ${issue};
insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at) values
  (${member}, :purchase, 'hold', 'wallet', 'clearing', :price, 1 + :lines, :balance - ${PRICE}, business_now()),
  (${issue}, :purchase, 'sale', 'clearing', 'pool', :price, null, null, business_now());
commit;
`

export type Pgbench = {
  /** Buys from the issues `first` to `last` for whole seconds. @returns purchases, and purchases per second */
  run(first: number, last: number, seconds: number): Promise<{ done: number; rate: number }>
}

/** The path of pgbench in PATH or in Debian's PostgreSQL folders. */
async function findProgram(): Promise<string | undefined> {
  const packaged = '/usr/lib/postgresql'
  const versions = await readdir(packaged).catch(() => [])
  const places = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(packaged, version, 'bin')),
  ]
  for (const place of places) {
    const file = path.join(place, 'pgbench')
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return file
  }
  return undefined
}

/** @param directory folder for the script. @returns undefined when the machine has no pgbench */
export async function findPgbench(appUrl: string, directory: string): Promise<Pgbench | undefined> {
  const program = await findProgram()
  if (program === undefined) return undefined
  const script = path.join(directory, 'naive.pgbench')
  await writeFile(script, SCRIPT)
  const { hostname, port, username, password, pathname } = new URL(appUrl)
  return {
    async run(first, last, seconds) {
      const { stdout } = await run(
        program,
        [
          `--host=${hostname}`,
          `--port=${port}`,
          `--username=${username}`,
          '--no-vacuum',
          '--protocol=prepared',
          '--client=20',
          `--time=${seconds}`,
          `--define=first=${first}`,
          `--define=last=${last}`,
          `--file=${script}`,
          pathname.slice(1),
        ],
        { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) }, timeout: 60_000 },
      )
      const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1])
      const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
      if (!(done > 0 && rate > 0)) throw new Error(`pgbench answered:\n${stdout}`)
      return { done, rate }
    },
  }
}
