// @vitest-environment happy-dom
import { home, kinds, system } from '@fairlot/contract/endpoints/home'
import { inviter, loginByCode, phoneCode, register } from '@fairlot/contract/endpoints/identity'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceInput } from '../../parts/auth/device.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { MEMBER, openApp, server, setUpApp, systemInfo } from '../../testing/open-app.tsx'

setUpApp()

const PHONE = '+8801712345678'
const PASSWORD = 'gH7-marrow-q2'

beforeEach(() => {
  useSession.getState().end()
  server.answer(phoneCode, () => ({ resendAfter: 60, validFor: 300 }))
  server.answer(register, () => ({
    token: 'token',
    signKey: '11'.repeat(32),
    member: MEMBER,
    expiresAt: Date.now() + 3_600_000,
  }))
  server.answer(inviter, () => ({ name: null }))
  server.answer(kinds, () => ({ categories: [], modes: [] }))
  server.answer(home, () => ({
    drawingNext: null,
    almostFull: [],
    justOpened: [],
    justDrawn: [],
    winners: [],
    prize: null,
    serverTime: Date.now(),
  }))
})

/** Opens registration and waits for the list of countries. */
async function openRegister(options: Parameters<typeof paths.register>[0] = {}): Promise<UserEvent> {
  const user = await openApp(paths.register(options))
  await screen.findByRole('heading', { level: 1, name: 'Create an account' })
  await screen.findByRole('button', { name: 'Country code: +1' })
  return user
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const queryField = (name: string) => screen.queryByLabelText(name)
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('an invitation', () => {
  test('names who invites, by the code of the link', async () => {
    server.answer(inviter, ({ code }) => ({ name: code === 'K7P2XQ' ? 'Nusrat ***' : null }))
    await openRegister({ code: 'k7p2xq' })
    const line = await screen.findByText((_, element) => element?.textContent === 'Nusrat *** invites you')
    expect(line).toBeTruthy()
  })

  test('with an unknown code names nobody', async () => {
    await openRegister({ code: 'AAAAAA' })
    await waitFor(() => expect(server.inputs(inviter)).toEqual([{ code: 'AAAAAA' }]))
    expect(screen.queryByText(/invites you/)).toBeNull()
  })
})

describe('the built-in browser of another app', () => {
  afterEach(() => vi.restoreAllMocks())
  const IN_WECHAT =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.60'
  const inWechat = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IN_WECHAT)

  test('is named before the registration, with the way out of it', async () => {
    inWechat()
    await openRegister()
    await screen.findByText('You are inside WeChat. Your log in can be lost when it closes.')
    expect(screen.getByText(/Choose “Open in browser”/)).toBeTruthy()
  })

  test('shows its menu in place of the way to install in Safari', async () => {
    inWechat()
    await openApp(paths.landing())
    await screen.findByRole('heading', { name: 'Open in browser' })
    await screen.findByText('Tap the menu at the top')
    expect(screen.queryByText('Tap Share in Safari')).toBeNull()
  })

  test('is not claimed in a browser', async () => {
    await openRegister()
    expect(screen.queryByText(/You are inside/)).toBeNull()
  })
})

describe('the phone number', () => {
  test('offers the country that a number of another country looks like', async () => {
    const user = await openRegister()
    await user.type(field('Phone number'), '8801712345678')
    await screen.findByText(/This looks like a number from Bangladesh/)
    await user.click(button(/Use .*\+880/))
    expect(button('Country code: +880')).toBeTruthy()
    expect(field('Phone number').value).toBe('1712345678')
    expect(screen.queryByText(/This looks like/)).toBe(null)
  })
})

describe('the code in a sandbox', () => {
  test('appears on the page and is filled in with one tap', async () => {
    server.serve('/sandbox/inbox.json', (query) => ({
      items: [
        { code: null, sentAt: Date.now() },
        { code: query.get('phone') === PHONE ? '246810' : '111111', sentAt: Date.now() },
        { code: '135791', sentAt: Date.now() - 60_000 },
      ],
    }))
    const user = await openRegister()
    await user.type(field('Phone number'), PHONE)
    await user.click(button('Send code'))
    await user.click(await screen.findByRole('button', { name: 'Fill in 246810' }))
    expect(field('Verification code').value).toBe('246810')
    expect(screen.queryByRole('button', { name: /Fill in/ })).toBe(null)
  })

  test('is neither asked for nor announced with real money', async () => {
    let asked = 0
    server.answer(system, () => ({ ...systemInfo(), moneyMode: 'real' as const }))
    server.serve('/sandbox/inbox.json', () => {
      asked += 1
      return { items: [{ code: '246810', sentAt: Date.now() }] }
    })
    const user = await openRegister()
    await user.type(field('Phone number'), PHONE)
    await user.click(button('Send code'))
    await screen.findByText(/^Sent to/)
    expect(screen.queryByText(/sandbox/i)).toBe(null)
    expect(asked).toBe(0)
  })
})

describe('the password', () => {
  async function fill(user: UserEvent): Promise<void> {
    await user.type(field('Phone number'), PHONE)
    await user.type(field('Verification code'), '246810')
    await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
    await user.click(screen.getByRole('checkbox', { name: /18\syears/ }))
  }

  test('is repeated when it is typed unseen, and the repeat must match', async () => {
    const user = await openRegister()
    expect(queryField('Repeat password')).toBe(null)
    await fill(user)
    await user.type(field('Password'), PASSWORD)
    await user.type(field('Repeat password'), 'another-1')
    await user.click(button('Create account'))
    await screen.findByText('Inconsistent with the first entry. The passwords do not match.')
    expect(server.inputs(register)).toEqual([])
    await user.clear(field('Repeat password'))
    await user.type(field('Repeat password'), PASSWORD)
    await user.click(button('Create account'))
    await waitFor(() => expect(server.inputs(register)).toMatchObject([{ password: PASSWORD }]))
  })

  test('is not repeated when the member has seen it', async () => {
    const user = await openRegister()
    await fill(user)
    await user.click(button('Show password'))
    await user.type(field('Password'), PASSWORD)
    expect(queryField('Repeat password')).toBe(null)
    expect(screen.getByText(/do not need to repeat/)).toBeTruthy()
    await user.click(button('Hide password'))
    expect(queryField('Repeat password')).toBe(null)
    await user.click(button('Create account'))
    await waitFor(() => expect(server.inputs(register)).toMatchObject([{ password: PASSWORD }]))
  })

  test('is repeated again when it changes unseen', async () => {
    const user = await openRegister()
    await fill(user)
    await user.click(button('Show password'))
    await user.type(field('Password'), PASSWORD)
    await user.click(button('Hide password'))
    await user.type(field('Password'), 'x')
    expect(field('Repeat password').value).toBe('')
    await user.click(button('Create account'))
    await screen.findByText('Please fill in the information completely.')
    expect(server.inputs(register)).toEqual([])
  })
})

test('a code that could not be requested is named as what failed', async () => {
  server.lose(phoneCode)
  const user = await openRegister()
  await user.type(field('Phone number'), PHONE)
  await user.click(button('Send code'))
  await screen.findByText('Failed to send verification code. Check your connection and try again.')
})

describe('the device', () => {
  test('has a random id that stays the same; a damaged one is replaced', async () => {
    localStorage.removeItem('fairlot.device')
    const first = deviceInput()
    expect(first.device).toMatch(/^[0-9a-f]{32}$/)
    expect(deviceInput()).toEqual(first)
    localStorage.setItem('fairlot.device', 'damaged')
    const second = deviceInput()
    expect(second.device).toMatch(/^[0-9a-f]{32}$/)
    expect(second).not.toEqual(first)
    expect(deviceInput()).toEqual(second)
  })

  test('is named by the registration', async () => {
    const { device } = deviceInput()
    const user = await openRegister()
    await user.type(field('Phone number'), PHONE)
    await user.type(field('Verification code'), '246810')
    await user.click(screen.getByRole('checkbox', { name: /terms of use/ }))
    await user.click(screen.getByRole('checkbox', { name: /18\syears/ }))
    await user.type(field('Password'), PASSWORD)
    await user.type(field('Repeat password'), PASSWORD)
    await user.click(button('Create account'))
    await waitFor(() => expect(server.inputs(register).at(-1)).toMatchObject({ device }))
  })

  test('is named by the log in', async () => {
    const { device } = deviceInput()
    server.refuse(loginByCode, 'CODE_WRONG')
    const user = await openApp(paths.login({ mode: 'code' }))
    await screen.findByRole('button', { name: 'Country code: +1' })
    await user.type(field('Phone number'), PHONE)
    await user.type(field('Verification code'), '246810')
    await user.click(button('Log in'))
    await waitFor(() => expect(server.inputs(loginByCode).at(-1)).toMatchObject({ device }))
  })
})

describe('the invitation code', () => {
  test('is folded until it is wanted', async () => {
    const user = await openRegister()
    expect(queryField('Invitation code (optional)')).toBe(null)
    await user.click(button('I have an invitation code'))
    expect(field('Invitation code (optional)').value).toBe('')
  })

  test('is open and filled in when the link brought one', async () => {
    await openRegister({ code: 'K7P2XQ' })
    expect(field('Invitation code (optional)').value).toBe('K7P2XQ')
  })
})
