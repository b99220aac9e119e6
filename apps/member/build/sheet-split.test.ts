import { describe, expect, test } from 'vitest'
import { lean, partFor } from './sheet-split.ts'

describe('the part of a style sheet that a page needs', () => {
  test('has the rules of the classes in the code, and those without a class', () => {
    const css = 'html{color:red}.flex{display:flex}.grid{display:grid}'
    expect(partFor(css, 'className:"flex gap-2"')).toBe('html{color:red}.flex{display:flex}')
  })

  test('leaves out a class that is only a part of another word', () => {
    expect(partFor('.p-3{padding:1px}', '"top-3 p-35"')).toBe('')
  })

  test('keeps the selectors of a list that can match', () => {
    expect(partFor('.a,.b,.a .c,ul{x:y}', '"a"')).toBe('.a,ul{x:y}')
  })

  test('reads escaped classes', () => {
    const css = String.raw`.desk\:grid-cols-\[776fr_400fr\]{a:b}.\32 xl{a:b}.w-1\.5{a:b}.before\:content-\[\'\'\]:before{a:b}`
    expect(partFor(css, `"desk:grid-cols-[776fr_400fr] 2xl w-1.5 before:content-['']"`)).toBe(css)
  })

  test('keeps a class that the code completes', () => {
    expect(partFor('.page-text{a:b}.code-text{a:b}', '`page-${width}`')).toBe('.page-text{a:b}')
  })

  test('keeps what an element without a class can match', () => {
    const css = '.on:not(.off){a:b}:is(.off,p){a:b}'
    expect(partFor(css, '"on"')).toBe(css)
  })

  test('keeps layers in their order, and drops empty conditions', () => {
    expect(partFor('@layer theme,base;@layer base{.x{a:b}}@media print{.x{a:b}}', '')).toBe(
      '@layer theme,base;@layer base{}',
    )
  })

  test('keeps only the animations and properties in use', () => {
    const css =
      '.a{animation:turn 1s;margin:var(--m)}.b{animation:fade 1s}@property --m{inherits:false}@property --n{inherits:false}' +
      '@keyframes turn{to{rotate:1turn}}@keyframes fade{50%{opacity:1}}'
    expect(partFor(css, '"a"')).toBe(
      '.a{animation:turn 1s;margin:var(--m)}@property --m{inherits:false}@keyframes turn{to{rotate:1turn}}',
    )
  })

  test('reads braces, semicolons and commas in quotes as text', () => {
    const css = '.a:after{content:"};{"}[title="a,b"]{a:b}'
    expect(partFor(css, '"a"')).toBe(css)
  })
})

test('takes the fonts and the values for old browsers out of a style sheet', () => {
  const css = '@layer properties{@supports (x:y) and (not (z:w)){*,:before{--a:0;--b:""}}}@layer base{p{a:b}}'
  expect(lean(`/*! a */\n${css}@font-face{src:url(a.woff2)}`)).toBe('@layer base{p{a:b}}')
})
