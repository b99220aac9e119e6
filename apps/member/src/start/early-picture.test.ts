import { expect, test } from 'vitest'
import { GALLERY_SIZES, pictureLink } from './early-picture.ts'

const drawings = { cooker: 'assets/cooker-A.svg' }
const answer = (images: { name: string }[], art = 'cooker') => ({
  flag: 0,
  data: { images, card: { product: { art } } },
})

test('an issue with pictures asks for the first one, in the widths that the gallery offers', () => {
  expect(pictureLink(answer([{ name: 'ab' }, { name: 'cd' }]), drawings)).toEqual({
    href: '/media/ab-1280.webp',
    imageSrcset: '/media/ab-320.webp 320w, /media/ab-640.webp 640w, /media/ab-1280.webp 1280w',
    imageSizes: GALLERY_SIZES,
  })
})

test('an issue without pictures asks for its drawing', () => {
  expect(pictureLink(answer([]), drawings)).toEqual({ href: '/assets/cooker-A.svg' })
})

test('an unknown drawing, a refusal and no answer ask for nothing', () => {
  expect(pictureLink(answer([], 'boat'), drawings)).toBeUndefined()
  expect(pictureLink({ flag: 1004, data: null }, drawings)).toBeUndefined()
  expect(pictureLink(undefined, drawings)).toBeUndefined()
})
