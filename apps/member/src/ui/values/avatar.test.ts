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

  test('takes the same character as a segmenter', () => {
    const names = [
      'Rahima',
      'J. ***',
      'Łukasz',
      'रहीमा',
      'किरण',
      'क्षमा',
      'রহিমা',
      'ক্ষমা',
      'محمد',
      'مُحمد',
      '李雷',
      '1️⃣ a',
      '🇧🇩 b',
      'e\u0301a',
    ]
    for (const name of names) {
      const [first] = new Intl.Segmenter().segment(name)
      expect(firstCluster(name)).toBe(first!.segment.toLocaleUpperCase())
    }
  })

  test('gives the same name the same colour every time', () => {
    expect(tileOf('Rahima ***')).toBe(tileOf('Rahima ***'))
  })
})
