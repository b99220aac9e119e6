/** What the commands of products, pictures and categories share. */
import type { Parameter } from '../../command.ts'

export const PRODUCT_GROUP = 'Products'
export const CODE: Parameter = { name: 'code', about: 'code of the product, such as PHONE' }
