/** What the commands of products, pictures and categories share. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Parameter } from '../../command.ts'
import type { Desk } from '../../desk.ts'

export const PRODUCT_GROUP = 'Products'
export const CODE: Parameter = { name: 'code', about: 'code of the product, such as PHONE' }

/** For the help of commands that change what members see of a product. */
export const FROM_NEXT_ISSUE =
  'An issue that has opened keeps what it shows: the change holds from the next issue on.'

/** Says that the issue on sale, or the last one, does not show the change. */
export function noteNextIssue({ issue }: Output<Endpoints['productShow']>, desk: Desk): void {
  if (issue === null || issue.status === 'scheduled') return
  desk.note(`${issue.number} keeps what it opened with. The change holds from the next issue on.`)
}
