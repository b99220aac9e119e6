/**
 * Checks the SMS code of a call that is identified by a request id. A parallel try of the same call uses the code when it
 * commits, which may happen between the look-up of an earlier answer and this check. When the check fails, the answer of that
 * try is looked up again.
 * @param earlier finds what a try with the same request id has made
 * @returns what the parallel try made; undefined: the code fits and is not used yet
 * @throws Refusal CODE_WRONG, CODE_EXPIRED
 */
export async function checkCodeOrFind<T>(
  check: () => Promise<void>,
  earlier: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    const made = await earlier()
    if (made === undefined) throw error
    return made
  }
}
