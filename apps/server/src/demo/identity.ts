/** An identity check of the demo world that waits for two operators. Its pictures are plain colours. */
import { IDENTITY_FORMS } from '@fairlot/contract/life/identity-life'
import sharp from 'sharp'
import type { Context } from '../context.ts'
import { uuidv8 } from '../platform/random.ts'

const COLOURS = ['#7fa8a4', '#c9b27c', '#a8a4c9', '#c98f7c'] as const
const DOCUMENT = 'national_id'

/** Begins the check once. */
export async function demoIdentity(
  { db, uploads, identityChecks }: Context,
  memberId: string,
): Promise<void> {
  if ((await identityChecks.state(db, memberId)) !== 'none') return
  const pictures = []
  for (const [index, slot] of IDENTITY_FORMS[DOCUMENT].entries()) {
    const background = COLOURS[index % COLOURS.length]!
    const file = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    pictures.push({ slot, upload: await uploads.add(memberId, 'identity', file) })
  }
  await identityChecks.submit(memberId, {
    document: DOCUMENT,
    name: 'Rahim Uddin',
    birthDate: '1990-05-14',
    documentNumber: 'DEMO 0001',
    pictures,
    requestId: uuidv8('fairlot/demo/identity'),
  })
}
