/** Sandbox Pay's payment page: HTML without scripts. One form, whose buttons choose the outcome of the payment. */
import {
  LANGUAGE_NAMES,
  OFFERED_LANGUAGES,
  RIGHT_TO_LEFT,
  type OfferedLanguage,
} from '@fairlot/contract/languages'
import { escapeHtml as escape } from '../../../platform/http/http-responses.ts'
import { displayAmount, type Currency } from '../display.ts'
import type { Choice } from './company.ts'
import type { SandboxPayment } from './company.queries.ts'
import { PAGE_MESSAGES, type PageMessages } from './messages.ts'

export const CASHIER_PATH = '/sandbox/cashier'
export const CASHIER_STYLE_PATH = '/sandbox/cashier.css'

export type PageOptions = {
  readonly language: OfferedLanguage
  readonly currency: Currency
  readonly delaySeconds: number
}

/** Wraps a figure so that it is written from left to right in every language. */
function figure(text: string): string {
  return `<bdi class="figure" dir="ltr">${escape(text)}</bdi>`
}

/** Replaces the placeholders of a message by figures. */
function fill(message: string, figures: Readonly<Record<string, string>>): string {
  return escape(message).replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(figures, name) ? figure(figures[name]!) : hole,
  )
}

function layout(
  { language }: PageOptions,
  texts: PageMessages,
  paymentId: string | null,
  main: string,
): string {
  const right = RIGHT_TO_LEFT.includes(language)
  const query = paymentId === null ? '' : `payment=${escape(paymentId)}&amp;`
  const languages = OFFERED_LANGUAGES.map((one) => {
    const current = one === language ? ' aria-current="true"' : ''
    return `<a href="${CASHIER_PATH}?${query}lang=${one}" lang="${one.slice(0, 2)}"${current}>${LANGUAGE_NAMES[one]}</a>`
  }).join('')
  return `<!doctype html>
<html lang="${language.slice(0, 2)}" dir="${right ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sandbox Pay – ${escape(texts.badge)}</title>
<link rel="stylesheet" href="${CASHIER_STYLE_PATH}">
<link rel="icon" href="data:,">
</head>
<body>
<header>
<p class="brand"><bdi lang="en">Sandbox Pay</bdi> <span class="badge">${escape(texts.badge)}</span></p>
<nav aria-label="${escape(texts.language)}">${languages}</nav>
</header>
<main>
${main}
</main>
<footer><p>${escape(texts.about)}</p></footer>
</body>
</html>
`
}

function facts(payment: SandboxPayment, texts: PageMessages, options: PageOptions): string {
  const isOpen = payment.state === 'open'
  const amount = displayAmount(payment.amount, options.currency, options.language)
  const until = `${new Date(Number(payment.expires_ms)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const deadline = `\n<div><dt>${escape(texts.until)}</dt><dd>${figure(until)}</dd></div>`
  return `<dl>
<div class="total"><dt>${escape(isOpen ? texts.toPay : texts.amount)}</dt><dd>${figure(amount)}</dd></div>
<div><dt>${escape(texts.reference)}</dt><dd>${figure(payment.reference.slice(-12))}</dd></div>${isOpen ? deadline : ''}
</dl>`
}

function form(payment: SandboxPayment, language: OfferedLanguage, buttons: string): string {
  return `<form method="post" action="${CASHIER_PATH}">
<input type="hidden" name="payment" value="${escape(payment.payment_id)}">
<input type="hidden" name="lang" value="${language}">
${buttons}
</form>`
}

const mainButton = (choice: Choice, label: string) =>
  `<button class="main" name="choice" value="${choice}">${label}</button>`

const otherButton = (choice: Choice, label: string, text: string) =>
  `<button class="other" name="choice" value="${choice}"><strong>${label}</strong> <span>${text}</span></button>`

function openForm(payment: SandboxPayment, texts: PageMessages, options: PageOptions): string {
  const { language, currency, delaySeconds } = options
  const amount = displayAmount(payment.amount, currency, language)
  const less = displayAmount(payment.amount / 2n, currency, language)
  const others = [
    otherButton('decline', escape(texts.decline), escape(texts.declineText)),
    otherButton('delay', escape(texts.delay), fill(texts.delayText, { seconds: String(delaySeconds) })),
    otherButton('repeat', escape(texts.repeat), escape(texts.repeatText)),
    otherButton('wrong', escape(texts.wrong), fill(texts.wrongText, { amount: less })),
  ]
  return form(
    payment,
    language,
    `${mainButton('pay', fill(texts.pay, { amount }))}
<h2>${escape(texts.others)}</h2>
<div class="others">${others.join('\n')}</div>`,
  )
}

function notice(title: string, text: string, kind: 'ok' | 'bad' | 'plain'): string {
  return `<h1 class="${kind}">${escape(title)}</h1>
<p>${escape(text)}</p>`
}

/** The page of a payment, for its current state. */
export function paymentPage(payment: SandboxPayment, options: PageOptions): string {
  const texts = PAGE_MESSAGES[options.language]
  const { currency, language } = options
  const amount = displayAmount(payment.amount, currency, language)
  const back = `<a class="link" href="${escape(payment.return_url)}">${escape(texts.back)}</a>`
  const parts = [`<p class="banner">${escape(texts.banner)}</p>`]
  if (payment.state === 'paid') parts.push(notice(texts.paid, texts.paidText, 'ok'))
  else if (payment.state === 'declined') parts.push(notice(texts.declined, texts.declinedText, 'bad'))
  else if (payment.expired) parts.push(notice(texts.over, texts.overText, 'plain'))
  else parts.push(`<h1 class="quiet">${fill(texts.pay, { amount })}</h1>`)
  parts.push(facts(payment, texts, options))
  if (payment.state === 'open') {
    parts.push(
      payment.expired
        ? form(payment, language, mainButton('pay', fill(texts.payLate, { amount })))
        : openForm(payment, texts, options),
    )
  }
  parts.push(back)
  return layout(options, texts, payment.payment_id, parts.join('\n'))
}

/** The page for an unknown payment. */
export function unknownPage(options: PageOptions): string {
  const texts = PAGE_MESSAGES[options.language]
  return layout(options, texts, null, notice(texts.unknown, texts.unknownText, 'plain'))
}
