/** What the doctor knows of ids that derive from a member and the request id that the member's device chose. */
import type { Check } from '../check.ts'

/**
 * SQL of the id, which is `purchaseId` of `@fairlot/fairness`.
 * @param member, request SQL of type uuid
 */
export const derivedId = (member: string, request: string): string => `
  (select (case when substr(${request}::text, 15, 1) = '7' then left(translate(${request}::text, '-', ''), 12) else left(hex, 12) end
      || '8' || substr(hex, 14, 3) || translate(substr(hex, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') || substr(hex, 18, 15))::uuid
    from encode(sha256('fairlot/purchase/1'::bytea || '\\x00'::bytea || convert_to(${member}::text, 'UTF8') || '\\x00'::bytea
      || convert_to(${request}::text, 'UTF8')), 'hex') hex)`

/** SQL of the time from which every id derives so: of migration 0063, and of a server before it that sold a moment longer. */
export const DERIVED_SINCE = `
  (select applied_at + interval '1 minute' from schema_migration where name like '%\\_purchase\\_request.sql')`

export const purchaseIdCheck: Check = {
  id: 'INV-4',
  title: 'every purchase has the id that its member and its request id make',
  sql: `
    select count(*) filter (where request_id is null or purchase_id <> ${derivedId('member_id', 'request_id')}) as breaches,
      count(request_id) || ' purchases with a request id' as figure
    from purchase where request_id is not null or created_at > ${DERIVED_SINCE}`,
}
