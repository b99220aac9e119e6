/** Goods pages with pictures of the product. */
import { at, goods, type State } from './state.ts'

const TABLET = goods('TABLET-0001')

export const GOODS_STATES: State[] = [
  at('goods-pictures', 'nobody', TABLET, { shows: 'main section img[src*="/media/"]' }),
  at('goods-pictures-second', 'nobody', TABLET, {
    act: async (page) => {
      const strip = page.locator('main section [role=group][tabindex="0"]').first()
      await strip.focus()
      await page.keyboard.press('End')
    },
    shows: 'main section img[src*="/media/"]',
  }),
]
