/** The member's check: asks for the proof, and computes everything on this device. */
import { fairInclusion } from '@fairlot/contract/endpoints/fair'
import { parseMoney } from '@fairlot/contract/money/money'
import type { SolvencyStepName3 } from '@fairlot/fairness/solvency/solvency-claim'
import { useState } from 'react'
import { call, CallError } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useMember } from '../../stores/session.ts'

export type Answer = Output<typeof fairInclusion>
export type Leaf = NonNullable<Answer['leaf']>
type Statement = NonNullable<Answer['statement']>

export type OwnCheck =
  | { state: 'idle' | 'running' }
  /** the tree has no leaf of the member, or the leaves of the day are deleted */
  | { state: 'absent' }
  /** the leaf is bound to another phone number than the given one */
  | { state: 'otherPhone' }
  | { state: 'failed'; message: string | null }
  | {
      state: 'done'
      leaf: Leaf
      /** without `witnesses` where the statement binds the member's id */
      steps: Readonly<Partial<Record<SolvencyStepName3, boolean>>>
      /** `unsigned`: only the witnesses are missing. `changed`: this device has seen another root of the day */
      verdict: 'ok' | 'unsigned' | 'changed' | 'bad'
      /** the name of the witness that this device trusts; null: of none in particular */
      trusted: string | null
      /** the log's key that this device trusts */
      publicKey: string
      answer: Answer
    }

/**
 * @param stated what the page shows of the day; the proof must be about the same statement
 * @returns `start` takes the member's phone number, which statements of version 3 bind; it is not sent anywhere
 */
export function useOwnCheck(stated: Statement): { check: OwnCheck; start: (phone: string) => void } {
  const [check, setCheck] = useState<OwnCheck>({ state: 'idle' })
  const memberId = useMember()?.id
  const start = (phone: string) => {
    if (memberId === undefined) return
    setCheck({ state: 'running' })
    checkOwn(stated, { memberId, phone }).then(setCheck, (error: unknown) => {
      setCheck({ state: 'failed', message: error instanceof CallError ? error.message : null })
    })
  }
  return { check, start }
}

async function checkOwn(
  stated: Statement,
  { memberId, phone }: { memberId: string; phone: string },
): Promise<OwnCheck> {
  const [{ checkSolvencyClaim, checkSolvencyClaim3 }, { ownerHash }, { witnessKeyOf }, keeper] =
    await Promise.all([
      import('@fairlot/fairness/solvency/solvency-claim'),
      import('@fairlot/fairness/solvency/owned-leaf'),
      import('../../parts/proof/trust.ts'),
      import('../../evidence/keeper.ts'),
    ])
  const [answer, publicKey, trustedWitness] = await Promise.all([
    call(fairInclusion, { day: stated.day }),
    keeper.trustedKey(),
    keeper.trustedWitness(),
  ])
  const { member, leaf, path, entry } = answer
  if (!leaf || !entry) return { state: 'absent' }
  const { log, day, index, at, root, total, assets, binds, witnesses, quorum } = stated
  const isBound = binds === 'phone'
  if (isBound && leaf.owner !== ownerHash(phone)) return { state: 'otherPhone' }
  const claim = {
    log,
    index,
    at,
    root,
    total: parseMoney(total),
    assets: parseMoney(assets),
    nonce: leaf.nonce,
    amount: parseMoney(leaf.amount),
    parts: [leaf.wallet, leaf.piggy, leaf.held, leaf.escrow].map(parseMoney),
    path: path.map((step) => ({ ...step, sum: parseMoney(step.sum) })),
    entry,
  }
  const witness = trustedWitness === null ? null : witnessKeyOf(trustedWitness)
  const named = witnesses?.map(({ key, own }) => (own ? { key, own } : { key })) ?? null
  const steps: Partial<Record<SolvencyStepName3, boolean>> = isBound
    ? checkSolvencyClaim3(
        { ...claim, phone, witnesses: named, quorum },
        { phone, publicKey, ...(witness && { witness }) },
      )
    : checkSolvencyClaim({ ...claim, memberId: member }, { memberId, publicKey })
  const isChanged = await keeper.keepStatement({ log, day, root })
  const trusted = isBound ? (witness?.name ?? null) : null
  return { state: 'done', leaf, steps, verdict: verdictOf(steps, isChanged), trusted, publicKey, answer }
}

function verdictOf(
  { witnesses = true, ...others }: Partial<Record<SolvencyStepName3, boolean>>,
  isChanged: boolean,
): 'ok' | 'unsigned' | 'changed' | 'bad' {
  if (!Object.values(others).every(Boolean)) return 'bad'
  if (isChanged) return 'changed'
  return witnesses ? 'ok' : 'unsigned'
}
