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
