// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { playedWitness } from '@fairlot/fairness/testing/played-log'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepIn, trustedWitness } from '../../../evidence/keeper.ts'
import { paths } from '../../../paths.ts'
import { memoryStore } from '../../../testing/evidence-store.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { CONFIRMED_AGAIN_MS } from '../../../page-timing.ts'

setUpApp()
beforeEach(() => keepIn(memoryStore()))

type Issue = ReturnType<typeof issueWith>
type Witness = NonNullable<Issue['witnesses']>[number]

/** Witnesses by their names; the house operates those in `own`. */
const witnesses = (names: readonly string[], own: readonly string[] = []): Witness[] =>
  names.map((name) => ({
    key: playedWitness(name).key,
    name,
    signedAt: null,
    own: own.includes(name),
    lateAt: null,
  }))
const FOUR = ['Meghna', 'Tessera', 'Saigon', 'Banyan']
const vouching = (quorum: number, total: number, more: Partial<NonNullable<Issue['vouching']>> = {}) => ({
  quorum,
  together: 2 * quorum - total,
  favour: null,
  confirmations: null,
  ...more,
})

function show(named: Witness[], about: Issue['vouching'], card: Partial<Issue['card']> = {}): void {
  server.answer(goodsDetail, () =>
    issueWith(
      { badge: 'witnessed', ...card },
      { grade: 'witnessed', witnesses: named, ...(about === undefined ? {} : { vouching: about }) },
    ),
  )
}
const open = () => openApp(paths.goods(ISSUE))
const drawn = { status: 'drawn', sold: 100, soldOutAt: 1, drawAt: 60_000, drawnAt: 60_000 } as const

describe('before the seal', () => {
  test('the page of an issue names its witnesses, whom the house would need, and what it promises', async () => {
    show(witnesses(FOUR), vouching(3, 4))
    await open()
    await screen.findByRole('heading', { name: 'Witnessed by 4, 3 must sign' })
    for (const name of FOUR) screen.getByText(name)
    screen.getByText('The house could choose only together with 2 of these 4 witnesses.')
    screen.getByText(
      'Unless 3 of these 4 sign in time, the winner still wins and everybody else gets their money back, or an even share if that is more.',
    )
    expect(screen.queryByText('the house')).toBeNull()
    expect(screen.queryByText('Silent.')).toBeNull()
  })

  test('says which witness the house operates, and how many it would need from outside', async () => {
    show(witnesses(['Meghna', 'Tessera', 'Own'], ['Own']), vouching(3, 3))
    await open()
    await screen.findByRole('heading', { name: 'Witnessed by 3, all must sign' })
    screen.getByText('the house')
    screen.getByText('It operates 1 of them itself, so it would need 2 from outside.')
  })

  test('of one witness it does not speak of several', async () => {
    show(witnesses(['Meghna']), vouching(1, 1))
    await open()
    await screen.findByText('The house could choose only together with this witness.')
    screen.getByText(/^Unless this witness signs in time, the winner still wins/)
  })

  test('an issue of earlier rules has no quorum, and its grade says that one signature is enough', async () => {
    show(witnesses(FOUR), null)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Draw grade Witnessed' }))
    await screen.findByText(/at least one named witness signs/)
    expect(screen.queryByText(/must sign/)).toBeNull()
  })

  test('the grades side by side say what the quorum of this issue adds', async () => {
    show(witnesses(FOUR), vouching(3, 4))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'All grades' }))
    await screen.findByText(/3 of the 4 named witnesses sign the sealed list/)
    screen.getByText(/the house together with 2 of the 4 named witnesses/)
  })
})

describe('after the draw', () => {
  test('each witness has its time, is late or is silent, and a favour is not confirmed', async () => {
    const [a, b, c, d] = witnesses(FOUR) as [Witness, Witness, Witness, Witness]
    const named = [{ ...a, signedAt: 20_000 }, { ...b, signedAt: 21_000 }, { ...c, lateAt: 70_000 }, d]
    show(named, vouching(3, 4, { favour: true, confirmations: 1 }), drawn)
    await open()
    await screen.findByRole('heading', { name: 'In the members’ favour' })
    screen.getByText('2 of 4 signed in time, 3 were needed')
    screen.getByText('Late.')
    screen.getByText('Silent.')
    screen.getByText(/^Not confirmed yet: 1 of the 3 needed witnesses/)
    expect(screen.queryByText(/^Unless/)).toBeNull()
  })

  test('a favour that enough witnesses have signed is confirmed', async () => {
    show(witnesses(FOUR), vouching(3, 4, { favour: true, confirmations: 3 }), drawn)
    await open()
    await screen.findByText('Confirmed: 3 of 4 witnesses have signed the ending')
  })

  test('a favour after a loss says what was lost, and calls no witness silent', async () => {
    const [a, b, c, d] = witnesses(FOUR) as [Witness, Witness, Witness, Witness]
    const lost = { favour: true, afterLoss: true, confirmations: 0 }
    show([{ ...a, signedAt: 20_000 }, b, c, d], vouching(3, 4, lost), drawn)
    await open()
    await screen.findByText(/^Part of our records was lost after the list was sealed, .* or an even share\.$/)
    expect(screen.queryByText(/Silent|signed in time|did not sign/)).toBeNull()
  })

  test('the page of a favour shows by itself that it is confirmed, and then asks no more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      show(witnesses(FOUR), vouching(3, 4, { favour: true, confirmations: 2 }), drawn)
      await open()
      await screen.findByText(/^Not confirmed yet: 2 of the 3/)
      show(witnesses(FOUR), vouching(3, 4, { favour: true, confirmations: 3 }), drawn)
      await act(() => vi.advanceTimersByTimeAsync(CONFIRMED_AGAIN_MS))
      await screen.findByText('Confirmed: 3 of 4 witnesses have signed the ending')
      const { length: asked } = server.inputs(goodsDetail)
      await act(() => vi.advanceTimersByTimeAsync(10 * CONFIRMED_AGAIN_MS))
      expect(server.inputs(goodsDetail)).toHaveLength(asked)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the witness that a member trusts', () => {
  test('is chosen among those named, marked, kept on the device, and removed again', async () => {
    show(witnesses(FOUR), vouching(3, 4))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Trust one of my own' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Which witness do you trust?' }))
    await user.click(sheet.getByRole('radio', { name: /Tessera/ }))
    await user.click(sheet.getByRole('button', { name: 'Trust this one' }))
    await screen.findByText('you trust this one')
    expect(await trustedWitness()).toBe(playedWitness('Tessera').key)
    await user.click(screen.getByRole('button', { name: 'Trust another one' }))
    await user.click(await screen.findByRole('button', { name: 'Trust any 3' }))
    await screen.findByRole('button', { name: 'Trust one of my own' })
    expect(await trustedWitness()).toBeNull()
  })

  test('can be one that the issue does not name, by its key, and nothing else than a key is taken', async () => {
    show(witnesses(FOUR), vouching(3, 4))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Trust one of my own' }))
    await user.click(await screen.findByRole('button', { name: 'Add the key of another one' }))
    const field = screen.getByRole('textbox', { name: 'Key of the witness' })
    await user.type(field, 'my friend')
    await screen.findByText(/^This is not the key of a witness/)
    expect(screen.getByRole('button', { name: 'Trust this one' })).toHaveProperty('disabled', true)
    const { key } = playedWitness('friend.example')
    await user.clear(field)
    await user.click(field)
    await user.paste(` ${key} `)
    await user.click(screen.getByRole('button', { name: 'Trust this one' }))
    await screen.findByRole('button', { name: 'Trust another one' })
    expect(await trustedWitness()).toBe(key)
    await user.click(screen.getByRole('button', { name: 'Trust another one' }))
    await screen.findByText('not named for this one')
  })
})
