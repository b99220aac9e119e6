/** Pictures of products: add one from a file, remove one, move one. */
import { readFileSync } from 'node:fs'
import type { Command, Given, Parameter } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { Problem } from '../../problem.ts'
import { CODE, FROM_NEXT_ISSUE, noteNextIssue, PRODUCT_GROUP } from './product-parts.ts'

const PICTURE: Parameter = { name: 'picture', about: 'its number in product show, from 1' }

const namesOf = async (desk: Desk, given: Given): Promise<string[]> =>
  (await desk.call('productShow', { code: given.text('code') })).images.map(({ name }) => name)

/** The place of a picture in the list, from 0. @throws Problem when there is no such picture */
function placeOf(given: Given, name: string, count: number): number {
  const number = Number(given.text(name))
  if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1
  throw new Problem(`The product has ${count} pictures: give a number from 1 to ${count}.`)
}

async function save(desk: Desk, given: Given, images: readonly string[]): Promise<void> {
  const shown = await desk.call('productImages', {
    code: given.text('code'),
    ...(images.length > 0 && { images: [...images] }),
  })
  await desk.show(shown, () => {
    const { length } = shown.images
    desk.out(`${shown.code} has ${length === 1 ? '1 picture' : `${length} pictures`}.`)
    noteNextIssue(shown, desk)
  })
}

const base = { group: PRODUCT_GROUP, endpoint: 'productImages', fields: { images: 'picture' } } as const

const add: Command = {
  ...base,
  name: 'image add',
  about: 'Add a picture to a product, as the last one',
  details: `JPEG, PNG or WebP of at most 5 MB. The server encodes it again without metadata. The first picture is the one in lists. ${FROM_NEXT_ISSUE}`,
  parameters: [CODE, { name: 'file', about: 'the picture' }],
  options: [],
  async run(desk, given) {
    const names = await namesOf(desk, given)
    const file = given.text('file')
    let bytes
    try {
      bytes = readFileSync(file)
    } catch {
      throw new Problem(`The file ${file} cannot be read.`)
    }
    const { name } = await desk.sendPicture(bytes)
    await save(desk, given, [...names, name])
  },
}

const remove: Command = {
  ...base,
  name: 'image remove',
  about: 'Remove a picture from a product',
  details: `${FROM_NEXT_ISSUE} A picture that no issue has shown is no longer served.`,
  parameters: [CODE, PICTURE],
  options: [],
  async run(desk, given) {
    const names = await namesOf(desk, given)
    const place = placeOf(given, 'picture', names.length)
    await save(desk, given, names.toSpliced(place, 1))
  },
}

const move: Command = {
  ...base,
  name: 'image move',
  about: 'Move a picture of a product to another place',
  details: FROM_NEXT_ISSUE,
  parameters: [CODE, PICTURE, { name: 'place', about: 'its new number' }],
  options: [],
  async run(desk, given) {
    const names = await namesOf(desk, given)
    const from = placeOf(given, 'picture', names.length)
    const to = placeOf(given, 'place', names.length)
    await save(desk, given, names.toSpliced(from, 1).toSpliced(to, 0, names[from]!))
  },
}

export const IMAGES: readonly Command[] = [add, remove, move]
