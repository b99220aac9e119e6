import type { financeDetail } from '@fairlot/contract/endpoints/finance'
import { account } from '@fairlot/contract/endpoints/home'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { saleStateOf, useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { useMember } from '../../../stores/session.ts'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { useDraft } from './draft.ts'
import { quoteOf, rangeOf } from './finance-quote.ts'
import { useFinanceBuy } from './use-finance-buy.ts'
import type { BuyInput, BuyProblem } from './use-finance-buy.ts'

export type FinanceDetail = Output<typeof financeDetail>

/** The form's id, because on a phone its button is in the page's action bar. */
export const FORM_ID = 'finance'

const BALANCE = ['balance'] as const
/** Refusals of a number of units: beside the field. */
const AT_UNITS: ReadonlySet<string> = new Set(['UNITS_RANGE', 'OVER_UNITS', 'UNITS_LEFT', 'RESERVE_SHORT'])

/** The shape of an address; the server also checks its checksum. */
const TRC20 = /^T[1-9A-HJ-NP-Za-km-z]{33}$/

type Errors = { units?: string; address?: string }

function focusFirst(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${FORM_ID} [aria-invalid="true"]`)?.focus(),
  )
}

/** Units, address and confirmation of a purchase. What was typed stays after every refusal. */
export function useBuyForm({ product, own, on }: FinanceDetail) {
  const { t } = useTranslation(['finance', 'ui'])
  const navigate = useNavigate()
  const words = useFinanceWords()
  const online = useOnline()
  const block = useMoneyBlock()
  const member = useMember()
  const wallet = useRead(account, {}, { topics: BALANCE, enabled: member !== null }).data
  const balance = wallet?.balance ?? own?.balance ?? null
  const { least, most } = rangeOf(product, own?.available ?? null)
  const { draft, change, clear } = useDraft(product.code, { units: String(product.minUnits), address: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [asks, setAsks] = useState(false)

  const complain = (wrong: Errors) => {
    setErrors(wrong)
    setAsks(false)
    // the sheet first returns the focus to its button
    setTimeout(focusFirst)
  }
  const purchase = useFinanceBuy(
    product.code,
    { next: hrefOf(paths.financeProduct(product.code)) },
    {
      bought: ({ order }) => {
        clear()
        void navigate({ ...paths.financeOrders({ order: order.id, bought: '1' }), replace: true })
      },
      refused: (problem: BuyProblem) => {
        if (problem.kind === 'open') return
        const { units, trc20Address: address } = problem.fields
        if (address !== undefined) complain({ address })
        else if (units !== undefined || AT_UNITS.has(problem.code))
          complain({ units: units ?? problem.message })
      },
    },
  )
  const open = purchase.problem?.kind === 'open' ? purchase.problem.input : null
  // An open outcome shows the purchase that may be tried again, and nothing else.
  const entered = open === null ? draft.units : String(open.units)
  const address = open === null ? draft.address : (open.trc20Address ?? '')
  const units = entered === '' ? 0 : Number(entered)
  const locked = open !== null || purchase.sending
  const quote = quoteOf(product, units, balance, serverNow())
  const state = saleStateOf(product, on)
  const nothing = state === 'open' && most === 0 && own !== null ? t('why.most') : undefined

  const wrongUnits = (): string | undefined => {
    if (entered === '') return t('form.required')
    if (units >= least && units <= most) return undefined
    const range = { min: formatNumber(least), max: formatNumber(most) }
    return own !== null && own.units > 0
      ? t('form.rangeHeld', { ...range, held: formatNumber(own.units) })
      : t('form.range', range)
  }
  const input: BuyInput = {
    code: product.code,
    units,
    ...(product.needsTrc20 && { trc20Address: address.trim() }),
  }
  return {
    product,
    own,
    least,
    most,
    units,
    /** the text of the field, which may be no possible number */
    entered,
    address,
    errors,
    quote,
    balance,
    purchase,
    locked,
    isOpen: open !== null,
    isPossible: units >= least && units <= most,
    block,
    /** why nothing can be bought, in a sentence */
    why: online
      ? (block?.short ?? (locked ? undefined : (words.why(state, product.saleFrom) ?? nothing)))
      : t('ui:offline.money'),
    asks,
    setAsks,
    next: hrefOf(paths.financeProduct(product.code)),
    enter: (part: { units?: string; address?: string }) => {
      if (locked) return
      purchase.dismiss()
      setErrors({})
      change(part)
    },
    /** checks what was entered and asks for the confirmation */
    submit: () => {
      if (open !== null) return setAsks(true)
      const wrong: Errors = {}
      const text = wrongUnits()
      if (text !== undefined) wrong.units = text
      if (product.needsTrc20) {
        if (address.trim() === '') wrong.address = t('form.trc20Required')
        else if (!TRC20.test(address.trim())) wrong.address = t('form.trc20Wrong')
      }
      if (wrong.units !== undefined || wrong.address !== undefined) return complain(wrong)
      setErrors({})
      purchase.dismiss()
      setAsks(true)
    },
    /** pays what the confirmation shows */
    pay: () => purchase.buy(open ?? input),
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>
