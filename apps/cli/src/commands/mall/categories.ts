/** Categories of the mall: list, save. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, type Command } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { clean } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { PRODUCT_GROUP } from './product-parts.ts'

function printAll({ items }: Output<Endpoints['categoryList']>, desk: Desk) {
  desk.table(
    [
      'category',
      { title: 'place', right: true },
      'colour',
      { title: 'products', right: true },
      { title: 'titles', wraps: true },
    ],
    items.map(({ category, position, tile, products, titles }) => [
      category,
      String(position),
      tile,
      String(products),
      titles.map(({ language, title }) => `${language}: ${clean(title)}`).join(', '),
    ]),
    'No results.',
  )
}

const list = calling({
  name: 'categories',
  aliases: ['category list'],
  group: PRODUCT_GROUP,
  about: 'List the categories of the mall in their order',
  endpoint: 'categoryList',
  input: () => ({}),
  print: printAll,
})

const save = calling({
  name: 'category save',
  group: PRODUCT_GROUP,
  about: 'Create a category, or change its place, colour or title',
  details: 'A new category begins with its title in English; repeat the command for each other language.',
  endpoint: 'categorySave',
  fields: { titles: 'title' },
  parameters: [{ name: 'category', about: 'its name: small letters, digits and dashes' }],
  options: [
    { name: 'position', value: 'number', about: 'place among the categories: smaller numbers come first' },
    { name: 'tile', value: 'colour', about: 'its background colour' },
    { name: 'title-in', value: 'language', about: 'language of the title (default: en-us)' },
    { name: 'title', value: 'text', about: 'what members read' },
  ],
  input(given) {
    const [title, language, position] = [
      given.maybe('title'),
      given.maybe('title-in'),
      given.maybe('position'),
    ]
    if (title === undefined && language !== undefined) throw new Problem('--title-in needs --title.')
    const titles = title === undefined ? undefined : [{ language: language ?? 'en-us', title }]
    return {
      category: given.text('category'),
      tile: given.maybe('tile'),
      ...(position !== undefined && { position: Number(position) }),
      // safe cast: the server checks the name of the language
      titles: titles as { language: 'en-us'; title: string }[] | undefined,
    }
  },
  print: printAll,
})

export const CATEGORIES: readonly Command[] = [list, save]
