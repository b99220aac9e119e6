/** Settings of finance products. Everything else is in the terms of each product. */
import { defineSetting, flag, type Setting } from '../../platform/settings/settings.ts'

export const EARLY_EXIT = defineSetting({
  name: 'finance.earlyExit',
  about: 'Whether members can leave orders of a new finance product early.',
  kind: flag(),
  initial: 'true',
  effect: 'new',
})

export const FINANCE_SETTINGS: readonly Setting<unknown>[] = [EARLY_EXIT]
