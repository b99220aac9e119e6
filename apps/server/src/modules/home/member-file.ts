/**
 * A copy of everything that is stored about a member, as a JSON file. The member confirms with an SMS code, because the file says
 * more than any page. The tables come from the modules; the tables are read one after the other, so what changes meanwhile can
 * be in one of them and not yet in another.
 */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Executor } from '../../platform/db.ts'
import type { Downloads } from '../../platform/http/downloads.ts'
import type { FileResponse, Handlers } from '../../platform/http/http-handler.ts'
import { memberRows, type MemberTable } from '../../platform/schema/member-tables.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Identity } from '../identity/index.ts'

export type MemberFileOptions = {
  readonly db: Db
  readonly clock: Clock
  readonly downloads: Pick<Downloads, 'define'>
  readonly identity: Pick<Identity, 'member' | 'codes'>
  /** the tables of every module */
  readonly tables: readonly MemberTable[]
  /** parts that the tables have encrypted, in the clear, by name */
  readonly sealed: Readonly<Record<string, (db: Executor, memberId: string) => Promise<readonly object[]>>>
  /** what the file says about itself */
  readonly about: { readonly title: string; readonly currency: string; readonly moneyMode: string }
}

export function memberFileRoutes(options: MemberFileOptions): Handlers<Endpoints, 'memberFile'> {
  const { db, downloads, identity } = options
  const offer = downloads.define<{ about: 'me' }>('member', ({ memberId }) => memberFile(options, memberId))
  return {
    async memberFile({ member: { memberId, sessionId }, input: { code }, language }) {
      const member = await identity.member(db, memberId)
      if (!member) throw new Refusal('SESSION_ENDED')
      await identity.codes.check(member.phone, 'export', code)
      await db.tx((tx) => identity.codes.use(tx, member.phone, 'export', code))
      return offer({ memberId, sessionId, language }, { about: 'me' })
    },
  }
}

function memberFile(options: MemberFileOptions, memberId: string): FileResponse['file'] {
  return { name: 'my-data.json', type: 'application/json; charset=utf-8', chunks: textOf(options, memberId) }
}

const NOTE =
  'Amounts are in the currency, times in UTC. Names of the parts and columns are those of the database.'

/** One line for each row, so that the file can be read and searched as it is. */
async function* textOf({ db, clock, tables, sealed, about }: MemberFileOptions, memberId: string) {
  const head = {
    format: 'fairlot-member-data/1',
    ...about,
    madeAt: new Date(clock.now()).toISOString(),
    note: NOTE,
  }
  yield `{\n"about": ${JSON.stringify(head)}`
  for (const table of tables) {
    yield `,\n${JSON.stringify(table.name)}: [`
    let separator = '\n'
    for await (const rows of memberRows(db, table, memberId)) {
      yield separator + rows.join(',\n')
      separator = ',\n'
    }
    yield '\n]'
  }
  for (const [name, read] of Object.entries(sealed)) {
    const rows = (await read(db, memberId)).map((row) => `\n${JSON.stringify(row)}`)
    yield `,\n${JSON.stringify(name)}: [${rows.join(',')}\n]`
  }
  yield '\n}\n'
}
