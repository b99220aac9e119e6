/** The change `relation.decide`: two operators say whether both accounts of an invitation are one person. */
import * as z from 'zod/mini'
import { relationDecide } from '@fairlot/contract/endpoints/operator/members/relation-flags'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { decideRelation, isFlagOpen, rebatesOfRelation, sharedSigns } from '../../growth/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Outlook } from '../approvals/outlook.ts'
import { signFacts } from '../members/member-facts.ts'

const params = z.omit(relationDecide.input, { reason: true, requestId: true })
export type RelationParams = z.output<typeof params>

const MEANING = {
  clear: 'clear: held rebates are paid when no other flag is open',
  confirm: 'confirm: rebates that are not paid yet are void, and the relation earns nothing any more',
} as const

/** @param onTeams called after the commit that changed what these members see of their teams */
export function relationDecisions(
  onTeams: (members: readonly string[]) => void,
): ApprovalDefinition<RelationParams> {
  // live updates after the commit; the back-office lock makes one change at a time
  const decided: string[] = []
  return {
    action: 'relation.decide',
    schema: params,
    view: ({ decision, ...relation }) => ({ ...relation, decision: MEANING[decision] }),
    outlook: outlookOf,
    async check(tx, given) {
      if (!(await isFlagOpen(tx, given))) throw new Refusal('NO_SUCH_DATA')
    },
    async execute(tx, { decision, ...key }, { approvalId, reason }) {
      if (approvalId === null) throw new Error('a decision about a relation needs two operators')
      const done = await decideRelation(tx, key, { decision, reason, approvalId })
      if (!done) throw new Refusal('NO_SUCH_DATA')
      decided.push(key.member)
      const { amount, signals, standing } = done
      return {
        subject: `member:${key.member}`,
        before: { friend: key.friend, standing: 'held' },
        after: { friend: key.friend, decision, signals, standing, amount: formatMoney(amount) },
      }
    },
    afterCommit() {
      onTeams([...new Set(decided.splice(0))])
    },
  }
}

async function outlookOf(db: Executor, given: RelationParams): Promise<Outlook> {
  const { decision, ...relation } = given
  const { member, friend } = relation
  const { held, open, paid, standing, flags } = await rebatesOfRelation(db, member, friend)
  const signs = await sharedSigns(db, [member, friend])
  const of = (id: string, about: string) =>
    signFacts(
      signs.filter((sign) => sign.member === id),
      about,
    )
  const others = flags.filter((signal) => signal !== given.signal)
  const clears = others.length === 0
  return {
    effect: {
      ...relation,
      decision: MEANING[decision],
      standing: decision === 'confirm' ? 'same_person' : clears ? 'clear' : 'held',
    },
    before: { ...relation, standing },
    money: {
      'held rebates': formatMoney(held),
      'rebates that are not paid yet': formatMoney(open),
      'paid before': formatMoney(paid),
      ...(decision === 'confirm'
        ? { 'becomes void': formatMoney(held + open) }
        : { 'goes on to be paid': clears ? formatMoney(held) : '0.00' }),
    },
    facts: [
      ...(clears ? [] : [fact('other open flags', others.join(', '), true)]),
      ...of(member, 'the inviter: '),
      ...of(friend, 'the friend: '),
    ],
    members: [member, friend],
    refused: flags.includes(given.signal) ? null : 'NO_SUCH_DATA',
  }
}
