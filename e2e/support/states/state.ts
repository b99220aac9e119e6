/** What a state of a screen is, and how its answers are replaced. */
import { codeMessage } from '@fairlot/contract/messages'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Page } from 'playwright-core'

export type Persona = 'nobody' | 'member' | 'newcomer'

/** Members and ids in the demo world of one server. */
export type Places = {
  /** the first demo member, who has bought in most issues */
  member: TestMember
  /** a member with only a few recharges */
  newcomer: TestMember
  orders: Record<'not_won' | 'awaiting_draw', string>
  recharges: Record<'success' | 'processing' | 'failed', string>
}

export type State = {
  name: string
  as: Persona
  hash: (places: Places) => string
  /** replaces answers that the server would give only for a moment, or never */
  before?: (page: Page, language: OfferedLanguage) => Promise<unknown>
  /** a selector that the state shows; by default the heading */
  shows?: string
  /** acts on the page to reach the state */
  act?: (page: Page) => Promise<void>
  /** the page stays loading */
  busy?: true
  /** the device keeps evidence of another log, which is removed afterwards */
  forgets?: true
}

export type Data = Record<string, unknown>

/** Changes the answers of one endpoint before the page sees them. */
export function answers(path: string, change: (data: Data) => void) {
  return (page: Page) =>
    page.route(`**/api${path}`, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { flag: number; data: Data }
      if (answer.flag === 0) change(answer.data)
      await route.fulfill({ response, json: answer })
    })
}

/** Answers an endpoint in place of the server. */
export const answerWith =
  (path: string, data: Data): NonNullable<State['before']> =>
  (page) =>
    page.route(`**/api${path}`, (route) => route.fulfill({ json: { flag: 0, data } }))

/** Refuses the calls of an endpoint. */
export const refused =
  (path: string, code: 'UNAVAILABLE' | 'REALITY_CHECK' = 'UNAVAILABLE') =>
  (page: Page, language: OfferedLanguage) =>
    page.route(`**/api${path}`, (route) =>
      route.fulfill({ json: { flag: 1000, data: { code, message: codeMessage(language, code) } } }),
    )

/** Leaves the calls of an endpoint without an answer. */
export const silent = (path: string) => (page: Page) => page.route(`**/api${path}`, () => undefined)

export const inCard = (change: (card: Data) => void) => (data: Data) => change(data['card'] as Data)

export const VERIFIED = { shows: 'main .bg-ok-soft' }

export const at = (
  name: string,
  as: Persona,
  hash: string | State['hash'],
  more: Partial<State> = {},
): State => ({
  name,
  as,
  hash: typeof hash === 'string' ? () => hash : hash,
  ...more,
})

export const DIALOG = { shows: '[role=dialog]' }
/** The main action of the purchase, to pay or to top up first: in the sheet of a phone, on the ticket of a wide window. */
export const PAY = ':is([role=dialog], .goods-held) :is(button, a).bg-gold'
export const BUYING = { shows: PAY }
export const press = (selector: string) => (page: Page) => page.locator(selector).first().click()
export const submit = press('main form button[type=submit]')

export const goods = (issue: string) => `#/pages/goods/goods?issue=${issue}`

/** Several answers before the page is opened. */
export const all =
  (...befores: NonNullable<State['before']>[]): NonNullable<State['before']> =>
  async (page, language) => {
    for (const before of befores) await before(page, language)
  }
