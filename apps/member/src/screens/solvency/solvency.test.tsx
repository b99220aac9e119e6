// @vitest-environment happy-dom
import { fairInclusion, fairSolvency } from '@fairlot/contract/endpoints/fair'
import { formatMoney } from '@fairlot/contract/money/money'
import { inclusionProof, leafHash } from '@fairlot/fairness/log'
import { solvencyLevels, solvencyPath, solvencyRoot, sortLeaves } from '@fairlot/fairness/solvency/solvency'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { logAnswers } from '../../evidence/evidence.fixture.ts'
import { keepIn } from '../../evidence/keeper.ts'
import { paths } from '../../paths.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { useSession } from '../../stores/session.ts'
import { memoryStore } from '../../testing/evidence-store.ts'
import { MEMBER, openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

type Answer = Output<typeof fairInclusion>

/** A house that states the solvency of this member and of two others. @param assets minor units */
function house(assets = 9_000_000n): { stated: NonNullable<Answer['statement']>; answer: Answer } {
  const others = ['0190c2a4-5b1e-7c3a-9f00-000000000002', '0190c2a4-5b1e-7c3a-9f00-000000000003']
  const leaves = sortLeaves(
    [MEMBER.id, ...others].map((memberId, n) => ({
      memberId,
      amount: BigInt(1_250_000 * (n + 1)),
      nonce: `${n}c`.repeat(32),
    })),
  )
  const { root, total } = solvencyRoot(leaves)
  const log = new PlayedLog('test')
  log.begin()
  const index = log.solvency({ root, total: String(total), assets: String(assets) })
  log.sign()
  logAnswers(server, log)
  const place = leaves.findIndex(({ memberId }) => memberId === MEMBER.id)
  const stated = {
    day: '2025-06-15',
    at: log.now,
    log: log.deployment,
    index,
    root,
    total: formatMoney(total),
    assets: formatMoney(assets),
  }
  const answer: Answer = {
    statement: stated,
    member: MEMBER.id,
    leaf: {
      nonce: leaves[place]!.nonce,
      amount: '125.00',
      wallet: '90.00',
      piggy: '20.00',
      held: '10.00',
      escrow: '5.00',
    },
    path: solvencyPath(solvencyLevels(leaves), place).map((step) => ({
      ...step,
      sum: formatMoney(step.sum),
    })),
    entry: {
      bytes: log.entries[index]!,
      inclusion: inclusionProof(log.entries.map(leafHash), index),
      checkpoint: log.checkpoints[0]!.note,
    },
  }
  server.answer(fairSolvency, () => ({ items: [stated], next: null }))
  server.answer(fairInclusion, () => answer)
  return { stated, answer }
}

async function checked(): Promise<void> {
  const user = await openApp(paths.solvency())
  await user.click(await screen.findByRole('button', { name: 'Check my balance' }))
}

beforeEach(() => {
  keepIn(memoryStore())
  useEvidence.setState({ alarmed: false, log: undefined, receipts: 0, blocked: false })
})

test('shows both totals, and what the house has beyond what members own', async () => {
  house()
  await openApp(paths.solvency())
  const newest = within(await screen.findByRole('region', { name: 'Newest statement' }))
  newest.getByText('₫750.00')
  newest.getByText('₫900.00')
  newest.getByText(/^The house has ₫150.00 more than members own/)
  expect(screen.queryByText('Shortfall')).toBeNull()
})

test('says plainly that money is missing', async () => {
  house(7_000_000n)
  await openApp(paths.solvency())
  await screen.findByText('₫50.00 is missing')
  screen.getByText('Shortfall')
})

test('checks on the device that the balance is in the total, and shows its parts', async () => {
  house()
  await checked()
  await screen.findByText('Your ₫125.00 is in the total')
  for (const [part, amount] of [
    ['Wallet', '₫90.00'],
    ['Piggy bank', '₫20.00'],
    ['Open withdrawals', '₫10.00'],
    ['Orders awaiting their draw', '₫5.00'],
    ['Total', '₫125.00'],
  ])
    expect(screen.getByText(part!).nextElementSibling?.textContent).toBe(amount)
  expect(screen.getAllByText('Correct')).toHaveLength(4)
  expect(server.inputs(fairInclusion)).toEqual([{ day: '2025-06-15' }])
  screen.getByRole('button', { name: 'Save the proof' })
})

test('finds a house that counts less', async () => {
  const { answer } = house()
  server.answer(fairInclusion, () => ({
    ...answer,
    leaf: { ...answer.leaf!, amount: '124.00', wallet: '89.00' },
  }))
  await checked()
  await screen.findByText('This does not add up')
  const wrong = () => screen.getAllByText('Wrong').map((mark) => mark.previousElementSibling?.textContent)
  expect(wrong()).toEqual(['It leads to the total'])
})

test('finds a house that shows the entry of another member', async () => {
  const { answer } = house()
  server.answer(fairInclusion, () => ({ ...answer, member: '0190c2a4-5b1e-7c3a-9f00-000000000002' }))
  await checked()
  await screen.findByText('This does not add up')
  expect(screen.getAllByText('Wrong')[0]?.previousElementSibling?.textContent).toBe('It is your entry')
})

test('says when the day has no entry of the member', async () => {
  const { answer } = house()
  server.answer(fairInclusion, () => ({ ...answer, leaf: null, path: [] }))
  await checked()
  await screen.findByText(/^There is no entry for you on this day/)
})

test('a call that fails confirms nothing', async () => {
  house()
  server.refuse(fairInclusion, 'LOG_HALTED')
  await checked()
  await screen.findByRole('button', { name: 'Check my balance' })
  expect(screen.queryByText(/is in the total/)).toBeNull()
})

test('a visitor sees the totals and is led to the log in', async () => {
  house()
  useSession.getState().end()
  await openApp(paths.solvency())
  await screen.findByRole('link', { name: 'Log in to check' })
  screen.getByText('What it does not prove')
})

test('says that nothing is stated yet', async () => {
  house()
  server.answer(fairSolvency, () => ({ items: [], next: null }))
  await openApp(paths.solvency())
  await screen.findByText(/^The house has not stated anything yet/)
})
