/** The types of settings, and which records a changed setting applies to. */

/**
 * `wholes` and `moneys` are lists of `whole` and `money`; `countries` is a list of ISO codes, `origins` one of `https://host`;
 * `frames` is the list of external games as JSON.
 */
export const SETTING_TYPES = [
  'flag',
  'whole',
  'wholes',
  'money',
  'moneys',
  'text',
  'countries',
  'origins',
  'frames',
] as const
export type SettingType = (typeof SETTING_TYPES)[number]

/** `new`: records made after the change, each keeps the value it was made under; `all`: every record, at once. */
export const SETTING_EFFECTS = ['new', 'all'] as const
export type SettingEffect = (typeof SETTING_EFFECTS)[number]
