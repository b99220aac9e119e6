// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loadMessages, startMessages } from '../../i18n/i18n.ts'
import { DurationField } from '../../screens/limits/duration-field.tsx'
import { UnitsField } from '../../screens/finance/buy/units-field.tsx'
import { setUpApp } from '../../testing/open-app.tsx'
import { CodeField } from './code-field.tsx'
import { DayField, NO_DAY } from './day-field.tsx'
import { Stepper } from './stepper.tsx'

setUpApp()
beforeEach(async () => {
  await startMessages()
  await loadMessages(['limits'])
})

/** Types into the first field of what is rendered. */
function type(field: React.ReactElement, text: string) {
  render(field)
  fireEvent.change(screen.getAllByRole('textbox')[0]!, { target: { value: text } })
}

test('every field of digits takes those of Bengali, Hindi and Arabic keyboards', () => {
  const got: unknown[] = []
  const take = (...values: unknown[]) => void got.push(values.length === 1 ? values[0] : values)
  type(<CodeField value="" onChange={take} onSend={take} resendAt={null} />, '১২৩৪৫৬')
  cleanup()
  type(<DayField label="day" value={NO_DAY} onChange={(day) => take(Object.values(day).join(''))} />, '०३')
  cleanup()
  type(<Stepper label="shares" value={1} onChange={take} max={100} />, '٤٢')
  cleanup()
  type(<UnitsField label="units" value="" onChange={take} min={1} max={9} hint="" fixed={false} />, '৭')
  cleanup()
  type(<DurationField label="time" hours="" minutes="" onChange={take} />, '١٢')
  expect(got).toEqual(['123456', '03', 42, '7', ['12', '']])
})
