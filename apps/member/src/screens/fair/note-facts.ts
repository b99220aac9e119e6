/** What a signed note states. The signature is not checked: the page shows the note as evidence. */

const NOTE = /^fairlot\/([^\n]+)\n([0-9]+)\n[^\n]+\nhead [^\n]+\ntime ([0-9]+)\n/

/** Name and size of the log, and when it was signed (Unix milliseconds); null when the text is not a checkpoint. */
export function noteFacts(note: string): { log: string; size: number; time: number } | null {
  const [, log, size, time] = NOTE.exec(note) ?? []
  return log === undefined ? null : { log, size: Number(size), time: Number(time) }
}
