import { useEffect, useState } from 'react'
import { direction } from '../../i18n/languages.ts'
import type { OfferedLanguage } from '../../i18n/languages.ts'
import { fontFamily, fontsFor, lightTokens, productImage, qrModules, tileOf } from './picture-assets.ts'
import { paintPicture } from './picture-paint.ts'
import type { PictureTexts } from './picture-texts.ts'
import type { SharedCard } from './shared.ts'

type Wanted = { card: SharedCard; texts: PictureTexts; link: string; language: OfferedLanguage }
type Made = { of: string; file: File; url: string }
type Picture =
  | { state: 'making' }
  | { state: 'ready'; file: File; url: string }
  | { state: 'failed'; retry: () => void }

async function draw({ card, texts, link, language }: Wanted): Promise<File> {
  const family = fontFamily()
  const words = Object.values(texts)
    .flat()
    .filter((text) => text !== null)
  const [product, qr] = await Promise.all([
    productImage(card.product),
    qrModules(link),
    fontsFor(words, family),
  ])
  const canvas = document.createElement('canvas')
  paintPicture(canvas, {
    texts,
    language,
    isRtl: direction(language) === 'rtl',
    family,
    token: lightTokens(),
    tile: tileOf(card),
    product,
    isPhoto: card.product.image !== null,
    qr,
  })
  return fileOf(canvas, `fairlot-${card.issue}.png`)
}

/** @throws when the device gives no picture */
export async function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the canvas gave no picture')
  return new File([blob], name, { type: 'image/png' })
}

/** Draws the picture, and again when a text of it changes. */
export function usePicture({ card, texts, link, language }: Wanted, isOpen: boolean): Picture {
  return useDrawn(JSON.stringify([card.product, texts, link, language]), isOpen, () =>
    draw({ card, texts, link, language }),
  )
}

/** Draws again when `of`, which has everything that is drawn, changes. */
export function useDrawn(of: string, isOpen: boolean, paint: () => Promise<File>): Picture {
  const [made, setMade] = useState<Made>()
  const [failed, setFailed] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const isMissing = isOpen && made?.of !== of
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    paint().then(
      (file) => {
        if (!isGone) setMade({ of, file, url: URL.createObjectURL(file) })
      },
      () => {
        if (!isGone) setFailed(of)
      },
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `of` has everything that is drawn; the objects themselves are new in every render
  }, [isMissing, of, attempt])
  const url = made?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  if (made?.of === of) return { state: 'ready', file: made.file, url: made.url }
  if (failed === of)
    return {
      state: 'failed',
      retry: () => {
        setFailed(undefined)
        setAttempt(attempt + 1)
      },
    }
  return { state: 'making' }
}
