/** Draws of issues in journeys: business time moves on to the moment of the draw. */
import type { Client } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Backstage } from './backstage.ts'
import { until } from './until.ts'

/** The longest time from the sell-out to the seal. */
const SEAL_WAIT_MS = 20_000

/** Moves business time to the draw of a sold-out issue as soon as its moment is fixed, and waits for the draw. */
export function drawn(stage: Backstage, client: Client, issue: string) {
  let isDue = false
  return until('the issue is drawn', async () => {
    const { card } = await client.call(ENDPOINTS.goodsDetail, { issue })
    if (card.winner !== null) return card.winner
    if (card.drawAt === null && !isDue && card.status === 'sold_out') {
      isDue = true
      await stage.advance(SEAL_WAIT_MS)
    }
    const aheadMs = card.drawAt === null ? 0 : card.drawAt - (await stage.now())
    if (aheadMs > 0) await stage.advance(aheadMs + 100)
    return false
  })
}
