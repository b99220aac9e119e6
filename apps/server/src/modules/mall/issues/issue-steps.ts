/**
 * The steps of an issue's life besides its draw: it opens at its time, its sell-out is recorded, and it expires at its
 * deadline, or ends because it could not be sealed or its beacon is dead, and is refunded. Each step is one transaction. The loop of the draws (draws.jobs.ts) runs the steps.
 */
import { endForDeadBeacon, expireIssue, giveUpIssue } from './expiry.ts'
import {
  lockDueToOpen,
  readScheduledTerms,
  recordSoldOut,
  type DueIssueStep,
  type IssueStep,
} from './issue-steps.queries.ts'
import { openingMs, putOnSale } from './open-issue.queries.ts'
import type { OpenIssueOptions } from './open-issue.ts'
import { takeSubsidy, whyNotOpen } from './opening-check.ts'
import { fundOrPauseProduct, lockProduct, resumeProduct } from './opening-check.queries.ts'
import { refundChunk } from './refund.ts'

export { findDueIssueSteps, type IssueStep } from './issue-steps.queries.ts'

/**
 * Opens a scheduled issue whose time has come. False: the issue is not scheduled any more or not due, an operator paused
 * its product, or the subsidy is not funded. In the last case the product pauses, and the issue opens when the subsidy
 * account is funded.
 */
export async function openScheduledIssue(options: OpenIssueOptions, issueId: string): Promise<boolean> {
  const { db, log } = options
  const terms = await readScheduledTerms(db, issueId)
  if (!terms) return false
  // an issue of grade witnessed was made with its witnesses
  if (options.moneyMode === 'real' && terms.grade !== 'witnessed')
    throw new Error(`issue ${terms.number} cannot open: ${whyNotOpen(terms.grade, options)}`)
  const answer = await db.tx(async (tx) => {
    const times = await options.writer.lock(tx)
    const product = await lockProduct(tx, terms.code)
    if (!product || (product.state !== 'active' && product.pauseReason === null)) return 'nothing'
    if (!(await lockDueToOpen(tx, issueId, times.floorMs))) return 'nothing'
    if (!(await fundOrPauseProduct(tx, terms.code, terms.subsidy))) return 'unfunded'
    await putOnSale(tx, options.writer, issueId, await openingMs(tx, times), times)
    await takeSubsidy(tx, issueId, terms.subsidy)
    if (product.pauseReason !== null) await resumeProduct(tx, terms.code)
    return 'opened'
  })
  if (answer === 'unfunded')
    log.warn(
      { product: terms.code, issue: terms.number, need: terms.subsidy },
      'product paused: the subsidy account does not cover its scheduled issue',
    )
  return answer === 'opened'
}

/** The change of an issue that a step completed. */
export type IssueStepChange = 'sold_out' | 'opened' | 'expired' | 'refunded'
const CHANGES: Record<Exclude<IssueStep, 'refund'>, IssueStepChange> = {
  announce: 'sold_out',
  open: 'opened',
  expire: 'expired',
  'give-up': 'expired',
  'dead-beacon': 'expired',
}

/**
 * Runs one step of one issue.
 * @returns `done`: the step did something; `change`: the change to announce, when the step completed one
 */
export async function runIssueStep(
  options: OpenIssueOptions,
  { step, issueId }: DueIssueStep,
): Promise<{ done: boolean; change?: IssueStepChange }> {
  if (step === 'refund') {
    const answer = await refundChunk(options, issueId)
    return { done: answer !== 'nothing', ...(answer === 'refunded' && { change: answer }) }
  }
  const done = await runSingleStep(options, step, issueId)
  return { done, ...(done && { change: CHANGES[step] }) }
}

function runSingleStep(
  options: OpenIssueOptions,
  step: Exclude<IssueStep, 'refund'>,
  issueId: string,
): Promise<boolean> {
  switch (step) {
    case 'announce':
      return recordSoldOut(options.db, issueId)
    case 'open':
      return openScheduledIssue(options, issueId)
    case 'expire':
      return expireIssue(options.db, issueId)
    case 'give-up':
      return giveUpIssue(options, issueId)
    case 'dead-beacon':
      return endForDeadBeacon(options, issueId)
  }
}
