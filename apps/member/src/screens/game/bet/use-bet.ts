import { useQueryClient } from '@tanstack/react-query'
import { gameBet, gameList, gameOrders, gameRound } from '@fairlot/contract/endpoints/game'
import { account } from '@fairlot/contract/endpoints/home'
import { limits } from '@fairlot/contract/endpoints/guard'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { CallError } from '@fairlot/contract/client'
import type { Code } from '@fairlot/contract/flags'
import { useRef, useState } from 'react'
import { call as callServer } from '../../../api/api.ts'
import type { Input, Output } from '../../../api/api.ts'
import type { RechargeOptions } from '../../../api/reactions.ts'
import { leadsOn } from '../../../api/leads-on.ts'
import { purchaseOf, useInterrupted } from '../../../parts/interrupted/use-interrupted.ts'
import type { Interrupted } from '../../../parts/interrupted/use-interrupted.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { refreshAll } from '../../../queries/queries.ts'

/** The endpoints whose answers a bet changes. */
const TOUCHES = [gameRound, gameOrders, gameList, account, walletStatement, limits]
/** The endpoints whose answers a refusal may depend on. */
const JUDGED_BY = [gameRound, account]

export type BetInput = Omit<Input<typeof gameBet>, 'requestId'>
type Accepted = Pick<Output<typeof gameBet>, 'status' | 'bet'>

export type BetProblem =
  /** nothing was bet; `message` says why */
  | { kind: 'refused'; code: Code; message: string }
  /** the answer is lost or not final: only the same bet may be tried again */
  | { kind: 'open'; input: BetInput; message: string | null }

export type Betting = {
  /** bets; ignored while a bet is on its way, and for any other bet while an outcome is open */
  bet: (input: BetInput) => void
  sending: boolean
  problem: BetProblem | null
  /** of a bet that a reload or a lost answer interrupted */
  interrupted: Interrupted
  /** clears a refusal, for example when the picks change; an open outcome stays */
  dismiss: () => void
}

function problemOf(error: Error, input: BetInput): BetProblem | null {
  if (!(error instanceof CallError)) return { kind: 'open', input, message: null }
  const { code, failure } = error
  if (code === 'PENDING' || code === 'DEFECT') return { kind: 'open', input, message: failure.message }
  if (leadsOn(error)) return null
  return { kind: 'refused', code, message: failure.message }
}

/** The bet that an interrupted call made; null: the server does not know it. */
async function madeBet(
  { game, period }: BetInput,
  member: string,
  requestId: string,
): Promise<Accepted['bet'] | null> {
  const id = await purchaseOf(member, requestId)
  const { bets, mine } = await callServer(gameRound, { game, period })
  const made = bets.find((bet) => bet.id === id)
  // The answer names 50 bets of the round; the outcome of an older one is unknown.
  if (!made && mine.bets > bets.length) throw new Error('too many bets to tell')
  return made ?? null
}

/** Bets on a game's rounds. The request id lives as long as the outcome is open, so a retry never bets twice. */
export function useBetting(
  game: BetInput['game'],
  recharge: RechargeOptions,
  onAccepted: (answer: Accepted) => void,
): Betting {
  const client = useQueryClient()
  const [problem, setProblem] = useState<BetProblem | null>(null)
  // from the tap until the answer, so that a second tap never starts another bet
  const under = useRef(false)
  const call = useMoneyCall(gameBet, {
    touches: TOUCHES,
    recharge,
    shows: (error) => !leadsOn(error),
    onSuccess: (answer) => {
      under.current = false
      setProblem(null)
      onAccepted(answer)
    },
  })
  const [interrupted, forget] = useInterrupted(gameBet, {
    fits: (input) => input.game === game,
    find: ({ input, requestId }, member) => madeBet(input, member, requestId),
    onDone: (made) => {
      void refreshAll(client, TOUCHES)
      onAccepted({ status: 'accepted', bet: made })
    },
  })
  const bet = (input: BetInput) => {
    if (under.current || interrupted === 'asking') return
    if (problem?.kind === 'open' && JSON.stringify(problem.input) !== JSON.stringify(input)) return
    under.current = true
    forget()
    setProblem(null)
    call.mutate(input, {
      onError: (error) => {
        under.current = false
        const outcome = problemOf(error, input)
        setProblem(outcome)
        if (outcome?.kind !== 'open') void refreshAll(client, JUDGED_BY)
      },
    })
  }
  return {
    bet,
    sending: call.isPending || interrupted === 'asking',
    problem,
    interrupted: problem === null ? interrupted : null,
    dismiss: () => {
      forget()
      setProblem((shown) => (shown?.kind === 'open' ? shown : null))
    },
  }
}
