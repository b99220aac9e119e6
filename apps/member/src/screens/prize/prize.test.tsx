// @vitest-environment happy-dom
import { prizeDetail, prizeJoin } from '@fairlot/contract/endpoints/growth/prize'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { EVENT, prizeWith } from '../../testing/growth.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const AFTER_LOSS = { quorum: 2, together: 1, favour: true, afterLoss: true, confirmations: 0 }
const JOINED = {
  id: '018f0000-0000-7000-8000-0000000000e1',
  seq: 13,
  at: Date.now(),
  tag: 'ab12cd34ef56ab78',
  prize: null,
  share: null,
  paid: false,
  leftOut: null,
}
const friends = ['Tanvir ***', 'Nabila ***', 'Rafi ***'].map((name) => ({
  name,
  state: 'recharged' as const,
  counts: true,
}))
const ready = () => prizeWith({}, { own: { friends, counted: 3, joined: null } })

beforeEach(() => {
  server.answer(prizeDetail, () => prizeWith())
})

const open = () => openApp(paths.prize(), { width: PHONE_PX })

describe('an open event', () => {
  test('shows pool, clock, and one filled stub for each friend who counts', async () => {
    await open()
    await screen.findByText('4 winners get ₫250 each')
    expect(screen.getByRole('timer', { name: 'Closes in' })).toBeTruthy()
    const stubs = within(screen.getByRole('list', { name: '1 of 3 friends' })).getAllByRole('listitem')
    expect(stubs.map(({ textContent }) => textContent)).toEqual(['Tanvir ***', 'Friend 2', 'Friend 3'])
    expect(within(screen.getByRole('list', { name: 'Other friends' })).getByText('Nabila ***')).toBeTruthy()
    expect(screen.getByText('You need 2 more friends')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take part' })).toBeNull()
  })

  test('is joined with enough friends, once', async () => {
    server.answer(prizeDetail, ready)
    server.answer(prizeJoin, () => ({
      id: JOINED.id,
      seq: 13,
      at: JOINED.at,
      tag: JOINED.tag,
      participants: 13,
    }))
    const user = await open()
    const button = await screen.findByRole('button', { name: 'Take part' })
    server.answer(prizeDetail, () =>
      prizeWith({ participants: 13 }, { own: { friends, counted: 3, joined: JOINED } }),
    )
    await user.click(button)
    await screen.findByText('You are taking part')
    expect(screen.getByText('ab12cd34ef56ab78')).toBeTruthy()
    expect(server.inputs(prizeJoin)).toMatchObject([{ event: EVENT, requestId: expect.any(String) }])
  })

  test('keeps a refusal on the page', async () => {
    server.answer(prizeDetail, ready)
    server.refuse(prizeJoin, 'SAME_PERSON')
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Take part' }))
    await waitFor(() =>
      expect(screen.getAllByRole('alert').some(({ textContent }) => /same person/.test(textContent))).toBe(
        true,
      ),
    )
    expect(screen.getByRole('button', { name: 'Take part' })).toBeTruthy()
  })

  test('cannot be joined while events are off', async () => {
    server.answer(prizeDetail, () => ({ ...ready(), on: false }))
    await open()
    const button = await screen.findByRole('button', { name: 'Take part' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('asks a visitor to log in', async () => {
    useSession.getState().end()
    server.answer(prizeDetail, () => prizeWith({}, { own: null }))
    await open()
    const link = await screen.findByRole('link', { name: 'Log in to take part' })
    expect(link.getAttribute('href')).toContain('next=')
  })
})

describe('the course of an event', () => {
  test('before it opens there is the clock to the opening', async () => {
    server.answer(prizeDetail, () => prizeWith({ status: 'scheduled', opensAt: Date.now() + 600_000 }))
    await open()
    expect(await screen.findByRole('timer', { name: 'Opens in' })).toBeTruthy()
    expect(screen.getByText('You can join once the event is open.')).toBeTruthy()
  })

  test('after the deadline the list is being sealed', async () => {
    server.answer(prizeDetail, () => prizeWith({ status: 'closed', deadline: Date.now() - 1 }))
    await open()
    expect(await screen.findByText('The list is being sealed')).toBeTruthy()
  })

  test('a sealed event has the clock to the draw', async () => {
    server.answer(prizeDetail, () => prizeWith({ status: 'sealed', drawAt: Date.now() + 600_000 }))
    await open()
    expect(await screen.findByRole('timer', { name: 'Draw in' })).toBeTruthy()
  })

  test('a drawn event shows the winners and the member’s prize', async () => {
    const results = [
      { place: 1, seq: 13, name: 'Rahima ***', prize: '250.00', mine: true },
      { place: 2, seq: 4, name: 'Jui ***', prize: '250.00', mine: false },
    ]
    server.answer(prizeDetail, () =>
      prizeWith(
        { status: 'drawn', drawnAt: Date.now(), results },
        { own: { friends, counted: 3, joined: { ...JOINED, prize: '250.00', paid: true } } },
      ),
    )
    await open()
    await screen.findByRole('heading', { name: 'You won' })
    expect(screen.getByText('It is in your wallet.')).toBeTruthy()
    expect(screen.getByText('Jui ***')).toBeTruthy()
  })

  test('a member who was left out reads why, and takes part no more', async () => {
    const leftOut = { counted: 1 }
    server.answer(prizeDetail, () =>
      prizeWith(
        { status: 'sealed', leftOut: 1 },
        { own: { friends, counted: 1, joined: { ...JOINED, leftOut } } },
      ),
    )
    await open()
    await screen.findByRole('heading', { name: 'You were left out' })
    expect(screen.getByText(/1 of the 3 friends that this event asks for still counted/)).toBeTruthy()
    expect(screen.queryByText('You are taking part')).toBeNull()
  })

  test.each([true, false])(
    'says that friends are counted again exactly where the terms do: %s',
    async (recheck) => {
      server.answer(prizeDetail, () => prizeWith({ recheck }))
      await open()
      await screen.findByText('4 winners get ₫250 each')
      expect(screen.queryAllByText(/friends are counted again/)).toHaveLength(recheck ? 1 : 0)
    },
  )

  test('a member who did not win reads it without another offer', async () => {
    server.answer(prizeDetail, () =>
      prizeWith({ status: 'drawn', drawnAt: Date.now() }, { own: { friends, counted: 3, joined: JOINED } }),
    )
    await open()
    await screen.findByRole('heading', { name: 'You didn’t win' })
    expect(screen.queryByRole('link', { name: 'Invite friends' })).toBeNull()
  })

  test('a void event says where its pool went', async () => {
    server.answer(prizeDetail, () => prizeWith({ status: 'void' }))
    await open()
    await screen.findByText('This event ended without a draw. Its pool went back to the house.')
  })

  test("a draw in favour says why everybody else gets an even share, and shows the member's share", async () => {
    server.answer(prizeDetail, () =>
      prizeWith(
        { status: 'drawn', drawnAt: Date.now(), share: '111.00' },
        { own: { friends, counted: 3, joined: { ...JOINED, share: '111.00', paid: true } } },
      ),
    )
    await open()
    await screen.findByText(
      /^The witnesses did not sign in time, .* an even share of the pool on top: ₫111\.$/,
    )
    await screen.findByRole('heading', { name: 'Your even share' })
    expect(screen.getByText('It is in your wallet.')).toBeTruthy()
  })

  test('a void event that shares its pool says what everybody gets', async () => {
    server.answer(prizeDetail, () => prizeWith({ status: 'void', share: '90.00' }))
    await open()
    await screen.findByText(/Everybody who took part gets an even share of its pool: ₫90\.$/)
  })

  test.each([
    [
      'a draw in favour',
      { status: 'drawn', vouching: AFTER_LOSS },
      /^Part of our records was lost .* on top: ₫90\.$/,
    ],
    [
      'a void event',
      { status: 'void', lost: true },
      /^This event was not drawn, because our records .*: ₫90\.$/,
    ],
  ] as const)('%s after a loss of the log says what was lost', async (_, event, text) => {
    server.answer(prizeDetail, () => prizeWith({ ...event, drawnAt: Date.now(), share: '90.00' }))
    await open()
    await screen.findByText(text)
    expect(screen.queryByText(/did not sign/)).toBeNull()
  })

  test('without an event there are the earlier ones', async () => {
    server.answer(prizeDetail, () =>
      prizeWith(
        {},
        {
          event: null,
          past: [{ event: EVENT, status: 'drawn', pool: '800.00', participants: 21, endedAt: Date.now() }],
        },
      ),
    )
    await open()
    await screen.findByRole('heading', { name: 'No event at the moment' })
    expect(screen.getByRole('link', { name: '₫800' }).getAttribute('href')).toContain(EVENT)
  })
})
