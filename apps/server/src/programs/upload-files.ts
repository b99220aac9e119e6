import { fromHex } from '@fairlot/fairness/bytes'
import { uploadSealing, type UploadFiles } from '../modules/uploads/index.ts'
import { systemRandom } from '../platform/random.ts'
import type { Secrets } from '../platform/secrets.ts'
import { storageOf, type StoragePlace } from '../platform/storage/place.ts'

/** The storage of an installation's pictures, and the key of its files. */
export function uploadFilesOf(
  place: StoragePlace,
  { uploadEncryption }: Pick<Secrets, 'uploadEncryption'>,
): UploadFiles {
  return {
    storage: storageOf(place),
    sealing: uploadSealing(fromHex(uploadEncryption, 32), systemRandom),
  }
}
