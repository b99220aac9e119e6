/**
 * The invitation code in the whole address of a page. Messengers glue signs to a link, encode it, or lose what is behind its `#`, so
 * the code may be where no route reads it.
 */
export function sentCode(href: string): string | undefined {
  // the page to go on to may have a code of its own
  const own = href.replaceAll(/(?<=[?&])next=[^&#]*/g, '')
  return /(?:[?&]|%3F|%26)code(?:=|%3D)([a-z0-9]{1,12})/i.exec(own)?.[1]
}
