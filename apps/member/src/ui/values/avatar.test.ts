import { describe, expect, test } from 'vitest'
import { firstCluster, tileOf } from './avatar.tsx'

describe('the avatar', () => {
  test('keeps combining signs with the first letter', () => {
    expect(firstCluster('নুসরাত')).toBe('নু')
    expect(firstCluster('نورة')).toBe('ن')
    expect(firstCluster('élodie')).toBe('É')
    expect(firstCluster('👩‍🚀 Mae')).toBe('👩‍🚀')
    expect(firstCluster('  ')).toBe('·')
  })

  test('gives the same name the same colour every time', () => {
    expect(tileOf('Rahima ***')).toBe(tileOf('Rahima ***'))
  })
})
