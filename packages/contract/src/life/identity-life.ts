/** The identity check: documents, pictures and the life cycle. The server's checks and the apps use it. */

/** Documents that a member can show. */
export const IDENTITY_DOCUMENTS = ['national_id', 'passport', 'driving_licence'] as const
export type IdentityDocument = (typeof IDENTITY_DOCUMENTS)[number]

/** A picture of the check. `address`: a bill or a bank letter; `selfie`: the member with the document. */
export const IDENTITY_SLOTS = ['front', 'back', 'address', 'selfie'] as const
export type IdentitySlot = (typeof IDENTITY_SLOTS)[number]

/** The pictures of each document. `address` is left out when the setting `identity.proofOfAddress` is off. */
export const IDENTITY_FORMS = {
  national_id: ['front', 'back', 'address', 'selfie'],
  passport: ['front', 'address', 'selfie'],
  driving_licence: ['front', 'back', 'address', 'selfie'],
} as const satisfies Record<IdentityDocument, readonly IdentitySlot[]>

/**
 * States of a check. `waiting`: reviewers or the provider have to decide; `again`: the member has to send some pictures again;
 * `approved` and `refused`: decided; `withdrawn`: the account was closed before the decision.
 */
export const IDENTITY_CHECK_STATES = ['waiting', 'again', 'approved', 'refused', 'withdrawn'] as const
export type IdentityCheckState = (typeof IDENTITY_CHECK_STATES)[number]

/** What can follow each state. A refused member can begin a new check. */
export const IDENTITY_LIFE = {
  waiting: ['again', 'approved', 'refused', 'withdrawn'],
  again: ['waiting', 'refused', 'withdrawn'],
  approved: [],
  refused: [],
  withdrawn: [],
} as const satisfies Record<IdentityCheckState, readonly IdentityCheckState[]>

/**
 * Where a member stands: the state of the newest check, `none` without one, and `expired` when the document of an approved
 * check has ended. In `none`, `refused` and `expired` the member can begin a check.
 */
export const IDENTITY_STATES = ['none', 'waiting', 'again', 'approved', 'refused', 'expired'] as const
export type IdentityState = (typeof IDENTITY_STATES)[number]

/** A step of the timeline. `first_approved`: one of two reviewers has approved. */
export const IDENTITY_STEPS = [
  'waiting',
  'first_approved',
  'again',
  'approved',
  'refused',
  'withdrawn',
] as const
export type IdentityStep = (typeof IDENTITY_STEPS)[number]

/** Why a check was refused. */
export const IDENTITY_REASONS = [
  'unreadable',
  'name_differs',
  'under_age',
  'document_ended',
  'not_genuine',
  'used_by_another',
  'other',
] as const
export type IdentityReason = (typeof IDENTITY_REASONS)[number]

/** How the holder of a payout account compares with the name of the approved check. */
export const HOLDER_MATCHES = ['unchecked', 'same', 'partly', 'other_script', 'differs', 'no_holder'] as const
export type HolderMatch = (typeof HOLDER_MATCHES)[number]
