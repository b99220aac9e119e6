/** Responses of plain routes. */
import { contentSecurityPolicy, type PolicyDirective } from './headers.ts'
import type { PlainResponse } from './http-handler.ts'

export function text(status: number, line: string): PlainResponse {
  return { status, type: 'text/plain; charset=utf-8', body: `${line}\n` }
}

export function json(status: number, value: unknown): PlainResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

/** An HTML page. `loosened` replaces directives of the content security policy. */
export function page(html: string, loosened: Partial<Record<PolicyDirective, string>> = {}): PlainResponse {
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: html,
    headers: { 'content-security-policy': contentSecurityPolicy(loosened) },
  }
}

/** 404: the resource does not exist, or not in this money mode. */
export function notFound(): PlainResponse {
  return text(404, 'not found')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}
