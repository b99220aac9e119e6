/** Places the refusals of forms: at their field, or at the button when they name a wait. */
import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Code } from '@fairlot/contract/flags'
import { CallError } from '../../api/api.ts'

/** Refusals of sending an SMS code. They are shown under the code field. */
export const OF_SENDING: readonly Code[] = ['CODE_TOO_SOON', 'CODE_LIMIT']
/** Refusals that end with time: the button is locked and counts down. */
const OF_TIME: readonly Code[] = ['LOGIN_DELAYED', 'TOO_MANY_CALLS']

const has = (codes: readonly Code[], error: CallError): boolean => codes.includes(error.code)

/** The refusals that a form with these fields shows itself, so that no toast repeats them. All others get a toast. */
export function placedIn(names: readonly string[]): (error: CallError) => boolean {
  return (error) => {
    const { fields = {}, retryAfter } = error.failure
    const named = Object.keys(fields)
    if (named.length > 0) return named.every((name) => names.includes(name))
    if (has(OF_SENDING, error) || error.code === 'LOGIN_FAILED') return true
    return has(OF_TIME, error) && retryAfter !== undefined
  }
}

/** Puts the server's messages under the fields that they name. */
export function showFields<V extends FieldValues>(
  form: Pick<UseFormReturn<V>, 'setError'>,
  error: Error,
  names: readonly FieldPath<V>[],
): void {
  if (!(error instanceof CallError)) return
  for (const name of names) {
    const message = error.failure.fields?.[name]
    if (message !== undefined) form.setError(name, { type: 'server', message })
  }
}

/** The seconds that a refusal asks to wait; 0 when it names no wait. */
export const waitOf = (error: Error): number =>
  error instanceof CallError && has(OF_TIME, error) ? (error.failure.retryAfter ?? 0) : 0

/** A countdown: the seconds left, and a function that starts it. */
export function useWait(): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  const begin = (seconds: number) => {
    if (seconds <= 0) return
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((until - now) / 1000)), begin]
}

/** Frames within which a form that was submitted has drawn its errors. */
const FRAMES_TO_DRAW = 5

/** Moves the focus to the first field with an error, as soon as the error is drawn. */
export function focusFirstError(form: HTMLFormElement | null, framesLeft = FRAMES_TO_DRAW): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else if (framesLeft > 1) focusFirstError(form, framesLeft - 1)
  })
}
