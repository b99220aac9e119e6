import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(path.resolve(import.meta.dirname, '../../styles/tokens.css'), 'utf8')

type Colour = readonly [red: number, green: number, blue: number]

/** The tokens of a theme; the dark theme changes some of the light ones. */
function tokensOf(theme: 'light' | 'dark'): (name: string) => string {
  const [light = '', dark = ''] = css.split("[data-theme='dark']")
  return (name) => {
    const found = [...(theme === 'dark' ? [dark] : []), light]
      .map((block) => new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1])
      .find((value) => value !== undefined)
    if (found === undefined) throw new Error(`no token ${name}`)
    return found
  }
}

const hex = (text: string): Colour => {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

/** A translucent white over a colour. */
const raised = (text: string, ground: Colour): Colour => {
  const share = Number(/\/ ([\d.]+)\)/.exec(text)?.[1])
  return ground.map((value) => 255 * share + value * (1 - share)) as unknown as Colour
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each(['light', 'dark'] as const)(
  'a strip on the stage tells sold, own and empty stubs apart in the %s theme',
  (theme) => {
    const token = tokensOf(theme)
    const empty = raised(token('stage-raised'), hex(token('stage')))
    expect(contrast(hex(token('on-brand-2')), empty)).toBeGreaterThan(4.5)
    expect(contrast(hex(token('gold')), empty)).toBeGreaterThan(3)
    // Gold is as light as a sold stub, so an own stub also has a dot.
    expect(contrast(hex(token('on-gold')), hex(token('gold')))).toBeGreaterThan(4.5)
  },
)
