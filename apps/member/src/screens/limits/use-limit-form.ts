import { limitSave } from '@fairlot/contract/endpoints/guard'
import { enteredCap } from '@fairlot/contract/schemas'
import { useState } from 'react'
import { CallError } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import {
  asTyped,
  changeOf,
  enteredMinutes,
  hoursAndMinutes,
  isWithinPeriod,
  minutesOf,
} from './limit-math.ts'
import type { Change, Limit } from './limit-math.ts'
import { useGuardAct } from '../../parts/guard/use-guard.ts'

const RULES = ['REQUIRED', 'AMOUNT_FORMAT', 'LIMIT_MINUTES'] as const
type Rule = (typeof RULES)[number]

/** The rule that the typed ceiling breaks; null when it is valid. */
function ruleBroken({ kind, period }: Limit, typed: string): Rule | null {
  const parsed = enteredCap.safeParse(typed)
  if (!parsed.success)
    return RULES.find((rule) => rule === parsed.error.issues[0]?.message) ?? 'AMOUNT_FORMAT'
  return kind === 'time' && !isWithinPeriod(typed, period) ? 'LIMIT_MINUTES' : null
}

function typedAtFirst({ kind, cap }: Limit) {
  if (cap === null) return { amount: '', hours: '', minutes: '' }
  if (kind !== 'time') return { amount: asTyped(cap), hours: '', minutes: '' }
  const { hours, minutes } = hoursAndMinutes(minutesOf(cap))
  return { amount: '', hours: String(hours), minutes: String(minutes) }
}

/** The form of one limit: the typed value, its meaning, and the server's refusal. */
export function useLimitForm(limit: Limit, onSaved: (change: Change) => void) {
  const { t } = useTranslation('limits')
  const { kind, period } = limit
  const [typed, setTyped] = useState(() => typedAtFirst(limit))
  const [error, setError] = useState<string>()
  /** the change that was sent, for the toast */
  const [sent, setSent] = useState<Change>('same')
  const save = useGuardAct(limitSave, {
    quietFields: true,
    onSuccess: () => onSaved(sent),
    onError: (failed) => {
      if (failed instanceof CallError) setError(failed.failure.fields?.['cap'])
    },
  })
  const cap = kind === 'time' ? enteredMinutes(typed.hours, typed.minutes) : typed.amount
  const broken = ruleBroken(limit, cap)
  const send = (change: Change, wanted: string | null) => {
    setSent(change)
    setError(undefined)
    save.mutate(wanted === null ? { kind, period } : { kind, period, cap: wanted })
  }
  return {
    typed,
    enter: (part: Partial<typeof typed>) => {
      setTyped({ ...typed, ...part })
      setError(undefined)
    },
    /** what is typed differs from the current limit */
    changed: JSON.stringify(typed) !== JSON.stringify(typedAtFirst(limit)),
    /** the typed ceiling; null while it is not valid */
    cap: broken === null ? cap : null,
    change: broken === null ? changeOf(limit.cap, cap) : null,
    error,
    sending: save.isPending,
    submit: () => {
      if (save.isPending) return
      if (broken !== null) setError(t(`field.${broken}`))
      else send(changeOf(limit.cap, cap), cap)
    },
    remove: () => {
      if (!save.isPending) send('looser', null)
    },
  }
}

export type LimitForm = ReturnType<typeof useLimitForm>
