/** `/sandbox/cashier`: the payment page of Sandbox Pay, its style sheet, and the form that decides a payment. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { offeredLanguage, type OfferedLanguage } from '@fairlot/contract/languages'
import type { PlainResponse, PlainRoute } from '../../../platform/http/http-handler.ts'
import { page } from '../../../platform/http/http-responses.ts'
import type { Currency } from '../display.ts'
import { CHOICES, type Choice, type Company } from './company.ts'
import { CASHIER_PATH, CASHIER_STYLE_PATH, paymentPage, unknownPage, type PageOptions } from './page.ts'

export type CashierDeps = {
  readonly company: Company
  readonly currency: Currency
  readonly defaultLanguage: OfferedLanguage
  readonly delaySeconds: () => Promise<number>
}

const PAYMENT_ID = /^[0-9a-f]{32}$/

/** An HTML response. The form may post to this origin only; the shop to which it returns has the same origin. */
function html(status: number, body: string): PlainResponse {
  return { ...page(body, { 'form-action': "'self'" }), status }
}

export function cashierRoutes(deps: CashierDeps): PlainRoute[] {
  const { company, currency } = deps
  const style = readFileSync(path.join(import.meta.dirname, 'cashier.css'))

  async function options(language: string | null): Promise<PageOptions> {
    return {
      language: offeredLanguage(language ?? '', deps.defaultLanguage),
      currency,
      delaySeconds: await deps.delaySeconds(),
    }
  }

  return [
    {
      method: 'GET',
      path: CASHIER_PATH,
      async handle({ query }) {
        const settings = await options(query.get('lang'))
        const payment = await find(company, query.get('payment'))
        return payment ? html(200, paymentPage(payment, settings)) : html(404, unknownPage(settings))
      },
    },
    {
      method: 'POST',
      path: CASHIER_PATH,
      async handle({ body }) {
        const fields = new URLSearchParams(body.toString('utf8'))
        const settings = await options(fields.get('lang'))
        const payment = await find(company, fields.get('payment'))
        if (!payment) return html(404, unknownPage(settings))
        const choice = readChoice(fields.get('choice'))
        // an expired payment can only be paid late; any other choice shows the page again
        if (!choice || (payment.expired && choice !== 'pay')) return html(400, paymentPage(payment, settings))
        await company.choose(payment.payment_id, choice)
        return { status: 303, type: 'text/plain', body: '', headers: { location: payment.return_url } }
      },
    },
    {
      method: 'GET',
      path: CASHIER_STYLE_PATH,
      handle: () => ({
        status: 200,
        type: 'text/css; charset=utf-8',
        body: style,
        headers: { 'cache-control': 'no-cache' },
      }),
    },
  ]
}

async function find(company: Company, paymentId: string | null) {
  return paymentId !== null && PAYMENT_ID.test(paymentId) ? company.find(paymentId) : undefined
}

function readChoice(text: string | null): Choice | undefined {
  return CHOICES.find((choice) => choice === text)
}
