import { MAX_REVIEW_PICTURES } from '@fairlot/contract/life/review-life'
import { useRef, useState } from 'react'
import { useUploads } from '../../parts/upload/use-uploads.ts'
import type { Upload } from '../../parts/upload/use-uploads.ts'

export type ReviewPicture = { name: string; upload: Upload }

/** The pictures of a review in their order: add, remove, move. Each is sent as soon as it is chosen. */
export function useReviewPictures() {
  const uploads = useUploads('review')
  const [names, setNames] = useState<readonly string[]>([])
  const [isOver, setOver] = useState(false)
  const next = useRef(0)
  const pictures: ReviewPicture[] = names.map((name) => ({ name, upload: uploads(name) }))
  const room = MAX_REVIEW_PICTURES - names.length
  return {
    pictures,
    room,
    /** the last choice had more pictures than there was room for */
    isOver,
    add: (files: readonly File[]) => {
      const taken = files.slice(0, room).map((file) => ({ file, name: `p${next.current++}` }))
      setNames((all) => [...all, ...taken.map(({ name }) => name)])
      setOver(files.length > room)
      for (const { file, name } of taken) uploads(name).choose(file)
    },
    remove: (name: string) => {
      uploads(name).remove()
      setNames((all) => all.filter((one) => one !== name))
      setOver(false)
    },
    /** moves a picture to the place of another one */
    move: (name: string, to: number) => {
      setNames((all) => {
        const rest = all.filter((one) => one !== name)
        const place = Math.max(0, Math.min(rest.length, to))
        return [...rest.slice(0, place), name, ...rest.slice(place)]
      })
    },
    /** the ids of all pictures; null while one is missing */
    ids: (): string[] | null => {
      const ids = pictures.map(({ upload }) => upload.id)
      return ids.every((id) => id !== null) ? ids : null
    },
    busy: pictures.some(({ upload }) => upload.busy),
  }
}

export type ReviewPictureList = ReturnType<typeof useReviewPictures>
