// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { ScrollTabs } from './scroll-tabs.tsx'

const TABS = ['all', 'phones', 'gold'].map((value) => ({ value, label: value }))

function Example() {
  const [value, setValue] = useState('all')
  return (
    <ScrollTabs label="Categories" tabs={TABS} value={value} onChange={setValue}>
      <p>{`Content of ${value}`}</p>
      <a href="#inside">inside</a>
    </ScrollTabs>
  )
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent

afterEach(() => {
  cleanup()
  document.dir = 'ltr'
})

describe('a row of tabs', () => {
  test('names its panel by the chosen tab', async () => {
    render(<Example />)
    await userEvent.click(screen.getByRole('tab', { name: 'phones' }))
    const panel = screen.getByRole('tabpanel', { name: 'phones' })
    expect(panel.textContent).toContain('Content of phones')
    expect(screen.getByRole('tab', { name: 'phones' }).getAttribute('aria-controls')).toBe(panel.id)
  })

  test('is one tab stop, and the next one is in the panel', async () => {
    render(<Example />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'all' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'inside' }))
  })

  test('chooses by arrow keys, Home and End, and goes round', async () => {
    render(<Example />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(chosen()).toBe('phones')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'phones' }))
    await userEvent.keyboard('{End}')
    expect(chosen()).toBe('gold')
    await userEvent.keyboard('{ArrowRight}')
    expect(chosen()).toBe('all')
    await userEvent.keyboard('{ArrowLeft}')
    expect(chosen()).toBe('gold')
    await userEvent.keyboard('{Home}')
    expect(chosen()).toBe('all')
  })

  test('turns the arrow keys round where the text runs from right to left', async () => {
    document.dir = 'rtl'
    render(<Example />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(chosen()).toBe('phones')
  })

  test('leaves keys with a modifier to the browser', async () => {
    render(<Example />)
    await userEvent.tab()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(chosen()).toBe('all')
  })
})
