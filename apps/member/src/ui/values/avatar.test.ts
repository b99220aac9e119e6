import { describe, expect, it } from 'vitest'
import { firstCluster, tileOf } from './avatar.tsx'

describe('the letter of a person', () => {
  it('keeps the signs that belong to it', () => {
    expect(firstCluster('নুসরাত')).toBe('নু')
    expect(firstCluster('نورة')).toBe('ن')
    expect(firstCluster('élodie')).toBe('É')
    expect(firstCluster('👩‍🚀 Mae')).toBe('👩‍🚀')
    expect(firstCluster('  ')).toBe('·')
  })

  it('gives a name one colour for good', () => {
    expect(tileOf('Rahima ***')).toBe(tileOf('Rahima ***'))
  })
})
