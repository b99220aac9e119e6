/** Gives a picture to the device: to its share menu where that takes files, else as a download. */
import { saveFile } from '../proof/save-file.ts'

/** `dismissed`: the member closed the share menu. */
export type Handed = 'shared' | 'saved' | 'dismissed'

/** Whether the share menu of this device takes the file. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.share === 'function' &&
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [file] })

/** @param text stands beside the picture where the receiver shows it */
export async function handOver(file: File, text: string): Promise<Handed> {
  if (canShareFile(file)) {
    try {
      await navigator.share({ files: [file], text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
      // The browser refused the share menu: the member still gets the picture.
    }
  }
  saveFile(file, file.name)
  return 'saved'
}
