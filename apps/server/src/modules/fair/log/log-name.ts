/** Names of logs. The first log of a deployment has the deployment's id as its name, the n-th one `<id>.<n>`. */

export function logName(deployment: string, number: number): string {
  return number === 1 ? deployment : `${deployment}.${number}`
}

/** The number of the log with this name; null when it is not a log of the deployment. */
export function logNumber(deployment: string, name: string): number | null {
  if (name === deployment) return 1
  if (!name.startsWith(`${deployment}.`)) return null
  const suffix = name.slice(deployment.length + 1)
  return /^([2-9]|[1-9]\d{1,8})$/.test(suffix) ? Number(suffix) : null
}
