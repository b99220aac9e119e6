// @vitest-environment happy-dom
import { limitCancel, limitConfirm, limits, limitSave } from '@fairlot/contract/endpoints/guard'
import { LIMIT_KINDS, LIMIT_PERIODS } from '@fairlot/contract/kinds/guard-kinds'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { paths } from '../../paths.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { Refusal } from '../../testing/fake-server.ts'

setUpApp()

type State = Output<typeof limits>
type Limit = State['limits'][number]

const HOUR_MS = 3_600_000

/** All limits are unset except the deposit limit per day. */
function stateWith(daily: Partial<Limit> = {}): State {
  const resetsAt = Date.now() + 5 * HOUR_MS
  return {
    limits: LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) => ({
        kind,
        period,
        cap: null,
        used: null,
        resetsAt,
        pendingIncrease: null,
        ...(kind === 'deposit' && period === 'day' && daily),
      })),
    ),
    exclusion: null,
    closing: false,
    realityCheckMinutes: 30,
    increaseHours: 24,
    adultDeclaredAt: 0,
    declaredAge: 18,
  }
}

const FIFTY = { cap: '50.00', used: '10.00' }
/** An increase to 100 that can be confirmed in an hour. */
const waiting = () => ({
  ...FIFTY,
  pendingIncrease: {
    cap: '100.00',
    confirmFrom: Date.now() + HOUR_MS,
    confirmUntil: Date.now() + 24 * HOUR_MS,
  },
})
/** The same, and the hour is over. */
const due = () => ({
  ...FIFTY,
  pendingIncrease: {
    cap: '100.00',
    confirmFrom: Date.now() - HOUR_MS,
    confirmUntil: Date.now() + 23 * HOUR_MS,
  },
})

async function openLimits(daily?: Partial<Limit>) {
  server.answer(limits, () => stateWith(daily))
  const user = await openApp(paths.limits(), { width: PHONE_PX })
  await screen.findByRole('heading', { name: 'Deposit limit' })
  return user
}

const dailyRow = () => screen.getByRole('button', { name: /^Deposit limit\s*Per day/ })
const sheet = () => screen.getByRole('dialog')

async function openSheet(daily?: Partial<Limit>) {
  const user = await openLimits(daily)
  await user.click(dailyRow())
  const field = await within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Limit' })
  const enter = async (amount: string) => {
    await user.clear(field)
    await user.type(field, amount)
  }
  return { user, field, enter }
}

describe('setting a limit', () => {
  test('applies a lower limit at once', async () => {
    const { user, enter } = await openSheet(FIFTY)
    await enter('20')
    expect(within(sheet()).getByRole('status').textContent).toBe('Takes effect immediately.')
    server.answer(limitSave, () => stateWith({ cap: '20.00', used: '10.00' }))
    await user.click(within(sheet()).getByRole('button', { name: 'Set limit' }))
    await screen.findByText('Your limit is set')
    expect(server.inputs(limitSave)).toEqual([{ kind: 'deposit', period: 'day', cap: '20' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(dailyRow().textContent).toContain('₫20.00')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('₫10.00 used, ₫10.00 left')
  })

  test('says that a limit below the usage leaves nothing', async () => {
    const { enter } = await openSheet(FIFTY)
    await enter('5')
    expect(within(sheet()).getByRole('status').textContent).toMatch(
      /^Takes effect immediately\. You have already used ₫10\.00, so there is nothing left until /,
    )
  })

  test('says that raising a limit takes time, then shows the pending increase and its times', async () => {
    const { user, enter } = await openSheet(FIFTY)
    await enter('100')
    expect(within(sheet()).getByRole('status').textContent).toBe(
      'Raising or removing a limit takes 24\u00a0hours. Then you confirm it. Until then your limit stays ₫50.00.',
    )
    const after = waiting()
    server.answer(limitSave, () => stateWith(after))
    await user.click(within(sheet()).getByRole('button', { name: 'Request change' }))
    await screen.findByText('Requested. Your limit stays until you confirm')
    expect(await screen.findByText('Increase to ₫100.00 requested')).toBeTruthy()
    const { confirmFrom, confirmUntil } = after.pendingIncrease
    const [from, until] = [formatDayTime(confirmFrom, 'en-us'), formatDayTime(confirmUntil, 'en-us')]
    expect(
      screen.getByText(`You can confirm from ${from} until ${until}.`, { normalizer: (text) => text }),
    ).toBeTruthy()
    expect(screen.getByText('Until you confirm, your limit stays ₫50.00.')).toBeTruthy()
    expect(dailyRow().textContent).toContain('₫50.00')
  })

  test('asks before it requests the removal of a limit', async () => {
    const { user } = await openSheet(FIFTY)
    await user.click(within(sheet()).getByRole('button', { name: 'Remove limit' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove this limit?' })
    server.answer(limitSave, () =>
      stateWith({ ...waiting(), pendingIncrease: { ...waiting().pendingIncrease, cap: null } }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Request change' }))
    expect(await screen.findByText('Removal of this limit requested')).toBeTruthy()
    expect(server.inputs(limitSave)).toEqual([{ kind: 'deposit', period: 'day' }])
  })

  test('refuses an empty amount before it is sent', async () => {
    const { user, field } = await openSheet(FIFTY)
    await user.clear(field)
    await user.click(within(sheet()).getByRole('button', { name: 'Set limit' }))
    expect(await screen.findByText('Please fill in the information completely.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(server.inputs(limitSave)).toEqual([])
  })

  test("shows the server's refusal at the field and keeps what was typed", async () => {
    const { user, field, enter } = await openSheet(FIFTY)
    await enter('20')
    server.answer(limitSave, () => {
      throw new Refusal('INPUT_INVALID', {}, { fields: { cap: 'This number is out of range.' } })
    })
    await user.click(within(sheet()).getByRole('button', { name: 'Set limit' }))
    expect(await screen.findByText('This number is out of range.')).toBeTruthy()
    expect(field).toMatchObject({ value: '20' })
  })

  test('is sent once while the answer is on its way', async () => {
    const { user, enter } = await openSheet(FIFTY)
    await enter('20')
    const { release } = server.hold(limitSave)
    const button = within(sheet()).getByRole('button', { name: 'Set limit' })
    await user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    await user.click(button)
    release(stateWith({ cap: '20.00', used: '10.00' }))
    await screen.findByText('Your limit is set')
    expect(server.inputs(limitSave)).toHaveLength(1)
  })
})

describe('a pending increase', () => {
  test('cannot be confirmed before its time', async () => {
    await openLimits(waiting())
    expect(screen.getByText('Increase to ₫100.00 requested')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  })

  test('is cancelled, and the limit stays', async () => {
    const user = await openLimits(waiting())
    server.answer(limitCancel, () => stateWith(FIFTY))
    await user.click(screen.getByRole('button', { name: 'Cancel request: Deposit limit, Per day' }))
    await screen.findByText('Request cancelled')
    expect(server.inputs(limitCancel)).toEqual([{ kind: 'deposit', period: 'day' }])
    expect(screen.queryByText('Increase to ₫100.00 requested')).toBeNull()
    expect(dailyRow().textContent).toContain('₫50.00')
    await waitFor(() => expect(document.activeElement).toBe(dailyRow()))
  })

  test('is confirmed after a last question', async () => {
    const user = await openLimits(due())
    await user.click(screen.getByRole('button', { name: 'Confirm: Deposit limit, Per day' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Raise this limit to ₫100.00?' })
    expect(dialog.textContent).toContain('It replaces your limit of ₫50.00 immediately.')
    server.answer(limitConfirm, () => stateWith({ cap: '100.00', used: '10.00' }))
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Your limit has changed')
    expect(dailyRow().textContent).toContain('₫100.00')
  })
})

test('offers to try again when the limits cannot be loaded', async () => {
  server.refuse(limits, 'DEFECT', { incident: 'ab12' }, { incident: 'ab12' })
  const user = await openApp(paths.limits(), { width: PHONE_PX })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Load failed')
  expect(alert.textContent).toContain('Reference ab12')
  server.answer(limits, () => stateWith(FIFTY))
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Deposit limit' })).toBeTruthy()
})

describe('beside the list of a wide window', () => {
  const open = async () => {
    server.answer(limits, () => stateWith(FIFTY))
    const user = await openApp(paths.limits('deposit'))
    await user.click(await screen.findByRole('button', { name: /Deposit limit Per day/ }))
    const field = await screen.findByRole('textbox', { name: 'Limit' })
    await user.clear(field)
    await user.type(field, '40')
    return { user, field: field as HTMLInputElement }
  }
  const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

  test('a limit that is typed and not saved asks before another entry opens, and stays', async () => {
    const { user, field } = await open()
    await user.click(screen.getByRole('link', { name: /Spending limit/ }))
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(field.value).toBe('40')
    expect(screen.getByRole('link', { name: /Deposit limit/ }).hasAttribute('aria-current')).toBe(true)
  })

  test('the change is discarded when the member says so', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('link', { name: /Spending limit/ }))
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Spending limit/ }).hasAttribute('aria-current')).toBe(true),
    )
    expect(screen.queryByRole('textbox', { name: 'Limit' })).toBeNull()
  })

  test('the same question comes before another period of the kind', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Deposit limit Per week/ }))
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('heading', { name: 'Deposit limit, Per week' })).toBeTruthy()
  })

  test('a saved change leaves without a question', async () => {
    const { user } = await open()
    server.answer(limitSave, () => stateWith({ cap: '40.00', used: '10.00' }))
    await user.click(screen.getByRole('button', { name: 'Set limit' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Limit' })).toBeNull())
    await user.click(screen.getByRole('link', { name: /Spending limit/ }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /Spending limit/ }).hasAttribute('aria-current')).toBe(true),
    )
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
