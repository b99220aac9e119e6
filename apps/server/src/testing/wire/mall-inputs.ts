/** Valid inputs of the operators' side of the mall: products, reviews, deliveries. */
import { randomUUID } from 'node:crypto'
import { page, reason, type Inputs } from './some-values.ts'

type ProductName =
  | 'productList'
  | 'productShow'
  | 'productCreate'
  | 'productTerms'
  | 'productEdit'
  | 'productText'
  | 'productImages'
  | 'productAct'
  | 'productOpen'
  | 'categoryList'
  | 'categorySave'

export function productInputs(product: string): Inputs<ProductName> {
  const terms = { marketPrice: '10.00', sharePrice: '1.00', shares: 10 }
  const texts = { title: 'Tea', description: '**Green** tea' }
  const requestId = randomUUID()
  const taken = `T${requestId.slice(0, 8).toUpperCase()}`
  const look = { category: 'trial', art: 'prize', tile: 'sun' } as const
  return {
    productList: { ...page, state: 'active', category: 'trial' },
    productShow: { code: product },
    productCreate: { code: taken, ...look, ...texts, ...terms, reason, requestId },
    // a revision that does not exist
    productTerms: { code: product, revision: 999, saleDays: 29, reason, requestId },
    productEdit: { code: product, tile: 'sea' },
    productText: { code: product, language: 'en-us', ...texts },
    // a picture that does not exist
    productImages: { code: product, images: ['0'.repeat(32)] },
    productAct: { code: product, act: 'resume', reason },
    productOpen: { code: product },
    categoryList: {},
    categorySave: { category: 'trial', titles: [{ language: 'en-us', title: 'Trial' }] },
  }
}

type ReviewName =
  | 'reviewList'
  | 'reviewShow'
  | 'reviewPicture'
  | 'reviewPublish'
  | 'reviewRefuse'
  | 'reviewHide'

export function reviewInputs(number: string): Inputs<ReviewName> {
  const decision = { number, reason: 'unrelated', note: reason } as const
  return {
    reviewList: { ...page, list: 'reported' },
    reviewShow: { number },
    reviewPicture: { number, position: 1 },
    reviewPublish: { number },
    reviewRefuse: decision,
    reviewHide: decision,
  }
}

type DeliveryName =
  | 'deliveryList'
  | 'deliveryShow'
  | 'deliveryReveal'
  | 'deliveryPick'
  | 'deliveryRelease'
  | 'deliveryShip'
  | 'deliveryImport'
  | 'deliveryProof'
  | 'deliveryAnswer'
  | 'deliverySettle'

export function deliveryInputs(): Inputs<DeliveryName> {
  const number = 'M1-0001-1'
  const requestId = randomUUID()
  return {
    deliveryList: { ...page, status: 'in_delivery' },
    deliveryShow: { number },
    deliveryReveal: { number, reason },
    deliveryPick: { requestId },
    deliveryRelease: { number, reason },
    deliveryShip: {
      number,
      carrier: 'DHL',
      tracking: 'JD014',
      url: 'https://example.com/JD014',
    },
    deliveryImport: { csv: 'order,carrier,tracking\nM1-0001-1,DHL,JD014' },
    deliveryProof: { number, at: 1_790_000_000_000 },
    deliveryAnswer: { number, answer: 'stands', note: reason },
    deliverySettle: { number, note: reason, reason, requestId },
  }
}
