/** Reads the public pictures of products. */
import type { PublicPicture } from '@fairlot/contract/media/media'
import type { Executor } from '../../../platform/db.ts'

/** SQL of a product's pictures as a JSON array, in their order. @param code SQL expression of the product code */
export const picturesOf = (code: string) => `(
  select coalesce(json_agg(json_build_object('name', media.name, 'width', media.width, 'height', media.height)
    order by image.position), '[]')
  from product_image image join media using (name) where image.code = ${code})`

/** SQL of the name of a product's first picture; null: it has none. @param code SQL expression of the product code */
export const firstPictureOf = (code: string) =>
  `(select image.name from product_image image where image.code = ${code} order by image.position limit 1)`

export async function readPictures(db: Executor, code: string): Promise<PublicPicture[]> {
  const [row] = await db.query<{ pictures: PublicPicture[] }>(`select ${picturesOf('$1')} as pictures`, [
    code,
  ])
  return row!.pictures
}
