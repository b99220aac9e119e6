// @vitest-environment happy-dom
import { fairInclusion, fairSolvency } from '@fairlot/contract/endpoints/fair'
import { formatMoney } from '@fairlot/contract/money/money'
import { inclusionProof, leafHash } from '@fairlot/fairness/log'
import { ownedLeaf, ownerHash } from '@fairlot/fairness/solvency/owned-leaf'
import { levelsOver, solvencyLeaf, solvencyPath, sortLeaves } from '@fairlot/fairness/solvency/solvency'
import { PlayedLog, playedWitness } from '@fairlot/fairness/testing/played-log'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { logAnswers } from '../../evidence/evidence.fixture.ts'
import { keepIn, keepStatement, trustWitness } from '../../evidence/keeper.ts'
import { paths } from '../../paths.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { useSession } from '../../stores/session.ts'
import { memoryStore } from '../../testing/evidence-store.ts'
import { MEMBER, openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

type Answer = Output<typeof fairInclusion>

const PHONE = '+8801712345678'
const WITNESSES = ['w1', 'w2'].map(playedWitness)

type House = {
  /** minor units */
  assets?: bigint
  /** in a log of version 3: so many of its two witnesses have signed */
  signed?: number
}

/** A house that states the solvency of this member and of two others. */
function house({ assets = 9_000_000n, signed }: House = {}): {
  stated: NonNullable<Answer['statement']>
  answer: Answer
} {
  const isBound = signed !== undefined
  const others = ['0190c2a4-5b1e-7c3a-9f00-000000000002', '0190c2a4-5b1e-7c3a-9f00-000000000003']
  const leaves = sortLeaves(
    [MEMBER.id, ...others].map((memberId, n) => ({
      memberId,
      owner: ownerHash(n === 0 ? PHONE : `+88017000000${n}`),
      amount: BigInt(1_250_000 * (n + 1)),
      nonce: `${n}c`.repeat(32),
    })),
  )
  const levels = levelsOver(leaves.map(isBound ? ownedLeaf : solvencyLeaf))
  const { hash: root, sum: total } = levels.at(-1)![0]!
  const log = new PlayedLog('test')
  log.begin()
  const figures = { root, total: String(total), assets: String(assets) }
  const vouching = { witnesses: WITNESSES.map(({ key }) => ({ key })), quorum: 2 }
  if (isBound) log.rules()
  const index = log.solvency({ ...figures, ...(isBound && vouching) })
  log.sign()
  for (const witness of WITNESSES.slice(0, signed ?? 0)) log.cosign(witness)
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
    binds: isBound ? ('phone' as const) : ('member' as const),
    witnesses: isBound ? WITNESSES.map(({ key }) => ({ key, own: false })) : null,
    quorum: isBound ? 2 : null,
  }
  const answer: Answer = {
    statement: stated,
    member: MEMBER.id,
    leaf: {
      nonce: leaves[place]!.nonce,
      owner: isBound ? leaves[place]!.owner : null,
      amount: '125.00',
      wallet: '90.00',
      piggy: '20.00',
      held: '10.00',
      escrow: '5.00',
    },
    path: solvencyPath(levels, place).map((step) => ({
      ...step,
      sum: formatMoney(step.sum),
    })),
    entry: {
      bytes: log.entries[index]!,
      inclusion: inclusionProof(log.entries.map(leafHash), index),
      checkpoint: log.checkpoints.map(
        ({ note, cosignatures }) => note + cosignatures.map((line) => `${line}\n`).join(''),
      )[0]!,
    },
  }
  server.answer(fairSolvency, () => ({ items: [stated], next: null }))
  server.answer(fairInclusion, () => answer)
  return { stated, answer }
}

/** @param phone what the member types; a statement of an earlier version does not ask */
async function checked(phone?: string): Promise<void> {
  const user = await openApp(paths.solvency())
  if (phone) await user.type(await screen.findByLabelText('Phone number'), phone)
  await user.click(await screen.findByRole('button', { name: 'Check my balance' }))
}

beforeEach(async () => {
  await keepIn(memoryStore())
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
  house({ assets: 7_000_000n })
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

test('in version 3 checks with the number that the member types, and that the witnesses have signed', async () => {
  house({ signed: 2 })
  await checked(PHONE)
  await screen.findByText('Your ₫125.00 is in the total')
  expect(screen.getAllByText('Correct')).toHaveLength(5)
  screen.getByText('Witnesses have signed it')
  screen.getByText(/^It carries the fingerprint of your phone number/)
  // the number stays on the device
  expect(server.inputs(fairInclusion)).toEqual([{ day: '2025-06-15' }])
  expect(screen.queryByText(/^That the entry is yours alone/)).toBeNull()
})

test('in version 3 says plainly that the entry is bound to another number, and asks for a number', async () => {
  house({ signed: 2 })
  await checked('')
  await screen.findByText('Please enter a valid phone number.')
  expect(server.inputs(fairInclusion)).toEqual([])
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Phone number'), '+8801700000009')
  await user.click(screen.getByRole('button', { name: 'Check my balance' }))
  await screen.findByText('This entry is bound to another phone number')
  expect(screen.queryByText(/is in the total/)).toBeNull()
})

test('in version 3 does not confirm a statement that too few witnesses have signed', async () => {
  house({ signed: 1 })
  await checked(PHONE)
  await screen.findByText(/^But too few witnesses have signed this log so far/)
  expect(screen.getAllByText('Wrong')).toHaveLength(1)
})

test('in version 3 the witness that this device trusts is enough, whatever the others signed', async () => {
  house({ signed: 1 })
  await trustWitness(WITNESSES[0]!.key)
  await checked(PHONE)
  await screen.findByText('Checked on this device.')
  screen.getByText('The witness you trust has signed this log.')
})

test('in version 3 does not confirm a statement that the trusted witness has not signed', async () => {
  house({ signed: 2 })
  await trustWitness(playedWitness('friend.example').key)
  await checked(PHONE)
  await screen.findByText(/^But the witness you trust has not signed this log so far/)
  expect(screen.getAllByText('Wrong')).toHaveLength(1)
})

test('finds a house that states another total of a day than this device has seen', async () => {
  house({ signed: 2 })
  await keepStatement({ log: 'test', day: '2025-06-15', root: 'ab'.repeat(32) })
  await checked(PHONE)
  await screen.findByText('This day had another total before')
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
