/** The settings of uploads. A change applies to new uploads. */
import { defineSetting, whole, type Values } from '../../platform/settings/settings.ts'

const PER_DAY = defineSetting({
  name: 'uploads.perDay',
  about: 'Maximum number of pictures that a member can send on one business day.',
  kind: whole({ minimum: 1, maximum: 1_000 }),
  initial: '30',
  effect: 'new',
})
const MEGABYTES = defineSetting({
  name: 'uploads.memberMegabytes',
  about: 'Maximum megabytes of stored pictures per member.',
  kind: whole({ minimum: 1, maximum: 10_000 }),
  initial: '50',
  effect: 'new',
})

export const UPLOAD_SETTINGS = [PER_DAY, MEGABYTES]

export type UploadSettings = { readonly perDay: number; readonly megabytes: number }

export const uploadSettings = (values: Values): UploadSettings => ({
  perDay: values.get(PER_DAY),
  megabytes: values.get(MEGABYTES),
})
