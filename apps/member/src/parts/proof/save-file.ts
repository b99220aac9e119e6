/** Starts a browser download of a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download holds the file by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Starts a browser download from the server: a link that it has just given. A refusal shows as a failed download, not as a page. */
export function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
