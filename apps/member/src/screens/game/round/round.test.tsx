// @vitest-environment happy-dom
/** The page of a round of version 3: the quorum that signed its chain, and the witness that the member trusts. */
import { gameRound } from '@fairlot/contract/endpoints/game'
import type { RoundProof3 } from '@fairlot/fairness/proof'
import { roundProof3 } from '@fairlot/fairness/testing/documents-3'
import { PlayedGame3 } from '@fairlot/fairness/testing/played-game-3'
import { vouchedBy, witnessesOf } from '@fairlot/fairness/testing/played-lines'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { BETS } from '@fairlot/fairness/testing/played-rounds'
import { newLog3 } from '@fairlot/fairness/testing/samples-3'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { logAnswers } from '../../../evidence/evidence.fixture.ts'
import { keepIn } from '../../../evidence/keeper.ts'
import { checkRound } from '../../../parts/proof/round-check.ts'
import type { RoundAnswer, RoundRequest } from '../../../parts/proof/round-check.worker.ts'
import { paths } from '../../../paths.ts'
import { memoryStore } from '../../../testing/evidence-store.ts'
import { gameWith, luckyResult, roundWith } from '../../../testing/games.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const FOUR = witnessesOf(4)
const [W1, W2, W3, W4] = FOUR as [Witness, Witness, Witness, Witness]
type Witness = (typeof FOUR)[number]
/** Three of four; the house operates the last one. */
const QUORUM = vouchedBy(FOUR, 3, [W4])

/** A settled round, whose chain these witnesses signed before its first round. */
function settled(by: readonly Witness[], terms: Partial<PlayedGame3['terms']> = QUORUM): RoundProof3 {
  const game = new PlayedGame3(newLog3(), terms)
  game.publish({}, by)
  return roundProof3(game, game.decide(game.seal(game.open(BETS.lucky))))
}

/** The document that the server gives to the worker. */
let document: RoundProof3

/** Runs the check in the test's own thread. */
class CheckWorker extends EventTarget {
  terminate() {}

  postMessage({ shown, publicKey, receipts, witness }: RoundRequest) {
    const text = JSON.stringify(document)
    const data: RoundAnswer = {
      kind: 'checked',
      checked: checkRound(text, shown, { publicKey, receipts, witness }),
      file: new Blob([text], { type: 'application/json' }),
    }
    queueMicrotask(() => act(() => void this.dispatchEvent(new MessageEvent('message', { data }))))
  }
}

/** Opens the page of a round, which shows what its document says. */
function open(proof: RoundProof3) {
  document = proof
  const { terms, seal, result } = proof
  const { period, opensAt, closesAt, index, head, length } = terms
  const number = result !== null && 'price' in result ? result : null
  server.answer(gameRound, () =>
    gameWith('lucky-1m', {
      round: roundWith({
        period,
        status: 'settled',
        opensAt,
        closesAt,
        drawAt: closesAt + 5_000,
        bets: seal.bets,
        result: number && { ...luckyResult(number.number), price: number.price },
      }),
      grade: terms.grade,
      chain: { number: 1, head, length, index, value: seal.secret },
    }),
  )
  return openApp(paths.round('lucky-1m', period))
}
/** Who signed the chain of the game. */
const signers = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Who signed before the first round' })).closest('section')!,
  )
const heading = (name: string) => screen.findByRole('heading', { name })
/** What the list of steps says of the witnesses. */
const witnessStep = () => screen.getByText('Witnesses').closest('li')!.textContent

beforeEach(async () => {
  vi.stubGlobal('Worker', CheckWorker)
  await keepIn(memoryStore())
  const log = new PlayedLog('demo')
  log.begin()
  log.sign()
  logAnswers(server, log)
})

test('names who signed the chain of its game before the first round, who was silent, and whom the house would need', async () => {
  await open(settled([W1, W2, W3]))
  await heading('Verified')
  const signed = await signers()
  const lanes = signed.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lanes).toEqual([
    expect.stringMatching(/^w1.*\d$/),
    expect.stringMatching(/^w2.*\d$/),
    expect.stringMatching(/^w3.*\d$/),
    'w4operated by the houseSilent. The others are enough.',
  ])
  signed.getByRole('heading', { name: '3 of 4 signed in time, 3 were needed' })
  signed.getByText('The house could choose only together with 2 of these 4 witnesses.')
  signed.getByText(/^They signed the game’s chain of secrets before its first round opened/)
  expect(witnessStep()).toMatch(/the required number of named witnesses signed the game’s chain/)
})

test('holds for a member only with the signature of the witness that the member trusts', async () => {
  const user = await open(settled([W1, W2, W3]))
  const trust = async (opens: string, name: RegExp) => {
    await user.click((await signers()).getByRole('button', { name: opens }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Which witness do you trust?' }))
    await user.click(sheet.getByRole('radio', { name }))
    await user.click(sheet.getByRole('button', { name: 'Trust this one' }))
  }
  await heading('Verified')
  await trust('Trust one of my own', /w4/)
  await heading('This round does not hold for you')
  screen.getByText(/w4, the witness you trust, did not sign it in time\.$/)
  expect(screen.queryByText('Verified')).toBeNull()
  await trust('Trust another one', /w2/)
  await heading('Verified')
  screen.getByText('The one you trust signed.')
})

test('fails when too few witnesses signed the chain, and promises nothing that a round does not have', async () => {
  await open(settled([W1, W2]))
  await heading('Check failed: Witnesses')
  const signed = await signers()
  signed.getByRole('heading', { name: '2 of 4 signed in time, 3 were needed' })
  expect(signed.queryByText(/^Unless|The house could choose only|Nothing about a result/)).toBeNull()
})

test('a game of the public beacon has no witnesses to name', async () => {
  await open(settled([], {}))
  await heading('Verified')
  expect(screen.queryByText('Who signed before the first round')).toBeNull()
})
