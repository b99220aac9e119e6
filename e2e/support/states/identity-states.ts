/** The states of the identity check, and of the pages that need it. */
import { randomUUID } from 'node:crypto'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { codeMessage } from '@fairlot/contract/messages'
import type { Page } from 'playwright-core'
import { answers, at, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const IDENTITY = '#/pages/account/identity'
const WITHDRAW = '#/pages/payment/withdraw'
const RECHARGE = '#/pages/payment/recharge'
const ICON = 'main section svg, main h2'

const check = (more: Data): Data => ({
  id: randomUUID(),
  number: 'C7K2M9QX4T1RV',
  state: 'waiting',
  document: 'national_id',
  name: 'Nusrat Jahan',
  pictures: ['front', 'back', 'address', 'selfie'].map((slot) => ({ slot, state: 'kept' })),
  note: null,
  reason: null,
  createdAt: Date.now() - 2 * HOUR_MS,
  decidedAt: null,
  reviewer: null,
  validUntil: null,
  erasedFrom: null,
  timeline: [{ step: 'waiting', at: Date.now() - 2 * HOUR_MS }],
  looks: [],
  ...more,
})
const LOOKS = ['front', 'back', 'selfie'].map((slot, index) => ({
  slot,
  reviewer: index === 2 ? '12' : '07',
  at: Date.now() - (60 - index * 7) * 60_000,
}))
const steps = (...names: string[]) =>
  names.map((step, index) => ({ step, at: Date.now() - (names.length - index) * HOUR_MS }))

/** The member's identity in a state. */
const identity = (state: string, checked: Data | null = null, more: Data = {}, standing: Data = {}) =>
  answers('/user/identity', (data) => {
    Object.assign(data, { check: checked }, more)
    Object.assign(data['standing'] as Data, { state, used: '1940.00', needed: false }, standing)
  })
const identityIn = (standing: Data) =>
  answers('/user/withdrawinfo', (data) => {
    Object.assign(data, { balance: '12480.50', withdrawable: '11920.50' })
    data['window'] = { opens: 600, closes: 1080, open: true, changesAt: Date.now() + HOUR_MS }
    Object.assign(data['identity'] as Data, { state: 'none', used: '1940.00', needed: true }, standing)
  })

/** A picture that the browser draws, as a file to choose. */
export async function pictureFile(page: Page) {
  const text = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 960
    canvas.height = 640
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('the browser draws nothing')
    pen.fillStyle = 'teal'
    pen.fillRect(0, 0, 960, 640)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'national-id-front.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }
}

const BORN = { day: '03', month: '05', year: '1990' }

/** Fills in the first step of a check in any language, and goes on to the pictures. */
export async function fillDocument(page: Page, name: string): Promise<void> {
  await page.locator('main input[autocomplete=name]').fill(name)
  for (const [part, value] of Object.entries(BORN))
    await page.locator(`main input[autocomplete=bday-${part}]`).fill(value)
  await page.locator('main input[autocapitalize=characters]').fill('AB 123456')
  await page.locator('main input[type=checkbox]').check()
  await page.locator('button[form=identity-check]').click()
  await page.locator('main input[type=file]').first().waitFor({ state: 'attached' })
}

async function sendFront(page: Page): Promise<void> {
  await fillDocument(page, 'Nusrat Jahan')
  await page
    .locator('main input[type=file]:not([capture])')
    .first()
    .setInputFiles(await pictureFile(page))
}

/** Leaves the pictures on their way. */
const slow = (page: Page) => page.route('**/api/upload', () => undefined)
const received = (page: Page) =>
  page.route('**/api/upload', (route) =>
    route.fulfill({ json: { flag: 0, data: { id: randomUUID(), width: 960, height: 640, bytes: 40_000 } } }),
  )
const unreadable = (page: Page, language: OfferedLanguage) =>
  page.route('**/api/upload', (route) =>
    route.fulfill({
      json: {
        flag: 1005,
        data: { code: 'UPLOAD_UNREADABLE', message: codeMessage(language, 'UPLOAD_UNREADABLE') },
      },
    }),
  )

const FORM = `${IDENTITY}?step=document`
const BACK_AGAIN = check({
  state: 'again',
  note: 'The back is blurred at the lower edge.',
  pictures: ['front', 'back', 'address', 'selfie'].map((slot) => ({
    slot,
    state: slot === 'back' ? 'again' : 'kept',
  })),
  timeline: steps('waiting', 'again'),
  looks: LOOKS,
})

export const IDENTITY_STATES: readonly State[] = [
  at('identity', 'newcomer', IDENTITY, { shows: ICON }),
  at('identity-needed', 'member', IDENTITY, {
    before: identity('none', null, {}, { used: '6200.00', needed: true }),
    shows: 'main .bg-gold-soft',
  }),
  at('identity-real-money', 'member', IDENTITY, {
    before: identity('none', null, { beforeRecharge: true, retentionDays: 1825 }),
    shows: 'main .bg-gold-soft',
  }),
  at('identity-document', 'newcomer', FORM, { shows: 'main fieldset' }),
  at('identity-document-wrong', 'newcomer', FORM, {
    act: (page) => page.locator('button[form=identity-check]').click(),
    shows: 'main [aria-invalid=true]',
  }),
  at('identity-pictures', 'newcomer', FORM, {
    before: received,
    act: sendFront,
    shows: 'main .text-ok',
  }),
  at('identity-sending', 'newcomer', FORM, {
    before: slow,
    act: sendFront,
    shows: 'main [role=progressbar]',
  }),
  at('identity-unreadable', 'newcomer', FORM, {
    before: unreadable,
    act: sendFront,
    shows: 'main section .text-bad',
  }),
  at('identity-waiting', 'member', IDENTITY, {
    before: identity('waiting', check({ timeline: steps('waiting', 'first_approved'), looks: LOOKS })),
    shows: 'main ol',
  }),
  at('identity-again', 'member', IDENTITY, { before: identity('again', BACK_AGAIN), shows: 'main form' }),
  at('identity-approved', 'member', IDENTITY, {
    before: identity(
      'approved',
      check({
        state: 'approved',
        decidedAt: Date.now() - HOUR_MS,
        reviewer: '07',
        validUntil: '2031-05-03',
        erasedFrom: Date.now() + 30 * DAY_MS,
        timeline: steps('waiting', 'first_approved', 'approved'),
        looks: LOOKS,
      }),
    ),
    shows: 'main .bg-ok-soft',
  }),
  at('identity-refused', 'member', IDENTITY, {
    before: identity(
      'refused',
      check({
        state: 'refused',
        reason: 'name_differs',
        note: 'The document says “N. J. Trading”.',
        decidedAt: Date.now() - HOUR_MS,
        reviewer: '12',
        erasedFrom: Date.now() + 30 * DAY_MS,
        timeline: steps('waiting', 'refused'),
        looks: LOOKS,
      }),
    ),
    shows: 'main .bg-bad-soft',
  }),
  at('identity-expired', 'member', IDENTITY, {
    before: identity(
      'expired',
      check({
        state: 'approved',
        name: null,
        pictures: [{ slot: 'front', state: 'erased' }],
        decidedAt: Date.now() - 400 * DAY_MS,
        validUntil: '2026-10-31',
        timeline: steps('waiting', 'first_approved', 'approved'),
      }),
    ),
    shows: 'main dl',
  }),
  at('withdraw-needs-check', 'member', `${WITHDRAW}?amount=4000`, {
    before: identityIn({}),
    shows: 'a.bg-gold',
  }),
  at('withdraw-in-review', 'member', `${WITHDRAW}?amount=4000`, {
    before: identityIn({ state: 'waiting' }),
    shows: 'button[aria-disabled=true]',
  }),
  at('recharge-needs-check', 'member', RECHARGE, {
    before: async (page, language) => {
      await answers('/index/getsystem', (data) => {
        data['moneyMode'] = 'real'
      })(page)
      await identity('none', null, { beforeRecharge: true })(page)
      return language
    },
    shows: 'main .bg-gold-soft',
  }),
]
