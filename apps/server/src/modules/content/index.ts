/** Texts of the deployment: the rules with their versions, and what the house states about itself. */
export { builtInTexts, RULES, TERMS_VERSION } from './built-in.ts'
export {
  announcementHash,
  endAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  type AnnouncementRow,
  type AnnouncementTexts,
} from './announcements.queries.ts'
export { companyMarks, unstatedFacts } from './company.ts'
export { contentChecks } from './content.checks.ts'
export { contentCopy } from './content.copy.ts'
export { contentRoutes, type RuleMarks } from './content.routes.ts'
export { CONTENT_SETTINGS, NOTICE_DAYS } from './content.settings.ts'
export { figureWarnings } from './figures.ts'
export { readDraft } from './rule-text.ts'
export { AGREED, createContent, nameInForce, type Content, type Version, versionsIn } from './versions.ts'
export {
  businessNow,
  CONTENT_VERSIONS,
  draftHash,
  hasMembers,
  insertVersion,
  insertWithdrawal,
  listDrafts,
  setDraft,
  type Texts,
} from './versions.queries.ts'
