/** What a request of a member made, for an app that lost the answer: it asks before it offers to repeat the call. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db, Statement } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'

const OUTCOMES: Readonly<Record<'piggy' | 'withdrawal', Statement>> = {
  piggy: {
    name: 'wallet.outcome_piggy',
    text: 'select move_id as id from piggy_move where member_id = $1 and request_id = $2',
  },
  withdrawal: {
    name: 'wallet.outcome_withdrawal',
    text: 'select withdrawal_id as id from withdrawal where member_id = $1 and request_id = $2',
  },
}

export function outcomeHandlers(db: Db): Handlers<Endpoints, 'walletOutcome'> {
  return {
    async walletOutcome({ member: { memberId }, input: { of, requestId } }) {
      const [made] = await db.query<{ id: string }>(OUTCOMES[of], [memberId, requestId])
      return { id: made?.id ?? null }
    },
  }
}
