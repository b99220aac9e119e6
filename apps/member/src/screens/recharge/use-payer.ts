import { PAYER_FIELDS } from '@fairlot/contract/kinds/recharge-ways'
import type { PayerField } from '@fairlot/contract/kinds/recharge-ways'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useStepUp } from '../../parts/auth/use-step-up.ts'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'

type Values = { [F in PayerField]?: string | undefined }

/** The server names a field of the payer with or without the group. */
const GROUP = /^payer\./

/**
 * Who pays. What was typed stays after a refusal and when another method is chosen: fields of the same name belong to all
 * methods.
 */
export function usePayer(method: RechargeMethod) {
  const { t } = useTranslation('recharge')
  const [values, setValues] = useState<Values>({})
  const [errors, setErrors] = useState<Values>({})
  const step = useStepUp('recharge')
  const fields = method.fields.flatMap(({ field, required }) =>
    field === 'code' ? [] : [{ field, isOptional: !required }],
  )
  const needsCode = asksForCode(method)
  const textOf = (field: PayerField) => (values[field] ?? '').trim()
  return {
    fields,
    values,
    errors,
    step,
    enter: (field: PayerField, value: string) => {
      setValues((old) => ({ ...old, [field]: value }))
      setErrors((old) => ({ ...old, [field]: undefined }))
    },
    /** whether everything that is required was typed; says under the fields what is missing */
    isComplete: (): boolean => {
      const missing = fields.filter(({ field, isOptional }) => !isOptional && textOf(field) === '')
      setErrors(Object.fromEntries(missing.map(({ field }) => [field, t('payer.required')])))
      const hasCode = !needsCode || step.isComplete()
      return missing.length === 0 && hasCode
    },
    /** shows the server's messages under their fields */
    complain: (messages: Readonly<Record<string, string>>) => {
      const placed = Object.entries(messages).map(([name, text]) => [name.replace(GROUP, ''), text] as const)
      setErrors(Object.fromEntries(placed.filter(([name]) => isPayerField(name))))
      const code = placed.find(([name]) => name === 'code')
      if (code !== undefined) step.complain(code[1])
    },
    /** the part of the call's input */
    input: () => {
      const filled = fields.filter(({ field }) => textOf(field) !== '')
      return {
        ...(filled.length === 0
          ? {}
          : { payer: Object.fromEntries(filled.map(({ field }) => [field, textOf(field)])) as Values }),
        ...(needsCode ? { code: step.code } : {}),
      }
    },
  }
}

/** Whether a method asks for an SMS code. */
export const asksForCode = (method: RechargeMethod): boolean =>
  method.fields.some(({ field }) => field === 'code')

const isPayerField = (name: string): name is PayerField => (PAYER_FIELDS as readonly string[]).includes(name)

/** Whether a message of the server has a place under one of these fields. */
export const isOfPayer = (name: string): boolean => {
  const bare = name.replace(GROUP, '')
  return bare === 'code' || isPayerField(bare)
}

export type PayerForm = ReturnType<typeof usePayer>
