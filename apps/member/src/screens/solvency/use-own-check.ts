/** The member's check: asks for the proof, and computes everything on this device. */
import { fairInclusion } from '@fairlot/contract/endpoints/fair'
import { parseMoney } from '@fairlot/contract/money/money'
import type { SolvencyStepName } from '@fairlot/fairness/solvency/solvency-claim'
import { useState } from 'react'
import { call, CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useMember } from '../../stores/session.ts'

export type Answer = Output<typeof fairInclusion>
export type Leaf = NonNullable<Answer['leaf']>

export type OwnCheck =
  | { state: 'idle' | 'running' }
  /** the tree has no leaf of the member, or the leaves of the day are deleted */
  | { state: 'absent' }
  | { state: 'failed'; message: string | null }
  | {
      state: 'done'
      leaf: Leaf
      steps: Readonly<Record<SolvencyStepName, boolean>>
      ok: boolean
      /** the log's key that this device trusts */
      publicKey: string
      answer: Answer
    }

/** @param stated what the page shows of the day; the proof must be about the same statement */
export function useOwnCheck(stated: NonNullable<Answer['statement']>): {
  check: OwnCheck
  start: () => void
} {
  const [check, setCheck] = useState<OwnCheck>({ state: 'idle' })
  const memberId = useMember()?.id
  const start = () => {
    if (memberId === undefined) return
    setCheck({ state: 'running' })
    checkOwn(stated, memberId).then(setCheck, (error: unknown) => {
      setCheck({ state: 'failed', message: error instanceof CallError ? error.message : null })
    })
  }
  return { check, start }
}

async function checkOwn(stated: NonNullable<Answer['statement']>, memberId: string): Promise<OwnCheck> {
  const [{ checkSolvencyClaim, SOLVENCY_STEPS }, { trustedKey }] = await Promise.all([
    import('@fairlot/fairness/solvency/solvency-claim'),
    import('../../evidence/keeper.ts'),
  ])
  const [answer, publicKey] = await Promise.all([call(fairInclusion, { day: stated.day }), trustedKey()])
  const { member, leaf, path, entry } = answer
  if (!leaf || !entry) return { state: 'absent' }
  const { log, index, at, root, total, assets } = stated
  const steps = checkSolvencyClaim(
    {
      log,
      index,
      at,
      root,
      total: parseMoney(total),
      assets: parseMoney(assets),
      memberId: member,
      nonce: leaf.nonce,
      amount: parseMoney(leaf.amount),
      parts: [leaf.wallet, leaf.piggy, leaf.held, leaf.escrow].map(parseMoney),
      path: path.map((step) => ({ ...step, sum: parseMoney(step.sum) })),
      entry,
    },
    { memberId, publicKey },
  )
  const ok = SOLVENCY_STEPS.every((step) => steps[step])
  return { state: 'done', leaf, steps, ok, publicKey, answer }
}
