/**
 * Reviews of the demo world: one of the headphones is published, one of the watch waits for a moderator. Title and product say that
 * they are demo data. Their pictures are drawn by this program and take the steps of pictures that members send.
 */
import type { Context } from '../context.ts'
import { createReviews } from '../modules/mall/index.ts'
import { uuidv8 } from '../platform/random.ts'
import { box, disc, drawn, type Shape } from './pictures.ts'

const CARTON: readonly Shape[] = [
  box([480, 560, 620, 130], 60, [20, 60, 66], { fade: 90, alpha: 0.35 }),
  box([480, 430, 520, 330], 14, [214, 172, 118], { to: [186, 142, 92] }),
  box([480, 290, 540, 70], 10, [228, 190, 140], { to: [206, 164, 112] }),
  box([480, 430, 70, 330], 2, [240, 214, 172], { to: [224, 190, 142] }),
  box([330, 500, 120, 70], 6, [250, 246, 236]),
]
const HEADPHONES: readonly Shape[] = [
  disc(480, 330, 400, [31, 41, 46]),
  disc(480, 340, 336, [205, 229, 227], { to: [189, 219, 217] }),
  box([480, 480, 420, 200], 4, [195, 223, 221], { to: [185, 217, 216] }),
  box([480, 590, 540, 80], 40, [20, 60, 66], { fade: 70, alpha: 0.35 }),
  box([290, 450, 110, 210], 52, [38, 126, 134], { to: [16, 84, 94] }),
  box([670, 450, 110, 210], 52, [38, 126, 134], { to: [16, 84, 94] }),
  box([330, 450, 44, 170], 22, [31, 41, 46]),
  box([630, 450, 44, 170], 22, [31, 41, 46]),
]
const WATCH: readonly Shape[] = [
  box([500, 610, 380, 70], 35, [20, 60, 66], { fade: 70, alpha: 0.35 }),
  box([480, 360, 150, 560], 60, [31, 41, 46], { to: [18, 26, 30] }),
  box([480, 360, 260, 280], 70, [196, 205, 208], { to: [150, 160, 164] }),
  box([480, 360, 226, 246], 58, [18, 26, 30]),
  disc(480, 360, 170, [76, 175, 110]),
  disc(480, 360, 136, [18, 26, 30]),
  disc(480, 360, 110, [255, 182, 30]),
  disc(480, 360, 80, [18, 26, 30]),
]

type DemoReview = {
  title: string
  content: string
  pictures: readonly (readonly Shape[])[]
  publish: boolean
}

const REVIEWS: Readonly<Record<string, DemoReview>> = {
  'AUDIO-0001': {
    title: 'Demo: soft pads, long cable missing',
    content:
      'Demo review. It came well packed after two days. The sound is clear; the box has only the short cable.',
    pictures: [HEADPHONES, CARTON],
    publish: true,
  },
  'WATCH-0001': {
    title: 'Demo: smaller than I thought',
    content: 'Demo review. The strap is a bit stiff, the screen is bright outside.',
    pictures: [WATCH],
    publish: false,
  },
}

/** Posts the demo review of a won order, unless it was posted before; a moderator publishes it. */
export async function demoReview(
  context: Context,
  issue: string,
  { memberId, order, number }: { memberId: string; order: string; number: string },
): Promise<void> {
  const { mall, uploads, db } = context
  const review = REVIEWS[issue]
  if (!review) throw new Error(`the demo world has no review of ${issue}`)
  const owner = { memberId, language: 'en-us' as const }
  const reviews = createReviews(mall.reviews)
  const [known] = (await reviews.mine(owner, { limit: 100 })).items.filter((one) => one.order === order)
  if (!known) {
    const pictures: string[] = []
    for (const shapes of review.pictures)
      pictures.push(await uploads.add(memberId, 'review', await drawn(shapes, 2)))
    const { title, content } = review
    const requestId = uuidv8(`fairlot/demo/review/${issue}`)
    await reviews.post(owner, { order, title, content, pictures, named: true, requestId })
  }
  if (!review.publish || (known && known.state !== 'waiting')) return
  const copies = await mall.reviewDesk.prepare(number)
  await db.tx((tx) => mall.reviewDesk.publish(tx, number, copies, {}))
}
