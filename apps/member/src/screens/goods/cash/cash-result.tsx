import { CashWon } from '../../../parts/tiers/cash-won.tsx'
import { TierCard } from '../../../parts/tiers/tier-card.tsx'
import { SharePicture } from '../../../parts/share-picture/share-picture.tsx'
import { wonShare } from '../../../parts/share-picture/shared.ts'
import { sumOf, wonTiers } from '../../../parts/tiers/odds.ts'
import type { WonTier } from '../../../parts/tiers/odds.ts'
import type { Issue } from '../use-issue.ts'

/** What the member won in cash in a drawn issue, by tier; empty for other modes. */
export function cashWonIn({ card, mine }: Pick<Issue, 'card' | 'mine'>): WonTier[] {
  return card.winner === null ? [] : wonTiers(card.tiers, card.shares, mine, card.winner.code)
}

/** The member's cash prizes, when there are some, and a picture of them to share. */
export function CashResult({ issue }: { issue: Issue }) {
  const won = cashWonIn(issue)
  if (won.length === 0) return null
  const shared = wonShare(issue.card, sumOf(won))
  return (
    <>
      <CashWon tiers={issue.card.tiers} won={won} />
      {shared && <SharePicture shared={shared} />}
    </>
  )
}

/** The table of tiers; once the code is open, with the winning codes and the member's tiers. */
export function IssueTiers({ issue, revealed }: { issue: Issue; revealed: boolean }) {
  const { tiers, shares, winner } = issue.card
  return (
    <TierCard
      tiers={tiers}
      shares={shares}
      winning={revealed ? (winner?.code ?? null) : null}
      won={revealed ? cashWonIn(issue) : []}
    />
  )
}
