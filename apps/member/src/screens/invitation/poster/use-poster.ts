import { direction } from '../../../i18n/languages.ts'
import type { OfferedLanguage } from '../../../i18n/languages.ts'
import { fontFamily, fontsFor, lightTokens, qrModules } from '../../../parts/share-picture/picture-assets.ts'
import {
  paintCode,
  paintMark,
  paintStage,
  paintTexts,
  paintTicket,
  styleOf,
} from '../../../parts/share-picture/picture-paint.ts'
import { fileOf, useDrawn } from '../../../parts/share-picture/use-picture.ts'
import { posterLayout } from './poster-layout.ts'
import type { PosterTexts } from './poster-texts.ts'

type Wanted = { texts: PosterTexts; link: string; language: OfferedLanguage }

async function draw({ texts, link, language }: Wanted): Promise<File> {
  const family = fontFamily()
  const words = Object.values(texts)
    .flat()
    .filter((text) => text !== null)
  const [qr] = await Promise.all([qrModules(link), fontsFor(words, family)])
  const canvas = document.createElement('canvas')
  const token = lightTokens()
  const { context, style } = styleOf(canvas, { language, isRtl: direction(language) === 'rtl', family })
  const layout = posterLayout(texts, style)
  paintStage(context, token)
  paintTicket(context, layout, token)
  paintMark(context, layout.mark, token)
  paintCode(context, layout, { token, qr })
  paintTexts(context, layout.texts, { family, token })
  return fileOf(canvas, `fairlot-${texts.code}.png`)
}

/** The poster as a file, drawn on this device, always in light colours. */
export const usePoster = (wanted: Wanted, isOpen: boolean) =>
  useDrawn(JSON.stringify(wanted), isOpen, () => draw(wanted))
