/** Handlers of members' calls about reviews. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Published } from './published.ts'
import type { Reviews } from './reviews.ts'

export type ReviewEndpoints =
  | 'reviewPost'
  | 'reviewMine'
  | 'reviewDelete'
  | 'reviewReport'
  | 'goodsTalk'
  | 'winnerPosts'

export function reviewRoutes({
  reviews,
  published,
}: {
  reviews: Reviews
  published: Published
}): Handlers<Endpoints, ReviewEndpoints> {
  return {
    reviewPost: ({ member: { memberId }, language, input }) => reviews.post({ memberId, language }, input),
    reviewMine: ({ member: { memberId }, language, input }) => reviews.mine({ memberId, language }, input),
    async reviewDelete({ member, input }) {
      await reviews.remove(member.memberId, input.review)
      return {}
    },
    async reviewReport({ member, input }) {
      await reviews.report(member.memberId, input)
      return {}
    },
    goodsTalk: ({ member, language, input }) =>
      published.ofProduct({ memberId: member && member.memberId, language }, input),
    winnerPosts: ({ member, language, input }) =>
      published.all({ memberId: member && member.memberId, language }, input),
  }
}
