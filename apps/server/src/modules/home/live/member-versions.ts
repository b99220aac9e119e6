/**
 * The versions of the topics about members, read in one statement: the modules say in SQL what the version of each kind is. A look at
 * a thousand topics is one call to the database, whatever kinds they are of.
 */
import { MEMBER_TOPICS, type MemberTopic } from '@fairlot/contract/endpoints/stream'
import type { Executor, Statement } from '../../../platform/db.ts'
import { CONTENT_VERSIONS } from '../../content/index.ts'
import { UNIT_VERSIONS } from '../../finance/index.ts'
import { BET_VERSIONS } from '../../games/index.ts'
import { TASK_VERSIONS, TEAM_VERSIONS } from '../../growth/index.ts'
import { CHECK_VERSIONS } from '../../identity-check/index.ts'
import { WALLET_VERSIONS } from '../../ledger/index.ts'
import { NOTICE_VERSIONS, PRIZE_VERSIONS, VOUCHER_VERSIONS } from '../../mall/index.ts'
import { RECORD_VERSIONS } from '../../wallet/index.ts'

/** SQL of the rows (member, version) of each kind; the versions of a kind with several are added. Balances have their amount, too. */
const VERSIONS: Readonly<Record<MemberTopic, readonly ((members: string) => string)[]>> = {
  balance: [WALLET_VERSIONS],
  records: [RECORD_VERSIONS, CHECK_VERSIONS],
  prizes: [PRIZE_VERSIONS],
  notices: [NOTICE_VERSIONS, CONTENT_VERSIONS],
  vouchers: [VOUCHER_VERSIONS],
  bets: [BET_VERSIONS],
  units: [UNIT_VERSIONS],
  tasks: [TASK_VERSIONS],
  team: [TEAM_VERSIONS],
}

const PARTS = MEMBER_TOPICS.flatMap((topic, n) =>
  VERSIONS[topic].map((sql) => {
    const balance = topic === 'balance' ? 'balance' : 'null::bigint'
    return `select '${topic}' as topic, member, version::float8, ${balance} as balance from (${sql(`$${n + 1}`)}) ${topic}_rows`
  }),
)

const STATES: Statement = {
  name: 'live.member_states',
  text: `
    select topic, member, sum(version) as version, max(balance) as balance from (${PARTS.join(' union all ')}) parts
    group by topic, member`,
}

export type MemberState = {
  topic: MemberTopic
  member: string
  /** grows with each change of what the topic is about */
  version: number
  /** minor units; null: of another topic than `balance` */
  balance: bigint | null
}

/** @param membersOf the members whose topic of this kind is read */
export async function memberStates(
  db: Executor,
  membersOf: (topic: MemberTopic) => readonly string[],
): Promise<MemberState[]> {
  const wanted = MEMBER_TOPICS.map(membersOf)
  return wanted.every(({ length }) => length === 0) ? [] : db.query<MemberState>(STATES, wanted)
}
