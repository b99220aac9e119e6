/** What a picture to share is about. */
import type { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import type { Output } from '../../api/api.ts'

export type SharedCard = Output<typeof goodsDetail>['card']

/** A win, or shares of an issue that is not drawn yet. It has no name: the member adds it. */
export type Shared =
  | {
      result: 'won'
      card: SharedCard
      /** the winning code */
      code: number
      /** what a cash issue paid the member, as a wire amount; null: the prize is the product */
      cash: string | null
    }
  | {
      result: 'joined'
      card: SharedCard
      /** one of the member's lucky codes */
      code: number
    }

/** A picture of the one seat that is taken at a table of two: it invites to the other. */
export const isInvite = ({ result, card }: Shared): boolean =>
  result === 'joined' && card.mode === 'pk' && card.status === 'selling'

/** The win of the member in an issue, when there is one. */
export function wonShare(card: SharedCard, cash: string | null): Shared | null {
  if (card.winner === null || (cash === null && !card.winner.mine)) return null
  return { result: 'won', card, code: card.winner.code, cash }
}

/** The member's shares of an issue on sale or awaiting its draw. A drawn issue whose code is still to open counts as waiting. */
export function joinedShare(card: SharedCard, code: number | null | undefined): Shared | null {
  const isOpen = card.status === 'selling' || card.status === 'sold_out' || card.status === 'drawn'
  if (!isOpen || card.mine === 0 || code === null || code === undefined) return null
  return { result: 'joined', card, code }
}
